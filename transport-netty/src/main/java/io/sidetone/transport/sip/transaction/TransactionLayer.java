package io.sidetone.transport.sip.transaction;

import io.sidetone.core.metrics.SingleWriterCounters;
import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.endpoint.SipMessageListener;
import io.sidetone.transport.sip.message.SipEncoder;
import io.sidetone.transport.sip.message.SipMessage;
import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipParseException;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.message.Via;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Matches messages to transactions and keeps those that live (RFC 3261 section 17, RFC 6026). What repeats, what is
 * merged, what is too much and what belongs to no transaction is settled here; the rest goes to the {@link TransactionUser}.
 *
 * <p>Everything is bounded by {@link TransactionLimits}. A request beyond a bound is answered 503 from a stable tag and
 * leaves nothing behind. SIP event loop only.
 */
public final class TransactionLayer implements SipMessageListener {
    private final TransactionEngine.Context context;
    private final TransactionLimits limits;
    private final SipTokens tokens;
    private final FlowOpener opener;
    private final Map<TransactionKey, ServerTransaction> servers = new HashMap<>();
    private final Map<TransactionKey, ClientTransaction> clients = new HashMap<>();
    private final Map<TransactionKey.Merge, ServerTransaction> firstArrivals = new HashMap<>();
    private final Map<InetAddress, Integer> halfOpenBySource = new HashMap<>();
    private TransactionUser user;

    /**
     * A layer without transactions.
     *
     * @param opener opens a connection for a response whose own has closed
     */
    public TransactionLayer(
            SipScheduler scheduler,
            SipTimers timers,
            TransactionLimits limits,
            SipTokens tokens,
            SingleWriterCounters<SipCoreCounter> counters,
            FlowOpener opener) {
        this.context = new TransactionEngine.Context(scheduler, timers, counters);
        this.limits = Objects.requireNonNull(limits, "limits");
        this.tokens = Objects.requireNonNull(tokens, "tokens");
        this.opener = Objects.requireNonNull(opener, "opener");
    }

    /** Sets the core above; has to happen before the first message. */
    public void user(TransactionUser newUser) {
        user = Objects.requireNonNull(newUser, "user");
    }

    /** Returns the number of live server transactions. */
    public int serverTransactions() {
        return servers.size();
    }

    /** Returns the number of live client transactions. */
    public int clientTransactions() {
        return clients.size();
    }

    /** Returns whether a request repeats one that began a transaction, or is a CANCEL of such an INVITE. */
    public boolean knows(SipRequest request) {
        boolean cancel = request.method().equals(SipMethod.CANCEL);
        return servers.containsKey(TransactionKey.ofRequest(request))
                || cancel && servers.containsKey(TransactionKey.ofCancelled(request));
    }

    /** Returns the number of addresses with an INVITE that has no final response. */
    public int halfOpenSources() {
        return halfOpenBySource.size();
    }

    /** Returns the number of requests remembered so that a second copy by another path is recognized. */
    public int mergeCandidates() {
        return firstArrivals.size();
    }

    /**
     * Sends a request of ours and follows it to its final response.
     *
     * @param request complete, with a top Via whose branch is unique
     * @param listener hears of every outcome, but never from inside this call
     */
    public ClientTransaction send(SipRequest request, SipFlow flow, ClientTransactionListener listener) {
        ClientTransaction transaction = new ClientTransaction(this, context, request, flow, listener);
        if (clients.size() >= limits.maxClientTransactions()) {
            context.counters().increment(SipCoreCounter.SENDS_REFUSED);
            transaction.fail();
            return transaction;
        }
        context.counters().increment(SipCoreCounter.CLIENT_TRANSACTIONS);
        clients.put(transaction.key(), transaction);
        transaction.begin();
        return transaction;
    }

    @Override
    public void onMessage(SipMessage message, SipFlow flow, long nowNs) {
        if (message instanceof SipRequest request) {
            onRequest(request, flow, nowNs);
        } else if (message instanceof SipResponse response) {
            onResponse(response, flow, nowNs);
        }
    }

    @Override
    public void onUnparseable(SipParseException problem, SipFlow flow, long nowNs) {
        // The endpoint has counted and answered it; without a readable message there is no transaction.
    }

    @Override
    public void onFlowFailing(SipFlow flow, long nowNs) {
        context.shield(() -> user.onFlowFailing(flow));
    }

    @Override
    public void onFlowClosed(SipFlow flow, long nowNs) {
        for (ClientTransaction transaction : List.copyOf(clients.values())) {
            if (transaction.flow().equals(flow)) {
                transaction.onFlowClosed();
            }
        }
    }

    private void onResponse(SipResponse response, SipFlow flow, long nowNs) {
        ClientTransaction transaction = clients.get(TransactionKey.ofResponse(response));
        if (transaction == null) {
            context.shield(() -> user.onStrayResponse(response, flow, nowNs));
            return;
        }
        Via ours = transaction.request().topVia();
        Via theirs = response.topVia();
        if (response.viaCount() != 1 || !ours.host().equalsIgnoreCase(theirs.host()) || ours.port() != theirs.port()) {
            context.counters().increment(SipCoreCounter.FOREIGN_RESPONSES);
            return;
        }
        transaction.onResponse(response);
    }

    private void onRequest(SipRequest request, SipFlow flow, long nowNs) {
        TransactionKey key = TransactionKey.ofRequest(request);
        ServerTransaction known = servers.get(key);
        if (request.method().equals(SipMethod.ACK)) {
            if (known == null || !known.onAck(request)) {
                context.shield(() -> user.onAck(request, flow, nowNs));
            }
            return;
        }
        if (known != null) {
            context.counters().increment(SipCoreCounter.REQUESTS_RETRANSMITTED);
            known.onRetransmission();
            return;
        }
        if (refusedAsTooMuch(request, flow)) {
            return;
        }
        TransactionKey.Merge mergeKey =
                request.to().tag() == null && !request.method().equals(SipMethod.CANCEL)
                        ? TransactionKey.Merge.of(request)
                        : null;
        boolean merged = mergeKey != null && firstArrivals.containsKey(mergeKey);
        ServerTransaction transaction = begin(request, flow, key, merged ? null : mergeKey);
        if (merged) {
            context.counters().increment(SipCoreCounter.MERGED_REQUESTS);
            answer(transaction, 482, "Request Merged");
        } else if (request.method().equals(SipMethod.CANCEL)) {
            onCancel(transaction, nowNs);
        } else {
            handUp(transaction, nowNs);
        }
    }

    private ServerTransaction begin(
            SipRequest request, SipFlow flow, TransactionKey key, TransactionKey.Merge mergeKey) {
        ServerTransaction transaction = new ServerTransaction(
                this, context, key, mergeKey, request, flow, new ResponseRoute(request, flow, opener));
        context.counters().increment(SipCoreCounter.SERVER_TRANSACTIONS);
        servers.put(key, transaction);
        if (mergeKey != null) {
            firstArrivals.put(mergeKey, transaction);
        }
        if (request.method().equals(SipMethod.INVITE)) {
            halfOpenBySource.merge(flow.source().getAddress(), 1, Integer::sum);
        }
        return transaction;
    }

    private void onCancel(ServerTransaction cancel, long nowNs) {
        ServerTransaction invite = servers.get(TransactionKey.ofCancelled(cancel.request()));
        if (invite == null) {
            context.counters().increment(SipCoreCounter.UNMATCHED_CANCELS);
            answer(cancel, 481, "Call/Transaction Does Not Exist");
        } else if (invite.listener() == ServerTransactionListener.NONE) {
            answer(cancel, 200, "OK");
        } else {
            context.shield(() -> invite.listener().onCancel(cancel, nowNs));
            if (!cancel.answered()) {
                answer(cancel, 200, "OK");
            }
        }
    }

    private void handUp(ServerTransaction transaction, long nowNs) {
        long failuresBefore = context.counters().value(SipCoreCounter.APPLICATION_FAILURES);
        context.shield(() -> user.onRequest(transaction, nowNs));
        boolean failed = context.counters().value(SipCoreCounter.APPLICATION_FAILURES) != failuresBefore;
        if (failed && !transaction.answered()) {
            answer(transaction, 500, "Server Internal Error");
        }
    }

    private boolean refusedAsTooMuch(SipRequest request, SipFlow flow) {
        SipCoreCounter reason = null;
        if (servers.size() >= limits.maxServerTransactions()) {
            reason = SipCoreCounter.REFUSED_TRANSACTIONS_FULL;
        } else if (request.method().equals(SipMethod.INVITE)
                && halfOpenBySource.getOrDefault(flow.source().getAddress(), 0) >= limits.maxHalfOpenPerSource()) {
            reason = SipCoreCounter.REFUSED_HALF_OPEN;
        }
        if (reason == null) {
            return false;
        }
        context.counters().increment(reason);
        SipResponse refusal = SipResponse.forRequest(request, 503, "Service Unavailable", toTag(request))
                .header("Retry-After", Integer.toString(limits.retryAfterSeconds()))
                .build();
        if (!new ResponseRoute(request, flow, opener).send(SipEncoder.encode(refusal))) {
            context.counters().increment(SipCoreCounter.SENDS_REFUSED);
        }
        onRefused(request, flow, refusal, ServerTransactionListener.NONE);
        return true;
    }

    private void answer(ServerTransaction transaction, int status, String reason) {
        SipRequest request = transaction.request();
        transaction.respond(
                SipResponse.forRequest(request, status, reason, toTag(request)).build());
    }

    /** A tag for a response that makes no dialog; the request's own when it has one. */
    private String toTag(SipRequest request) {
        return request.to().tag() == null ? tokens.stableTag(request) : null;
    }

    void onAnswered(ServerTransaction transaction) {
        if (transaction.request().method().equals(SipMethod.INVITE)) {
            halfOpenBySource.computeIfPresent(
                    transaction.flow().source().getAddress(), (source, count) -> count == 1 ? null : count - 1);
        }
    }

    /**
     * Reports the final answer to a request that may have been a new call. A copy of an INVITE that came by another path is the same call
     * (482); one in a dialog is none.
     */
    public void onRefused(SipRequest request, SipFlow flow, SipResponse answer, ServerTransactionListener decider) {
        boolean merged = answer.statusCode() == 482 && decider == ServerTransactionListener.NONE;
        if (request.method().equals(SipMethod.INVITE) && request.to().tag() == null && !merged) {
            context.shield(() -> user.onRefused(request, flow, answer, decider));
        }
    }

    void onTerminated(ServerTransaction transaction) {
        servers.remove(transaction.key(), transaction);
        if (transaction.mergeKey() != null) {
            firstArrivals.remove(transaction.mergeKey(), transaction);
        }
    }

    void onTerminated(ClientTransaction transaction) {
        clients.remove(transaction.key(), transaction);
    }
}

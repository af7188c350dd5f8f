package io.sidetone.transport.sip.digest;

import io.sidetone.core.metrics.SingleWriterCounters;
import io.sidetone.transport.sip.digest.ServerDigest.Checked;
import io.sidetone.transport.sip.digest.ServerDigest.Verdict;
import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.endpoint.SipMessageListener;
import io.sidetone.transport.sip.message.SipEncoder;
import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.message.SipMessage;
import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipParseException;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.source.SourcePolicy;
import io.sidetone.transport.sip.source.SourceRateLimiter;
import io.sidetone.transport.sip.transaction.SipTokens;
import java.net.InetAddress;
import java.util.List;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands between the endpoint and the transactions, and lets requests of strangers through that carry the password of a
 * trunk, or belong to a dialog of one that did. Others are asked for it without a transaction (RFC 3261 sections 8.2.7
 * and 22), so that a stranger costs no memory and no answer is repeated to a forged address. SIP event loop only.
 */
public final class PeerAuthentication implements SipMessageListener {
    private static final Logger LOG = LoggerFactory.getLogger(PeerAuthentication.class);
    private static final double CHALLENGES_PER_SECOND = 20;
    private static final int CHALLENGE_BURST = 40;
    private static final double FAILURES_PER_SECOND = 0.1;
    private static final int FAILURE_BURST = 10;
    private static final int RATE_SETS = 1024;

    private final SourcePolicy sources;
    private final ServerDigest digest;
    private final SipMessageListener layer;
    private final Known known;
    private final SipTokens tokens;
    private final SingleWriterCounters<AuthenticationCounter> counters =
            new SingleWriterCounters<>(AuthenticationCounter.class);
    private final SourceRateLimiter challengeRate;
    private final SourceRateLimiter failureRate;

    /** Record of what was let through before. */
    public interface Known {
        /** Returns whether a request repeats one that has a transaction, or cancels one. */
        boolean transaction(SipRequest request);

        /** Returns the trunk of the dialog a request belongs to: empty for a dialog without trunk, null for none. */
        String trunkOfDialog(SipRequest request);

        /** Returns whether a request in a dialog comes from where the dialog's peer was. */
        boolean ofDialogsPeer(SipRequest request, SipFlow flow);

        /** A request with a wrong password was refused. */
        default void refused(SipRequest request, SipFlow flow, SipResponse answer) {}
    }

    /**
     * Creates the gate.
     *
     * @param sources says who is a stranger
     * @param accounts of the trunks with a password for their peer
     * @param algorithms hash functions to offer, the preferred first
     * @param layer what lies above
     * @param known what was let through before
     * @param tokens tags
     * @param random unpredictable
     */
    public PeerAuthentication(
            SourcePolicy sources,
            PeerAccounts accounts,
            List<DigestAlgorithm> algorithms,
            SipMessageListener layer,
            Known known,
            SipTokens tokens,
            RandomGenerator random) {
        this.sources = sources;
        this.digest = new ServerDigest(accounts, algorithms, random);
        this.layer = layer;
        this.known = known;
        this.tokens = tokens;
        this.challengeRate =
                new SourceRateLimiter(CHALLENGES_PER_SECOND, CHALLENGE_BURST, RATE_SETS, random.nextLong());
        this.failureRate = new SourceRateLimiter(FAILURES_PER_SECOND, FAILURE_BURST, RATE_SETS, random.nextLong());
    }

    /** Returns what was counted. Any thread. */
    public SingleWriterCounters<AuthenticationCounter> counters() {
        return counters;
    }

    @Override
    public void onMessage(SipMessage message, SipFlow flow, long nowNs) {
        boolean stranger = sources.admit(flow.source().getAddress()).kind() == SourcePolicy.Kind.STRANGER;
        if (stranger && message instanceof SipRequest request) {
            onStranger(request, flow, nowNs);
        } else {
            layer.onMessage(message, flow, nowNs);
        }
    }

    private void onStranger(SipRequest request, SipFlow flow, long nowNs) {
        SipMethod method = request.method();
        if (method.equals(SipMethod.ACK) || known.transaction(request)) {
            layer.onMessage(request, flow, nowNs);
        } else if (method.equals(SipMethod.CANCEL)) {
            // RFC 3261 section 22.1: it cannot be challenged.
            counters.increment(AuthenticationCounter.STRAY);
        } else if (request.to().tag() != null) {
            String trunk = known.trunkOfDialog(request);
            if (trunk == null) {
                counters.increment(AuthenticationCounter.STRAY);
            } else if (!known.ofDialogsPeer(request, flow)) {
                // Who has another address shows the password once more: tags alone may have been overheard.
                authenticate(request, flow, nowNs);
            } else {
                layer.onMessage(request, trunk.isEmpty() ? flow : new AuthenticatedFlow(flow, trunk), nowNs);
            }
        } else {
            authenticate(request, flow, nowNs);
        }
    }

    private void authenticate(SipRequest request, SipFlow flow, long nowNs) {
        InetAddress source = flow.source().getAddress();
        if (!failureRate.has(source, nowNs)) {
            counters.increment(AuthenticationCounter.LOCKED_OUT);
            return;
        }
        Checked checked = digest.check(request, source, nowNs);
        if (checked.verdict() == Verdict.RIGHT) {
            counters.increment(AuthenticationCounter.ACCEPTED);
            layer.onMessage(request, new AuthenticatedFlow(flow, checked.trunk()), nowNs);
            return;
        }
        if (checked.verdict() == Verdict.WRONG) {
            counters.increment(AuthenticationCounter.FAILED);
            failureRate.tryTake(source, nowNs);
            LOG.info("SIP authentication failed: {} from {}", request.method(), source.getHostAddress());
        } else {
            counters.increment(
                    checked.verdict() == Verdict.STALE
                            ? AuthenticationCounter.STALE
                            : AuthenticationCounter.CHALLENGED);
        }
        if (challengeRate.tryTake(source, nowNs)) {
            SipResponse answer = challenge(request, flow, checked.verdict() == Verdict.STALE, nowNs);
            if (checked.verdict() == Verdict.WRONG) {
                known.refused(request, flow, answer);
            }
        } else {
            counters.increment(AuthenticationCounter.RATE_REFUSED);
        }
    }

    private SipResponse challenge(SipRequest request, SipFlow flow, boolean stale, long nowNs) {
        SipResponse.Builder builder = SipResponse.forRequest(request, 401, null, tokens.stableTag(request));
        for (SipHeader header : digest.challenge(flow.source().getAddress(), stale, nowNs)) {
            builder.header(header.name(), header.value());
        }
        SipResponse answer = builder.build();
        if (flow.isOpen()) {
            flow.send(SipEncoder.encode(answer));
        }
        return answer;
    }

    @Override
    public void onUnparseable(SipParseException problem, SipFlow flow, long nowNs) {
        layer.onUnparseable(problem, flow, nowNs);
    }

    @Override
    public void onFlowFailing(SipFlow flow, long nowNs) {
        layer.onFlowFailing(flow, nowNs);
    }

    @Override
    public void onFlowClosed(SipFlow flow, long nowNs) {
        layer.onFlowClosed(flow, nowNs);
    }
}

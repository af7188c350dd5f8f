package io.sidetone.transport.sip.transaction;

import io.sidetone.core.metrics.SingleWriterCounters;
import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.endpoint.SipTransport;
import io.sidetone.transport.sip.message.SipMessage;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A transaction layer on event time with a transaction user that writes everything down. */
final class LayerBench implements TransactionUser, ServerTransactionListener, ClientTransactionListener {
    final FakeSipScheduler scheduler = new FakeSipScheduler();
    final SingleWriterCounters<SipCoreCounter> counters = new SingleWriterCounters<>(SipCoreCounter.class);
    final FakeFlow udp = new FakeFlow(SipTransport.UDP, Requests.TRUNK, 5060);
    final FakeFlow tcp = new FakeFlow(SipTransport.TCP, Requests.TRUNK, 40_000);
    final Map<InetSocketAddress, FakeFlow> opened = new LinkedHashMap<>();
    final List<ServerTransaction> requests = new ArrayList<>();
    final List<String> heard = new ArrayList<>();
    final TransactionLayer layer;
    RuntimeException mistake;
    boolean refuseToOpen;

    LayerBench() {
        this(TransactionLimits.DEFAULT);
    }

    LayerBench(TransactionLimits limits) {
        layer = new TransactionLayer(
                scheduler, SipTimers.RFC_3261, limits, new SipTokens(new Random(7)), counters, this::open);
        layer.user(this);
    }

    private SipFlow open(SipTransport transport, InetSocketAddress remote) {
        FakeFlow flow = opened.computeIfAbsent(
                remote, r -> new FakeFlow(transport, r.getAddress().getHostAddress(), r.getPort()));
        if (refuseToOpen) {
            flow.close();
        }
        return flow;
    }

    void receive(SipMessage message, FakeFlow flow) {
        layer.onMessage(message, flow, scheduler.nowNs());
    }

    ServerTransaction receiveNew(SipRequest request, FakeFlow flow) {
        int before = requests.size();
        receive(request, flow);
        if (requests.size() != before + 1) {
            throw new AssertionError("expected a new request, heard " + heard);
        }
        return requests.get(before);
    }

    static boolean respond(ServerTransaction transaction, int status) {
        return transaction.respond(SipResponse.forRequest(transaction.request(), status, null, "t1")
                .build());
    }

    long count(SipCoreCounter counter) {
        return counters.value(counter);
    }

    boolean empty() {
        return layer.serverTransactions() == 0
                && layer.clientTransactions() == 0
                && layer.halfOpenSources() == 0
                && layer.mergeCandidates() == 0;
    }

    @Override
    public void onRequest(ServerTransaction transaction, long nowNs) {
        requests.add(transaction);
        heard.add(transaction.request().method().name());
        if (mistake != null) {
            throw mistake;
        }
        transaction.listener(this);
    }

    @Override
    public void onAck(SipRequest ack, SipFlow flow, long nowNs) {
        heard.add("ACK");
    }

    @Override
    public void onStrayResponse(SipResponse response, SipFlow flow, long nowNs) {
        heard.add("stray " + response.statusCode());
    }

    @Override
    public void onCancel(ServerTransaction cancel, long nowNs) {
        heard.add("CANCEL");
        if (mistake != null) {
            throw mistake;
        }
        respond(cancel, 200);
    }

    @Override
    public void onAck(SipRequest ack, long nowNs) {
        heard.add("ACK in transaction");
    }

    @Override
    public void onUnsent(ServerTransaction transaction, long nowNs) {
        heard.add("server unsent");
    }

    @Override
    public void onTimeout(ServerTransaction transaction, long nowNs) {
        heard.add("server timeout");
    }

    @Override
    public void onResponse(ClientTransaction transaction, SipResponse response, long nowNs) {
        heard.add(response.statusCode() + " " + response.cseq().method());
        if (mistake != null) {
            throw mistake;
        }
    }

    @Override
    public void onTimeout(ClientTransaction transaction, long nowNs) {
        heard.add("client timeout");
    }

    @Override
    public void onUnsent(ClientTransaction transaction, long nowNs) {
        heard.add("client unsent");
    }
}

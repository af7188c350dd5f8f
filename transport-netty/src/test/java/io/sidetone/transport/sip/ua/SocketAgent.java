package io.sidetone.transport.sip.ua;

import io.sidetone.core.metrics.SingleWriterCounters;
import io.sidetone.transport.loop.BindFailedException;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.sip.endpoint.ListeningPoint;
import io.sidetone.transport.sip.endpoint.SipEndpoint;
import io.sidetone.transport.sip.endpoint.SipEndpointSettings;
import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.endpoint.SipMessageListener;
import io.sidetone.transport.sip.endpoint.SipTls;
import io.sidetone.transport.sip.message.SipMessage;
import io.sidetone.transport.sip.message.SipParseException;
import io.sidetone.transport.sip.source.SourcePolicy;
import io.sidetone.transport.sip.transaction.SipCoreCounter;
import io.sidetone.transport.sip.transaction.SipScheduler;
import io.sidetone.transport.sip.transaction.SipTimers;
import io.sidetone.transport.sip.transaction.SipTokens;
import io.sidetone.transport.sip.transaction.TransactionLayer;
import io.sidetone.transport.sip.transaction.TransactionLimits;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** A user agent on real sockets of the loopback interface. */
final class SocketAgent implements AutoCloseable, SipMessageListener {
    final SingleWriterCounters<SipCoreCounter> counters = new SingleWriterCounters<>(SipCoreCounter.class);
    final SipEndpoint endpoint;
    final SipUserAgent agent;
    private final EventLoops loops;
    private final TransactionLayer layer;

    SocketAgent(SipUserAgentListener application, long seed) throws BindFailedException {
        this(ListeningPoint.plain(new InetSocketAddress("127.0.0.1", 0)), SipTls.NONE, application, seed);
    }

    SocketAgent(List<ListeningPoint> points, SipTls tls, SipUserAgentListener application, long seed)
            throws BindFailedException {
        loops = EventLoops.open(1, "sip-agent");
        SourcePolicy sources = new SourcePolicy(List.of(), true);
        endpoint = SipEndpoint.bind(
                SipEndpointSettings.defaults(points, sources).withTls(tls), loops, this, System::nanoTime, seed);
        SipScheduler scheduler = SipScheduler.of(endpoint.eventLoop(), System::nanoTime);
        SipTokens tokens = new SipTokens(new Random(seed));
        layer = new TransactionLayer(
                scheduler, SipTimers.RFC_3261, TransactionLimits.DEFAULT, tokens, counters, endpoint::connect);
        agent = new SipUserAgent(
                layer, scheduler, tokens, counters, endpoint::connect, SipUserAgentSettings.DEFAULT, application);
    }

    <T> T onLoop(Callable<T> task) throws Exception {
        return endpoint.eventLoop().submit(task).get(10, TimeUnit.SECONDS);
    }

    long count(SipCoreCounter counter) {
        return counters.value(counter);
    }

    @Override
    public void onMessage(SipMessage message, SipFlow flow, long nowNs) {
        layer.onMessage(message, flow, nowNs);
    }

    @Override
    public void onUnparseable(SipParseException problem, SipFlow flow, long nowNs) {
        layer.onUnparseable(problem, flow, nowNs);
    }

    @Override
    public void onFlowClosed(SipFlow flow, long nowNs) {
        layer.onFlowClosed(flow, nowNs);
    }

    @Override
    public void close() {
        endpoint.close();
        loops.close();
    }
}

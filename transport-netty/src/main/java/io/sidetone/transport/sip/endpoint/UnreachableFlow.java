package io.sidetone.transport.sip.endpoint;

import io.sidetone.core.metrics.SingleWriterCounters;
import java.net.Inet4Address;
import java.net.InetSocketAddress;

/** A way to a peer that no socket of ours reaches: it is closed from the beginning, and says why. */
final class UnreachableFlow implements SipFlow {
    private final SipTransport transport;
    private final InetSocketAddress local;
    private final InetSocketAddress remote;
    private final SingleWriterCounters<SipCounter> counters;

    UnreachableFlow(
            SipTransport transport,
            InetSocketAddress local,
            InetSocketAddress remote,
            SingleWriterCounters<SipCounter> counters) {
        this.transport = transport;
        this.local = local;
        this.remote = remote;
        this.counters = counters;
    }

    @Override
    public SipTransport transport() {
        return transport;
    }

    @Override
    public InetSocketAddress remote() {
        return remote;
    }

    @Override
    public InetSocketAddress local() {
        return local;
    }

    @Override
    public boolean isOpen() {
        return false;
    }

    @Override
    public String problem() {
        String family = remote.getAddress() instanceof Inet4Address ? "IPv4" : "IPv6";
        return "no listener of " + transport.parameter() + " reaches the " + family + " address "
                + remote.getAddress().getHostAddress() + "; add one to sip.listeners";
    }

    @Override
    public void send(byte[] message) {
        counters.increment(SipCounter.SEND_FAILED);
    }

    @Override
    public void dialogBegan() {
        // There is no connection to keep.
    }

    @Override
    public void dialogEnded() {
        // As above.
    }
}

package io.sidetone.transport.sip.endpoint;

import io.sidetone.transport.capture.SipTap;
import io.sidetone.transport.sip.message.Via;
import io.sidetone.transport.sip.source.SourcePolicy.Admission;
import java.net.InetSocketAddress;

/** Part that the flows of an endpoint have in common: where the peer is and why it is admitted. */
abstract class EndpointFlow implements SipFlow {
    private final ListeningPoint listener;
    private final InetSocketAddress local;
    private final InetSocketAddress source;
    private final Admission admission;
    private SipTap tap = SipTap.NONE;

    EndpointFlow(ListeningPoint listener, InetSocketAddress local, InetSocketAddress source, Admission admission) {
        this.listener = listener;
        this.local = local;
        this.source = source;
        this.admission = admission;
    }

    /** The flow on which the response to a request with this topmost Via goes back. */
    abstract EndpointFlow answering(Via topVia);

    /** Says who sees what goes out and comes in. */
    final void tappedBy(SipTap newTap) {
        tap = newTap;
    }

    final SipTap tap() {
        return tap;
    }

    /** Shows a message to the tap. */
    final void show(boolean sent, byte[] bytes, int offset, int length) {
        if (tap.awake()) {
            tap.message(sent, transport() != SipTransport.UDP, local(), remote(), bytes, offset, length);
        }
    }

    Admission admission() {
        return admission;
    }

    @Override
    public SipTransport transport() {
        return listener.transport();
    }

    @Override
    public ContactAddress sentBy() {
        return listener.sentBy(local());
    }

    ListeningPoint listener() {
        return listener;
    }

    @Override
    public InetSocketAddress local() {
        return local;
    }

    @Override
    public InetSocketAddress source() {
        return source;
    }

    @Override
    public String trunk() {
        return admission.trunkName();
    }

    @Override
    public String toString() {
        return transport() + " " + local() + " to " + remote();
    }
}

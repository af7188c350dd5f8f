package io.sidetone.transport.sip.digest;

import io.sidetone.transport.sip.endpoint.ContactAddress;
import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.endpoint.SipTransport;
import java.net.InetSocketAddress;

/** A way to a peer that is known, by more than its address, to be of a trunk. Equal to the way itself. SIP event loop only. */
public final class AuthenticatedFlow implements SipFlow {
    private final SipFlow way;
    private final String trunk;

    /** The same way, of {@code trunk}. */
    public AuthenticatedFlow(SipFlow way, String trunk) {
        this.way = way;
        this.trunk = trunk;
    }

    @Override
    public String trunk() {
        return trunk;
    }

    @Override
    public SipTransport transport() {
        return way.transport();
    }

    @Override
    public InetSocketAddress remote() {
        return way.remote();
    }

    @Override
    public InetSocketAddress local() {
        return way.local();
    }

    @Override
    public ContactAddress sentBy() {
        return way.sentBy();
    }

    @Override
    public String peerName() {
        return way.peerName();
    }

    @Override
    public String problem() {
        return way.problem();
    }

    @Override
    public InetSocketAddress source() {
        return way.source();
    }

    @Override
    public boolean isOpen() {
        return way.isOpen();
    }

    @Override
    public void send(byte[] message) {
        way.send(message);
    }

    @Override
    public void dialogBegan() {
        way.dialogBegan();
    }

    @Override
    public void dialogEnded() {
        way.dialogEnded();
    }

    @Override
    public boolean equals(Object other) {
        return way.equals(other instanceof AuthenticatedFlow that ? that.way : other);
    }

    @Override
    public int hashCode() {
        return way.hashCode();
    }

    @Override
    public String toString() {
        return way + " of trunk " + trunk;
    }
}

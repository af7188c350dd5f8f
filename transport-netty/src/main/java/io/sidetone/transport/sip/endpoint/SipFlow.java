package io.sidetone.transport.sip.endpoint;

import io.netty.util.NetUtil;
import java.net.InetSocketAddress;

/**
 * A way to one peer: over UDP the local port and a destination, over TCP one connection. Belongs to the endpoint's event
 * loop; use it there only. Two flows are equal when they lead the same way.
 */
public interface SipFlow {
    /** The transport. */
    SipTransport transport();

    /**
     * Returns where {@link #send} goes. For a request this is where its response belongs (RFC 3261 section 18.2.2, RFC 3581):
     * the source address, and the source port or, without {@code rport}, the port of sent-by.
     */
    InetSocketAddress remote();

    /** Our address and port. */
    InetSocketAddress local();

    /** Returns how the peer reaches us outside this flow: what Via and Contact say on it. */
    default ContactAddress sentBy() {
        return new ContactAddress(NetUtil.toAddressString(local().getAddress()), local().getPort());
    }

    /** Sends one encoded message. Never blocks; a message that cannot go out is dropped and counted. */
    void send(byte[] message);

    /** A dialog sends its requests this way from now on; a connection that carries one is kept. */
    void dialogBegan();

    /** The dialog is over or goes another way; once for each {@link #dialogBegan}. */
    void dialogEnded();

    /** Returns where the packet or connection really came from. */
    default InetSocketAddress source() {
        return remote();
    }

    /** Name of the configured trunk the source belongs to, or null. */
    default String trunk() {
        return null;
    }

    /** The name that the peer's certificate proved, empty where it proved none. */
    default String peerName() {
        return "";
    }

    /** Why nothing can be sent, with a remedy after a semicolon; empty where that is not known, or all is well. */
    default String problem() {
        return "";
    }

    /** False once nothing can be sent any more; always true for UDP. */
    default boolean isOpen() {
        return true;
    }
}

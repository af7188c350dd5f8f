package io.sidetone.transport.rtp.receive;

import java.net.InetAddress;

/**
 * Addresses that may send the media of a call besides those that its SDP and its signalling name. Immutable; any thread. The
 * answer is remembered for the last few addresses.
 */
@FunctionalInterface
public interface OtherSources {
    /** No others. */
    OtherSources NONE = address -> false;

    /** All others: the trunk is translated and the source of its media is not configured. */
    OtherSources ANY = address -> true;

    /** Returns whether media may come from this address. */
    boolean allows(InetAddress address);
}

package io.sidetone.transport.rtp;

import java.net.InetAddress;
import java.util.Objects;

/**
 * Address at which the media of a call is received.
 *
 * @param bind address of the sockets; null for the configured one
 * @param advertise what the peer is given
 */
public record MediaAddress(InetAddress bind, InetAddress advertise) {
    /** Checks presence. */
    public MediaAddress {
        Objects.requireNonNull(advertise, "advertise");
    }

    /** The configured sockets, which the peer reaches at {@code advertise}. */
    public static MediaAddress usual(InetAddress advertise) {
        return new MediaAddress(null, advertise);
    }
}

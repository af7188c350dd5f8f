package io.sidetone.transport.rtp;

import java.net.InetAddress;

/**
 * Settings of all media ports.
 *
 * @param bind local address
 * @param lowPort first port of the range
 * @param highPort last port of the range
 * @param portRestNs time before a pair is used again
 * @param receiveBufferBytes kernel buffer of a socket of one call
 * @param expeditedForwarding mark packets DSCP EF (RFC 3246) where the system allows
 * @param ringFrames frames a lane may be ahead of an event loop, a power of two
 * @param sharedPort whether calls share the first pair of the range, or as many as there are event loops, where packets tell the
 *     calls apart
 */
public record RtpSettings(
        InetAddress bind,
        int lowPort,
        int highPort,
        long portRestNs,
        int receiveBufferBytes,
        boolean expeditedForwarding,
        int ringFrames,
        boolean sharedPort) {
    /** Longer than packets live in networks and phones take to notice a BYE. */
    public static final long DEFAULT_PORT_REST_NS = 10_000_000_000L;

    /** Some hundred packets of G.711 with the kernel's overhead: a pause of the loop costs no audio. */
    public static final int DEFAULT_RECEIVE_BUFFER_BYTES = 64 * 1024;

    /** Four ticks of 2,000 calls on one lane. */
    public static final int DEFAULT_RING_FRAMES = 2048;

    /** Settings with the shipped values. */
    public static RtpSettings of(InetAddress bind, int lowPort, int highPort) {
        return new RtpSettings(
                bind,
                lowPort,
                highPort,
                DEFAULT_PORT_REST_NS,
                DEFAULT_RECEIVE_BUFFER_BYTES,
                true,
                DEFAULT_RING_FRAMES,
                false);
    }

    /** The same where calls share a port, or not. */
    public RtpSettings sharedPort(boolean shared) {
        return new RtpSettings(
                bind, lowPort, highPort, portRestNs, receiveBufferBytes, expeditedForwarding, ringFrames, shared);
    }

    /** Returns the port of the pair that the calls of an event loop share, by its number. */
    public int pairOfLoop(int loop) {
        return lowPort + (lowPort & 1) + 2 * loop;
    }

    /** Returns the first port of the pairs that calls have of their own, behind those that {@code loops} event loops share. */
    public int firstOwnPort(int loops) {
        return pairOfLoop(sharedPort ? loops : 0);
    }
}

package io.sidetone.transport.rtp;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;

/**
 * Choice of the announced addresses that may be sent to before media has come from them.
 *
 * <p>SDP is written by the caller: without this, a call could aim a steady stream at any host we reach. An address that
 * proves itself by sending is not asked.
 */
final class MediaTargets {
    private static final int MAX_PORT = 65_535;
    private static final byte[] BROADCAST = {-1, -1, -1, -1};

    private MediaTargets() {}

    /**
     * Returns whether {@code announced} may be sent to.
     *
     * <p>Never: no port, no address, multicast, broadcast. Loopback: only if the signalling is local, too. Private
     * ranges: only if the signalling comes from a private or local address, or from that very address.
     *
     * @param signalling where the peer's signalling comes from, or null if it is trusted
     */
    static boolean mayTarget(InetSocketAddress announced, InetAddress signalling) {
        InetAddress address = announced.getAddress();
        if (address == null
                || announced.getPort() == 0
                || address.isAnyLocalAddress()
                || address.isMulticastAddress()
                || isBroadcast(address)) {
            return false;
        }
        if (signalling == null || address.equals(signalling)) {
            return true;
        }
        if (address.isLoopbackAddress()) {
            return signalling.isLoopbackAddress();
        }
        return !isPrivate(address) || isPrivate(signalling) || signalling.isLoopbackAddress();
    }

    /** Returns whether an address is the same for everybody. */
    static boolean isPublic(InetAddress address) {
        return !isPrivate(address) && !address.isLoopbackAddress();
    }

    private static boolean isBroadcast(InetAddress address) {
        return address instanceof Inet4Address && Arrays.equals(address.getAddress(), BROADCAST);
    }

    private static boolean isPrivate(InetAddress address) {
        if (address.isSiteLocalAddress() || address.isLinkLocalAddress()) {
            return true;
        }
        byte[] bytes = address.getAddress();
        if (address instanceof Inet6Address) {
            return (bytes[0] & 0xFE) == 0xFC;
        }
        boolean thisNetwork = bytes[0] == 0;
        boolean carrierGrade = bytes[0] == 100 && (bytes[1] & 0xC0) == 64;
        boolean reserved = (bytes[0] & 0xF0) == 0xF0;
        return thisNetwork || carrierGrade || reserved;
    }

    /** Returns the RTCP address that belongs to an RTP address: the next port. */
    static InetSocketAddress rtcpOf(InetSocketAddress rtp) {
        return new InetSocketAddress(rtp.getAddress(), Math.min(MAX_PORT, rtp.getPort() + 1));
    }
}

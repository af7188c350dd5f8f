package io.sidetone.transport.rtp;

import io.sidetone.transport.rtp.socket.PacketSources;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * Knowledge of the far end's media before a port is opened.
 *
 * @param rtp media address of the peer's offer
 * @param rtcp its RTCP address, or null for the port after {@code rtp}
 * @param signalling where the peer's signalling comes from, or null
 * @param translated whether media may come from elsewhere ({@code nat: true})
 */
public record FarMedia(InetSocketAddress rtp, InetSocketAddress rtcp, InetAddress signalling, boolean translated) {
    /**
     * Returns whether its packets will come from the announced address: not where a translator gives them another. A private address
     * that is not that of signalling may lie behind one.
     */
    boolean telling() {
        InetAddress address = rtp.getAddress();
        return !translated
                && !rtp.isUnresolved()
                && MediaTargets.mayTarget(rtp, signalling)
                && (address.equals(signalling) || MediaTargets.isPublic(address));
    }

    PacketSources sources() {
        return new PacketSources(rtp, rtcp == null ? MediaTargets.rtcpOf(rtp) : rtcp);
    }
}

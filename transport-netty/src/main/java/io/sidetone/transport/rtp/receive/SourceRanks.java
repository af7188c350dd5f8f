package io.sidetone.transport.rtp.receive;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;

/**
 * Rank of the source of a packet: the announced address before the signalling address before others. Allocates nothing for
 * an address that it knows. Event loop of the call only.
 */
final class SourceRanks {
    /** Address and port of the SDP. */
    static final int EXACT = 4;

    /** The address of the SDP with another port. */
    static final int ANNOUNCED = 3;

    /** The address of signalling. */
    static final int SIGNALLING = 2;

    /** One of {@link OtherSources}. */
    static final int OTHER = 1;

    /** Media may not come from there. */
    static final int FOREIGN = 0;

    /** Other addresses whose verdict is remembered: several strangers may send in turn. */
    static final int REMEMBERED = 8;

    private final InetAddress[] asked = new InetAddress[REMEMBERED];
    private final boolean[] allowed = new boolean[REMEMBERED];
    private InetSocketAddress announced;
    private InetAddress signalling;
    private OtherSources others = OtherSources.NONE;
    private int next;

    /** Begins anew with what the peer has said. */
    void announce(InetSocketAddress sdp, InetAddress signallingSource, OtherSources otherSources) {
        announced = sdp;
        signalling = signallingSource;
        others = otherSources;
        Arrays.fill(asked, null);
    }

    /** Returns the rank of a source. */
    int of(InetSocketAddress source) {
        InetAddress address = source.getAddress();
        if (address.equals(announced.getAddress())) {
            return source.getPort() == announced.getPort() ? EXACT : ANNOUNCED;
        }
        if (address.equals(signalling)) {
            return SIGNALLING;
        }
        return allows(address) ? OTHER : FOREIGN;
    }

    private boolean allows(InetAddress address) {
        for (int i = 0; i < REMEMBERED; i++) {
            if (address.equals(asked[i])) {
                return allowed[i];
            }
        }
        boolean answer = others.allows(address);
        asked[next] = address;
        allowed[next] = answer;
        next = (next + 1) % REMEMBERED;
        return answer;
    }

    /** Returns whether sources of a rank are named by somebody: the peer's SDP, its signalling, or the trunk's list of networks. */
    boolean named(int rank) {
        return rank > OTHER || others != OtherSources.ANY;
    }

    /** Returns whether another source may follow the one that was proven. */
    boolean translated() {
        return others != OtherSources.NONE;
    }

    InetSocketAddress announced() {
        return announced;
    }

    InetAddress signalling() {
        return signalling;
    }
}

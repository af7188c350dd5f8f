package io.sidetone.transport.rtp.socket;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.sidetone.transport.rtp.packet.DatagramKind;
import io.sidetone.transport.rtp.stats.RtpCounter;
import io.sidetone.transport.rtp.stats.RtpCounters;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import org.agrona.collections.Int2ObjectHashMap;

/**
 * A pair for many calls. A packet belongs to the call that named its source address, else to the one whose source number (SSRC) it
 * has, else to the only call that still learns where its media comes from and named that IP address. Any other is counted and
 * dropped: a packet in the wrong call would let one caller hear another.
 *
 * <p>Each call judges its packets as on a port of its own. Only what is told apart goes through here: who opens ports asks {@link
 * #free} first, and gives a call a pair of its own where the peer's address is not known or not its alone.
 */
public final class SharedPair implements PortPair {
    private static final int SSRC_OFFSET = 8;
    private static final int RTCP_SSRC_OFFSET = 4;

    private final Channel rtp;
    private final Channel rtcp;
    private final RtpCounters counters;
    private final Map<DatagramReceiver, SharedCall> calls = new HashMap<>();
    private final Claims<InetSocketAddress> rtpSources = new Claims<>();
    private final Claims<InetSocketAddress> rtcpSources = new Claims<>();
    private final Claims<InetAddress> learning = new Claims<>();
    private final Int2ObjectHashMap<SharedCall> numbers = new Int2ObjectHashMap<>();

    /** Creates the pair of two bound sockets; {@code counters} are those of the event loop. */
    public SharedPair(Channel rtp, Channel rtcp, RtpCounters counters) {
        this.rtp = rtp;
        this.rtcp = rtcp;
        this.counters = counters;
    }

    @Override
    public Channel rtp() {
        return rtp;
    }

    @Override
    public Channel rtcp() {
        return rtcp;
    }

    /** Whether no call claims packets from {@code source}. */
    public boolean free(InetSocketAddress source) {
        return !rtpSources.claimed(source);
    }

    /** Returns how many calls go through the pair. */
    public int calls() {
        return calls.size();
    }

    @Override
    public void expect(DatagramReceiver receiver, PacketSources sources) {
        SharedCall call = calls.computeIfAbsent(receiver, SharedCall::new);
        if (sources.equals(call.sources)) {
            return;
        }
        forget(call);
        call.sources = sources;
        rtpSources.add(sources.rtp(), call);
        rtcpSources.add(sources.rtcp(), call);
        if (sources.proven() != null) {
            rtpSources.add(sources.proven(), call);
            return;
        }
        learning.add(sources.rtp().getAddress(), call);
        if (sources.signalling() != null) {
            learning.add(sources.signalling(), call);
        }
    }

    @Override
    public void leave(DatagramReceiver receiver) {
        SharedCall call = calls.remove(receiver);
        if (call != null) {
            forget(call);
            if (call.ssrcKnown && numbers.get(call.ssrc) == call) {
                numbers.remove(call.ssrc);
            }
        }
    }

    private void forget(SharedCall call) {
        PacketSources sources = call.sources;
        if (sources == null) {
            return;
        }
        rtpSources.remove(sources.rtp(), call);
        rtcpSources.remove(sources.rtcp(), call);
        rtpSources.remove(sources.proven(), call);
        learning.remove(sources.rtp().getAddress(), call);
        learning.remove(sources.signalling(), call);
    }

    @Override
    public DatagramReceiver receiver(boolean rtcpPort, ByteBuf datagram, InetSocketAddress source) {
        int at = datagram.readerIndex();
        int length = datagram.readableBytes();
        boolean audio = !rtcpPort && DatagramKind.of(datagram, at, length) == DatagramKind.RTP;
        int offset = audio ? SSRC_OFFSET : RTCP_SSRC_OFFSET;
        boolean numbered = length >= offset + Integer.BYTES;
        SharedCall call = (rtcpPort ? rtcpSources : rtpSources).only(source);
        if (call == null) {
            call = numbered ? numbers.get(datagram.getInt(at + offset)) : null;
            call = call == null ? learning.only(source.getAddress()) : call;
        } else if (audio && numbered) {
            numbered(call, datagram.getInt(at + offset));
        }
        if (call == null) {
            counters.increment(RtpCounter.UNKNOWN_SOURCE);
            return null;
        }
        return call.receiver;
    }

    /** A source number is its call's that had it first. */
    private void numbered(SharedCall call, int ssrc) {
        if (call.ssrcKnown && call.ssrc == ssrc) {
            return;
        }
        if (call.ssrcKnown && numbers.get(call.ssrc) == call) {
            numbers.remove(call.ssrc);
        }
        call.ssrc = ssrc;
        call.ssrcKnown = true;
        if (numbers.get(ssrc) == null) {
            numbers.put(ssrc, call);
        }
    }

    @Override
    public void onSocketError() {
        counters.increment(RtpCounter.SEND_FAILED);
    }
}

package io.sidetone.transport.rtp.socket;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.sidetone.core.fence.FenceAuditor;
import io.sidetone.transport.rtp.packet.DatagramKind;
import io.sidetone.transport.rtp.packet.SourceKey;
import io.sidetone.transport.rtp.stats.RtpCounter;
import io.sidetone.transport.rtp.stats.RtpCounters;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A pair for many calls. A packet belongs to the call that named its source address first. Where the numbers of two addresses are the
 * same, and for reports (RTCP) from an address that none has named, the number of the source (SSRC) decides. Any other is counted and dropped: a packet
 * in the wrong call would let one caller hear another.
 *
 * <p>Nothing is learned from addresses that nobody has named, as a call on a pair of its own does: what comes from there may belong to a
 * call that is over. So who opens ports asks {@link #free} first, and gives a call a pair of its own where its packets may come from
 * elsewhere. Each call judges its packets as there.
 */
public final class SharedPair implements PortPair {
    private static final int SSRC_OFFSET = 8;
    private static final int RTCP_SSRC_OFFSET = 4;

    private final Channel rtp;
    private final Channel rtcp;
    private final RtpCounters counters;
    private final SendBatch batch;
    private final Map<DatagramReceiver, SharedCall> calls = new HashMap<>();
    /** Call that named an address first. Written here, read by threads that answer offers. */
    private final Map<InetSocketAddress, DatagramReceiver> rtpOwners = new ConcurrentHashMap<>();

    private final Map<InetSocketAddress, DatagramReceiver> rtcpOwners = new HashMap<>();
    private final SourceIndex rtpSources = new SourceIndex();
    private final SourceIndex rtcpSources = new SourceIndex();
    private final SourceNumbers numbers = new SourceNumbers();

    /** Creates the pair of two bound sockets; {@code counters} and {@code auditor} are those of the event loop. */
    public SharedPair(Channel rtp, Channel rtcp, RtpCounters counters, FenceAuditor auditor) {
        this.rtp = rtp;
        this.rtcp = rtcp;
        this.counters = counters;
        this.batch = new SendBatch(rtp, auditor);
    }

    @Override
    public Channel rtp() {
        return rtp;
    }

    @Override
    public Channel rtcp() {
        return rtcp;
    }

    @Override
    public SendBatch batch() {
        return batch;
    }

    /** Returns whether no call claims packets from {@code source}. */
    public boolean free(InetSocketAddress source) {
        return !rtpSources.claimed(SourceKey.of(source));
    }

    /** Returns whether no call claims packets from {@code sources}. */
    public boolean free(PacketSources sources) {
        return free(sources.rtp()) && !rtcpOwners.containsKey(sources.rtcp());
    }

    /** Returns how many calls go through the pair. */
    public int calls() {
        return calls.size();
    }

    @Override
    public boolean expect(DatagramReceiver receiver, PacketSources sources) {
        SharedCall call = calls.computeIfAbsent(receiver, SharedCall::new);
        if (sources.equals(call.sources)) {
            return true;
        }
        DatagramReceiver reports = rtcpOwners.get(sources.rtcp());
        if (!admits(receiver, sources.rtp()) || reports != null && reports != receiver) {
            return false;
        }
        forget(call);
        call.sources = sources;
        rtpOwners.put(sources.rtp(), receiver);
        rtcpOwners.put(sources.rtcp(), receiver);
        rtpSources.add(SourceKey.of(sources.rtp()), call);
        rtcpSources.add(SourceKey.of(sources.rtcp()), call);
        return true;
    }

    @Override
    public boolean admits(DatagramReceiver receiver, InetSocketAddress rtp) {
        DatagramReceiver owner = rtpOwners.get(rtp);
        return owner == null || owner == receiver;
    }

    @Override
    public void leave(DatagramReceiver receiver) {
        SharedCall call = calls.remove(receiver);
        if (call != null) {
            forget(call);
            numbers.remove(call);
        }
    }

    private void forget(SharedCall call) {
        if (call.sources != null) {
            rtpOwners.remove(call.sources.rtp(), call.receiver);
            rtcpOwners.remove(call.sources.rtcp(), call.receiver);
            rtpSources.remove(SourceKey.of(call.sources.rtp()), call);
            rtcpSources.remove(SourceKey.of(call.sources.rtcp()), call);
        }
    }

    @Override
    public DatagramReceiver receiver(boolean rtcpPort, ByteBuf datagram, InetSocketAddress source) {
        int at = datagram.readerIndex();
        int length = datagram.readableBytes();
        DatagramKind kind = DatagramKind.of(datagram, at, length);
        boolean audio = !rtcpPort && kind == DatagramKind.RTP;
        int offset = audio ? SSRC_OFFSET : RTCP_SSRC_OFFSET;
        boolean numbered = (audio || kind == DatagramKind.RTCP) && length >= offset + Integer.BYTES;
        SourceIndex claims = rtcpPort ? rtcpSources : rtpSources;
        long key = SourceKey.of(source);
        SharedCall call = claims.only(key);
        if (call != null && (SourceKey.exact(key) || call.names(rtcpPort, source))) {
            if (audio && numbered) {
                numbers.note(call, datagram.getInt(at + offset));
            }
            return call.receiver;
        }
        if (numbered) {
            call = numbers.only(datagram.getInt(at + offset));
            if (call != null && (call.names(rtcpPort, source) || rtcpPort && !claims.claimed(key))) {
                return call.receiver;
            }
        }
        counters.increment(RtpCounter.UNKNOWN_SOURCE);
        return null;
    }

    @Override
    public void onSocketError() {
        counters.increment(RtpCounter.SEND_FAILED);
    }
}

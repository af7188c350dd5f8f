package io.sidetone.transport.rtp.srtp;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.netty.buffer.ByteBuf;
import io.sidetone.transport.rtp.StubDatagramSink;
import io.sidetone.transport.rtp.packet.RtpHeader;
import io.sidetone.transport.rtp.stats.RtpCounter;
import io.sidetone.transport.rtp.stats.RtpCounters;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Law 3 on the media event loop: a packet is protected, opened and refused without an allocation. */
@Tag("allocation")
class SrtpAllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final InetSocketAddress PEER = new InetSocketAddress("192.0.2.10", 4_000);
    private static final int WARM_UP = 60_000;
    private static final int WINDOWS = 5;
    private static final int PACKETS = 4_000;

    private final RtpCounters counters = new RtpCounters(new RtpCounters());
    private final SrtpSession session = new SrtpSession(new RtpCounters());
    private final SrtpSession peer = new SrtpSession(counters);
    private final byte[] payload = new byte[160];

    @ParameterizedTest
    @EnumSource(CryptoSuite.class)
    void shouldAllocateNothingPerPacket(CryptoSuite suite) {
        Random random = new Random(5);
        MasterKey ours = MasterKey.random(suite, random);
        MasterKey theirs = MasterKey.random(suite, random);
        session.negotiated(new SrtpKeys(ours, theirs), 101);
        peer.negotiated(new SrtpKeys(theirs, ours), 101);
        StubDatagramSink wire = new StubDatagramSink();
        wire.forgets = true;
        SrtpDatagramSink sink = new SrtpDatagramSink(wire, session);
        long[] bytes = new long[WINDOWS];
        int sequence = 0;
        for (int window = -1; window < WINDOWS; window++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            int end = sequence + (window < 0 ? WARM_UP : PACKETS);
            for (; sequence < end; sequence++) {
                ByteBuf packet = sink.claim();
                RtpHeader.write(packet, false, 0, sequence & 0xFFFF, sequence * 160, 99);
                packet.writeBytes(payload, 0, 160);
                sink.send(PEER);
                peer.open(packet);
                peer.open(packet);
                if (sequence % 10 == 0) {
                    packet = sink.claim();
                    packet.writeInt(0x80C90001).writeInt(99).writeLong(5);
                    sink.send(PEER);
                    peer.open(packet);
                    packet.setByte(4, packet.getByte(4) + 1);
                    peer.open(packet);
                }
            }
            if (window >= 0) {
                bytes[window] = THREADS.getCurrentThreadAllocatedBytes() - before;
            }
        }
        Arrays.sort(bytes);
        assertThat(bytes[0]).isZero();
        assertThat(counters.value(RtpCounter.SRTP_REPLAYED)).isEqualTo(sequence);
        assertThat(counters.value(RtpCounter.SRTP_NOT_AUTHENTIC)).isEqualTo(sequence / 10);
    }
}

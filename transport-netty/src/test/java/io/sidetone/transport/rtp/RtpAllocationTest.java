package io.sidetone.transport.rtp;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.sidetone.audio.codec.G711;
import io.sidetone.audio.tone.Tone;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.fence.FenceAuditor;
import io.sidetone.core.fence.FenceCounter;
import io.sidetone.core.fence.Token;
import io.sidetone.core.lane.CallHandle;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.core.lane.EgressRing;
import io.sidetone.core.lane.LanePublisher;
import io.sidetone.core.metrics.SharedCounters;
import io.sidetone.core.net.Cidr;
import io.sidetone.transport.capture.CallTap;
import io.sidetone.transport.capture.CaptureCounter;
import io.sidetone.transport.capture.WireTap;
import io.sidetone.transport.egress.EgressLoop;
import io.sidetone.transport.loop.CallCountListener;
import io.sidetone.transport.rtp.packet.DatagramSink;
import io.sidetone.transport.rtp.packet.RtpHeader;
import io.sidetone.transport.rtp.packet.TelephoneEvent;
import io.sidetone.transport.rtp.receive.MediaSink;
import io.sidetone.transport.rtp.receive.OtherSources;
import io.sidetone.transport.rtp.receive.ReceiveWork;
import io.sidetone.transport.rtp.socket.DatagramReceiver;
import io.sidetone.transport.rtp.socket.PacketSources;
import io.sidetone.transport.rtp.socket.SharedPair;
import io.sidetone.transport.rtp.srtp.CryptoSuite;
import io.sidetone.transport.rtp.srtp.MasterKey;
import io.sidetone.transport.rtp.srtp.SrtpDatagramSink;
import io.sidetone.transport.rtp.srtp.SrtpKeys;
import io.sidetone.transport.rtp.srtp.SrtpSession;
import io.sidetone.transport.rtp.stats.RtpCounter;
import io.sidetone.transport.rtp.stats.RtpCounters;
import io.sidetone.transport.sip.source.Blocks;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Law 3 on the media event loop: our handlers allocate nothing per packet. */
@Tag("allocation")
class RtpAllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final InetSocketAddress CALLER = new InetSocketAddress("192.0.2.10", 4000);
    private static final InetSocketAddress STRANGER = new InetSocketAddress("203.0.113.66", 4000);
    private static final int WARM_UP = 200_000;
    private static final int WINDOWS = 5;
    private static final int PACKETS = 100_000;
    private static final long FRAME_NS = 20_000_000L;

    /** A lane with room for everything. */
    private static final class Lane implements MediaSink {
        private long heard;
        private long digits;

        @Override
        public boolean onAudio(short[] pcm, int offset, int samples, int sampleRateHz, long streamSamples, long nowNs) {
            heard += samples;
            return true;
        }

        @Override
        public void onFirstMedia(long nowNs) {}

        @Override
        public void onAlive(long nowNs) {}

        @Override
        public void bridge(LanePublisher other) {}

        @Override
        public void onRefused(InetSocketAddress source, InetSocketAddress announced, long nowNs) {}

        @Override
        public void onFarDelay(int delayMs, long nowNs) {}

        @Override
        public void onDigit(char digit, int durationMs, long nowNs) {
            digits++;
        }
    }

    private final Lane lane = new Lane();
    private final RtpCounters counters = new RtpCounters(new RtpCounters());
    private final RtpIngress ingress =
            new RtpIngress(new ReceiveWork(), 8_000, lane, counters, (buffer, index, length, source, nowNs) -> {});
    private final ByteBuf packet = Unpooled.directBuffer(2048);
    private final byte[] payload = new byte[160];

    private interface Step {
        void run(int i);
    }

    private static long allocatedPer(int count, Step step) {
        return allocatedPer(WARM_UP, count, step);
    }

    /** The window with the least of five: what a step allocates is in all of them, what the JVM does when it compiles anew in some. */
    private static long allocatedPer(int warmUp, int count, Step action) {
        for (int i = 0; i < warmUp; i++) {
            action.run(i);
        }
        long[] bytes = new long[WINDOWS];
        int step = count / WINDOWS;
        int next = warmUp;
        for (int window = 0; window < WINDOWS; window++) {
            int end = window == WINDOWS - 1 ? warmUp + count : next + step;
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (; next < end; next++) {
                action.run(next);
            }
            bytes[window] = THREADS.getCurrentThreadAllocatedBytes() - before;
        }
        Arrays.sort(bytes);
        return bytes[0];
    }

    private void receive(InetSocketAddress from, int type, int sequence, int timestamp, int length, long nowNs) {
        packet.clear();
        RtpHeader.write(packet, false, type, sequence, timestamp, 99);
        packet.writeBytes(payload, 0, length);
        ingress.onRtpPort(packet, from, nowNs);
    }

    private void answer() {
        ingress.negotiated(
                new PayloadMap(List.of(AudioFormat.PCMU, AudioFormat.PCMA), 101),
                true,
                CALLER,
                CALLER.getAddress(),
                OtherSources.NONE,
                0);
    }

    @Test
    void shouldAllocateNothingPerPacketReceived() {
        answer();
        long bytes =
                allocatedPer(PACKETS, i -> receive(CALLER, i / 50 % 2 * 8, i & 0xFFFF, i * 160, 160, i * FRAME_NS));
        assertThat(bytes).isZero();
        assertThat(lane.heard).isEqualTo((WARM_UP + PACKETS - 1) * 160L);
    }

    @Test
    void shouldAllocateNothingForATapWhileNobodyLooks() throws Exception {
        SharedCounters<CaptureCounter> counted = new SharedCounters<>(CaptureCounter.class);
        try (WireTap wire = new WireTap(List.of(), counted, CALLER.getAddress(), () -> 0, 0)) {
            CallTap tap = wire.call("ONE");
            tap.carriedBy("one@sip");
            packet.clear().writeBytes(payload);
            long bytes = allocatedPer(PACKETS, i -> {
                tap.datagram(true, packet, CALLER, STRANGER);
                tap.report(true, packet, 0, 100, CALLER, STRANGER);
            });
            assertThat(bytes).isZero();
            assertThat(tap.capturing()).isFalse();
        }
        assertThat(counted.value(CaptureCounter.DROPPED)).isZero();
    }

    @Test
    void shouldAllocateNothingToFindWhosePacketsOfASharedPortAre() {
        SharedPair pair = new SharedPair(new EmbeddedChannel(), new EmbeddedChannel(), counters, new FenceAuditor());
        InetSocketAddress[] sources = new InetSocketAddress[100];
        for (int i = 0; i < sources.length; i++) {
            sources[i] = new InetSocketAddress("192.0.2.10", 4_000 + 2 * i);
            // The last is a stranger's.
            if (i < sources.length - 1) {
                pair.expect(
                        new DatagramReceiver() {
                            @Override
                            public void onDatagram(
                                    boolean rtcpPort, ByteBuf datagram, InetSocketAddress source, long nowNs) {}

                            @Override
                            public void onSocketError() {}
                        },
                        new PacketSources(sources[i], sources[i]));
            }
        }
        RtpHeader.write(packet.clear(), false, 0, 1, 160, 7);
        packet.writeZero(160);
        assertThat(allocatedPer(10_000, i -> {
                    DatagramReceiver call = pair.receiver(false, packet, sources[i % sources.length]);
                    lane.heard += call == null ? 0 : 1;
                }))
                .isZero();
        assertThat(counters.value(RtpCounter.UNKNOWN_SOURCE)).isPositive();
    }

    @Test
    void shouldAllocateNothingWhileStrangersKeepSendingToATranslatedCall() throws Exception {
        InetAddress listed = InetAddress.getByName("203.0.113.66");
        ingress.negotiated(
                new PayloadMap(List.of(AudioFormat.PCMU, AudioFormat.PCMA), 101),
                true,
                CALLER,
                CALLER.getAddress(),
                listed::equals,
                0);
        InetSocketAddress known = new InetSocketAddress(listed, 7_000);
        InetSocketAddress unknown = new InetSocketAddress("203.0.113.77", 7_000);
        long bytes = allocatedPer(PACKETS, i -> {
            receive(CALLER, 0, i & 0xFFFF, i * 160, 160, i * FRAME_NS);
            receive(i % 100 < 50 ? known : unknown, 0, i & 0xFFFF, i * 160, 160, i * FRAME_NS);
        });
        assertThat(bytes).isZero();
        assertThat(ingress.latch().target()).isEqualTo(CALLER);
    }

    @Test
    void shouldAllocateNothingWhileStrangersSendInTurnToACallThatLearns() throws Exception {
        Cidr network = Blocks.of("198.51.100.0/24");
        ingress.negotiated(
                new PayloadMap(List.of(AudioFormat.PCMU, AudioFormat.PCMA), 101),
                true,
                CALLER,
                CALLER.getAddress(),
                address -> List.of(network).stream().anyMatch(one -> one.contains(address)),
                0);
        InetSocketAddress[] strangers = {
            STRANGER, new InetSocketAddress("203.0.113.67", 4_000), new InetSocketAddress("2001:db8::66", 4_000)
        };
        long bytes = allocatedPer(
                PACKETS, i -> receive(strangers[i % strangers.length], 0, i & 0xFFFF, i * 160, 160, i * FRAME_NS));
        assertThat(bytes).isZero();
        assertThat(counters.value(RtpCounter.FOREIGN_SOURCE)).isEqualTo(WARM_UP + PACKETS);
    }

    @Test
    void shouldAllocateNothingForWidebandWhateverTheRateOfTheCallAndTheLengthOfPackets() {
        for (int packetMs : new int[] {20, 10, 30}) {
            int rateHz = packetMs == 20 ? 8_000 : 16_000;
            RtpIngress wide = new RtpIngress(
                    new ReceiveWork(), rateHz, lane, counters, (buffer, index, length, source, nowNs) -> {});
            wide.negotiated(
                    new PayloadMap(List.of(AudioFormat.G722), 101),
                    true,
                    CALLER,
                    CALLER.getAddress(),
                    OtherSources.NONE,
                    0);
            StubDatagramSink sink = new StubDatagramSink();
            sink.forgets = true;
            RtpEgress egress = new RtpEgress(new SendWork(), new Fence(), rateHz, sink, counters, 1, 2, 3);
            egress.negotiated(AudioFormat.G722, 101, true, packetMs);
            egress.target(CALLER);
            FenceAuditor auditor = new FenceAuditor();
            EgressFrame frame = new EgressFrame();
            frame.sampleRateHz = rateHz;
            frame.room(rateHz / 50);
            frame.samples = rateHz / 50;
            long bytes = allocatedPer(WARM_UP / 8, PACKETS / 8, i -> {
                packet.clear();
                RtpHeader.write(packet, false, 9, i & 0xFFFF, i * 160, 99);
                packet.writeBytes(payload, 0, 160);
                wide.onRtpPort(packet, CALLER, i * FRAME_NS);
                frame.mediaIndex = i;
                frame.silence = i % 50 == 0;
                egress.send(frame, auditor, i * FRAME_NS);
            });
            assertThat(bytes).isZero();
        }
        assertThat(counters.value(RtpCounter.FRAME_MISMATCH)).isZero();
    }

    @Test
    void shouldAllocateNothingInThePausesOfACaller() {
        answer();
        payload[0] = 50;
        long bytes = allocatedPer(PACKETS, i -> {
            if (i % 50 < 25) {
                receive(CALLER, 0, i & 0xFFFF, i * 160, 160, i * FRAME_NS);
            } else {
                receive(CALLER, 13, i & 0xFFFF, i * 160, 11, i * FRAME_NS);
            }
            ingress.onTick(i * FRAME_NS + FRAME_NS / 2);
        });
        assertThat(bytes).isZero();
        assertThat(counters.value(RtpCounter.COMFORT_NOISE)).isPositive();
    }

    @Test
    void shouldAllocateNothingWhenPacketsAreLostLateDoubledOrForeign() {
        answer();
        long bytes = allocatedPer(PACKETS, i -> {
            int number = i % 7 == 3 ? i + 1 : i % 7 == 4 ? i - 1 : i;
            if (i % 11 != 0) {
                receive(CALLER, 0, number & 0xFFFF, number * 160, 160, i * FRAME_NS);
            }
            if (i % 13 == 0) {
                receive(CALLER, 0, number & 0xFFFF, number * 160, 160, i * FRAME_NS);
            }
            receive(STRANGER, 0, i & 0xFFFF, i * 160, 160, i * FRAME_NS);
            packet.clear().writeByte(0x80);
            ingress.onRtpPort(packet, CALLER, i * FRAME_NS);
            ingress.onTick(i * FRAME_NS);
        });
        assertThat(bytes).isZero();
        assertThat(counters.value(RtpCounter.REORDERED)).isPositive();
        assertThat(counters.value(RtpCounter.LOST)).isPositive();
        assertThat(counters.value(RtpCounter.DUPLICATE)).isPositive();
    }

    @Test
    void shouldAllocateNothingForDigits() {
        answer();
        long bytes = allocatedPer(PACKETS, i -> {
            int number = i / 10 * 10;
            packet.clear();
            RtpHeader.write(packet, i % 10 == 0, 101, i & 0xFFFF, number * 160, 99);
            TelephoneEvent.write(packet, i / 10 % 16, i % 10 > 6, 10, (i % 10 + 1) * 160);
            ingress.onRtpPort(packet, CALLER, i * FRAME_NS);
        });
        assertThat(bytes).isZero();
        assertThat(lane.digits).isEqualTo((WARM_UP + PACKETS) / 10);
    }

    @Test
    void shouldAllocateNothingForDigitsInTheSound() {
        answer();
        ingress.hearDigits(true, 0);
        short[] tone = new short[1_600];
        Tone.dtmf('5', 8_000, -16).fill(tone, 0, 800);
        byte[] coded = new byte[tone.length];
        G711.PCMU.encode(tone, 0, tone.length, coded, 0);
        long bytes = allocatedPer(WARM_UP / 8, PACKETS / 8, i -> {
            System.arraycopy(coded, i % 10 * 160, payload, 0, 160);
            receive(CALLER, 0, i & 0xFFFF, i * 160, 160, i * FRAME_NS);
        });
        assertThat(bytes).isZero();
        assertThat(lane.digits).isEqualTo((WARM_UP + PACKETS) / 8 / 10);
    }

    @Test
    void shouldAllocateNothingForFramesThatLeaveTogether() {
        StubDatagramSink sink = new StubDatagramSink();
        sink.forgets = true;
        sink.gathers = true;
        FenceAuditor auditor = new FenceAuditor();
        RtpEgress egress = new RtpEgress(new SendWork(), new Fence(), 8_000, sink, counters, 1, 2, 3);
        egress.negotiated(AudioFormat.PCMU, 101, true, 20);
        egress.target(CALLER);
        EgressFrame frame = new EgressFrame();
        frame.samples = 160;
        frame.token = Token.of(1, 0);
        long bytes = allocatedPer(PACKETS, i -> {
            frame.mediaIndex = i;
            egress.send(frame, auditor, i * FRAME_NS);
            if (i % 16 == 15) {
                auditor.gatheredWritten();
            }
        });
        assertThat(bytes).isZero();
        assertThat(auditor.counters().value(FenceCounter.FENCE_RACES)).isZero();
    }

    @Test
    void shouldAllocateNothingPerPacketOfDigitsSent() {
        StubDatagramSink sink = new StubDatagramSink();
        sink.forgets = true;
        FenceAuditor auditor = new FenceAuditor();
        EgressFrame frame = new EgressFrame();
        frame.samples = 160;
        for (int events : new int[] {101, PayloadMap.NO_TELEPHONE_EVENT}) {
            RtpEgress egress = new RtpEgress(new SendWork(), new Fence(), 8_000, sink, counters, 1, 2, 3);
            egress.negotiated(AudioFormat.PCMU, events, true, 20);
            egress.target(CALLER);
            assertThat(egress.sendDigits("1".repeat(WARM_UP + PACKETS), 40, status -> {}))
                    .isTrue();
            long bytes = allocatedPer(PACKETS, i -> {
                frame.mediaIndex = i;
                egress.send(frame, auditor, i * FRAME_NS);
            });
            assertThat(bytes).isZero();
        }
        assertThat(counters.value(RtpCounter.EVENT_PACKETS_OUT)).isGreaterThan(PACKETS);
    }

    @Test
    void shouldAllocateNothingPerFrameSent() {
        Fence fence = new Fence();
        StubDatagramSink sink = new StubDatagramSink();
        sink.forgets = true;
        RtpEgress egress = new RtpEgress(new SendWork(), fence, 8_000, sink, counters, 1, 2, 3);
        egress.negotiated(AudioFormat.PCMU, 101, true, 20);
        egress.target(CALLER);
        long[] nowNs = new long[1];
        Runnable[] task = new Runnable[1];
        RtpLoop loop = new RtpLoop(
                drain -> task[0] = drain, CallCountListener.UNCOUNTED, () -> nowNs[0], 1, 16, new UnprovenTargets());
        long handle = CallHandle.of(5, 1);
        loop.register(new EgressLoop.Member() {
            @Override
            public long handle() {
                return handle;
            }

            @Override
            public void onFrame(EgressFrame frame, FenceAuditor auditor, long now) {
                egress.send(frame, auditor, now);
                ingress.onTick(now);
            }

            @Override
            public void onTimer(long now) {}
        });
        answer();
        EgressRing ring = loop.egress(0);
        // The recorder makes its histogram's first interval here.
        loop.out().lateness().record(1);
        long bytes = allocatedPer(PACKETS, i -> {
            nowNs[0] = i * FRAME_NS;
            EgressFrame frame = ring.claim();
            frame.handle = handle;
            frame.mediaIndex = i;
            frame.token = Token.of(i, 0);
            frame.samples = 160;
            frame.silence = i % 5 == 0;
            frame.dueNs = nowNs[0] - i % 1000 * 1000L;
            if (i % 50 == 0) {
                fence.advance(Token.of(i, 1));
            }
            ring.publish();
            ring.wakeUp();
            task[0].run();
        });
        assertThat(bytes).isZero();
        assertThat(sink.count).isEqualTo(WARM_UP + PACKETS);
        assertThat(loop.auditor().counters().value(FenceCounter.STALE_DROPPED)).isEqualTo((WARM_UP + PACKETS) / 50);
        assertThat(loop.auditor().counters().value(FenceCounter.STALE_FRAMES_SENT))
                .isZero();
    }

    /** A frame from the lane to the wire, and the same packet from the wire to the lane. */
    @ParameterizedTest
    @EnumSource(CryptoSuite.class)
    void shouldAllocateNothingPerFrameInAndOutWithSrtp(CryptoSuite suite) {
        Random random = new Random(1);
        byte[] mki = {0, 1};
        SrtpKeys keys = new SrtpKeys(
                MasterKey.random(suite, random).withMki(mki),
                MasterKey.random(suite, random).withMki(mki));
        SrtpSession session = new SrtpSession(counters);
        session.negotiated(keys, 101);
        SrtpSession peer = new SrtpSession(counters);
        peer.negotiated(new SrtpKeys(keys.remote(), keys.local()), 101);
        long[] nowNs = new long[1];
        DatagramSink wire = new DatagramSink() {
            @Override
            public ByteBuf claim() {
                return packet.clear();
            }

            @Override
            public boolean send(InetSocketAddress remote) {
                ingress.onRtpPort(peer.open(packet), CALLER, nowNs[0]);
                return true;
            }
        };
        RtpEgress egress = new RtpEgress(
                new SendWork(), new Fence(), 8_000, new SrtpDatagramSink(wire, session), counters, 1, 2, 3);
        egress.negotiated(AudioFormat.PCMU, 101, true, 20);
        egress.target(CALLER);
        answer();
        FenceAuditor auditor = new FenceAuditor();
        EgressFrame frame = new EgressFrame();
        frame.samples = 160;
        long bytes = allocatedPer(WARM_UP / 4, PACKETS / 4, i -> {
            nowNs[0] = i * FRAME_NS;
            frame.mediaIndex = i;
            egress.send(frame, auditor, nowNs[0]);
            ingress.onTick(nowNs[0]);
        });
        assertThat(bytes).isZero();
        assertThat(counters.value(RtpCounter.SRTP_NOT_AUTHENTIC)).isZero();
        assertThat(lane.heard).isEqualTo((WARM_UP / 4 + PACKETS / 4 - 1) * 160L);
    }
}

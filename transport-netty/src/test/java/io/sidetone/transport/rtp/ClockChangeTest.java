package io.sidetone.transport.rtp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sidetone.audio.codec.AudioCodec;
import io.sidetone.audio.codec.L16;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.fence.FenceAuditor;
import io.sidetone.core.fence.Token;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.transport.rtp.packet.RtpHeader;
import io.sidetone.transport.rtp.packet.TelephoneEvent;
import io.sidetone.transport.rtp.receive.OtherSources;
import io.sidetone.transport.rtp.receive.ReceiveWork;
import io.sidetone.transport.rtp.stats.RtpCounter;
import io.sidetone.transport.rtp.stats.RtpCounters;
import java.net.InetSocketAddress;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A call whose codec comes to have another RTP clock (RFC 7160), and codecs that make up what was lost. */
class ClockChangeTest {
    private static final InetSocketAddress CALLER = new InetSocketAddress("192.0.2.10", 4000);
    private static final int RATE_HZ = 16_000;
    private static final long FRAME_NS = 20_000_000L;
    private static final AudioFormat WIDE = new AudioFormat("L16", 96, () -> new L16(RATE_HZ, ByteOrder.BIG_ENDIAN));

    private final RecordingSink heard = new RecordingSink();
    private final RtpCounters counters = new RtpCounters();
    private final RtpIngress ingress =
            new RtpIngress(new ReceiveWork(), RATE_HZ, heard, counters, (buffer, index, length, source, nowNs) -> {});
    private final ByteBuf packet = Unpooled.buffer(2_048);
    private int sequence = 10;
    private long nowNs;

    private void agree(AudioFormat format) {
        ingress.negotiated(
                new PayloadMap(List.of(format), 101), true, CALLER, CALLER.getAddress(), OtherSources.NONE, nowNs);
    }

    private void receive(int payloadType, int timestamp, int bytes) {
        packet.clear();
        RtpHeader.write(packet, false, payloadType, sequence, timestamp, 9);
        packet.writeZero(bytes);
        sequence++;
        ingress.onRtpPort(packet, CALLER, nowNs);
        nowNs += FRAME_NS;
    }

    @Test
    void shouldGoOnWhereItWasWhenTimestampsComeToCountFaster() {
        agree(AudioFormat.PCMU);
        for (int i = 0; i < 6; i++) {
            receive(0, 1_000_000 + i * 160, 160);
        }
        agree(WIDE);
        for (int i = 0; i < 5; i++) {
            receive(96, 77 + i * 320, 640);
        }
        assertThat(heard.positions())
                .containsExactly(0L, 320L, 640L, 960L, 1_280L, 1_600L, 1_920L, 2_240L, 2_560L, 2_880L);
        assertThat(counters.value(RtpCounter.TIMESTAMP_JUMP)).isZero();
        assertThat(ingress.codecName()).isEqualTo("L16");
    }

    @Test
    void shouldMeasureKeysByTheNewClock() {
        agree(AudioFormat.PCMU);
        receive(0, 0, 160);
        receive(0, 160, 160);
        agree(WIDE);
        packet.clear();
        RtpHeader.write(packet, true, 101, sequence, 320, 9);
        TelephoneEvent.write(packet, 5, true, 10, 1_600);
        ingress.onRtpPort(packet, CALLER, nowNs);
        assertThat(heard.digits()).containsExactly("digit 5 100");
    }

    @Test
    void shouldSendOnTimestampsThatFollowEachOther() {
        StubDatagramSink sent = new StubDatagramSink();
        RtpEgress egress = new RtpEgress(new SendWork(), new Fence(), RATE_HZ, sent, counters, 1, 10, 5_000);
        egress.negotiated(AudioFormat.PCMU, 101, true, 20);
        egress.target(CALLER);
        EgressFrame frame = new EgressFrame();
        frame.room(RATE_HZ / 50);
        frame.samples = RATE_HZ / 50;
        frame.sampleRateHz = RATE_HZ;
        frame.token = Token.of(1, 0);
        for (int i = 0; i < 4; i++) {
            if (i == 2) {
                egress.negotiated(WIDE, 101, true, 20);
            }
            frame.mediaIndex = 1_000 + i;
            egress.send(frame, new FenceAuditor(), i * FRAME_NS);
        }
        List<Integer> steps = new ArrayList<>();
        for (int i = 1; i < sent.sent.size(); i++) {
            steps.add(RtpHeader.timestamp(sent.sent.get(i), 0) - RtpHeader.timestamp(sent.sent.get(i - 1), 0));
        }
        assertThat(steps).containsExactly(160, 320, 320);
    }

    /** Makes up 7s. */
    private static final class Guessing implements AudioCodec {
        private final L16 coded = new L16(RATE_HZ, ByteOrder.BIG_ENDIAN);

        @Override
        public int sampleRateHz() {
            return RATE_HZ;
        }

        @Override
        public int decode(byte[] in, int off, int len, short[] out, int outOff) {
            return coded.decode(in, off, len, out, outOff);
        }

        @Override
        public int conceal(byte[] next, int off, int len, short[] out, int outOff, int lost) {
            Arrays.fill(out, outOff, outOff + lost, (short) 7);
            return lost;
        }

        @Override
        public int encode(short[] pcm, int off, int samples, byte[] out, int outOff) {
            return coded.encode(pcm, off, samples, out, outOff);
        }

        @Override
        public int bytesForSamples(int samples) {
            return coded.bytesForSamples(samples);
        }

        @Override
        public int samplesForBytes(int bytes) {
            return coded.samplesForBytes(bytes);
        }

        @Override
        public void fillSilence(byte[] out, int off, int len) {
            coded.fillSilence(out, off, len);
        }
    }

    @Test
    void shouldLetACodecFillWhatWasLostUpToThreeFrames() {
        agree(new AudioFormat("guess", 96, Guessing::new));
        receive(96, 0, 640);
        receive(96, 320, 640);
        sequence += 2;
        nowNs += 2 * FRAME_NS;
        receive(96, 4 * 320 - 320, 640);
        ingress.onTick(nowNs + 200_000_000L);
        assertThat(heard.positions()).containsExactly(0L, 320L, 640L);
        assertThat(heard.frames.get(1).pcm()).containsOnly((short) 7);
        sequence += 4;
        nowNs += 4 * FRAME_NS;
        receive(96, 8 * 320, 640);
        ingress.onTick(nowNs + 200_000_000L);
        assertThat(heard.positions()).as("four frames are not filled").containsExactly(0L, 320L, 640L, 2_240L);
    }
}

package io.sidetone.transport.rtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.sidetone.audio.codec.AudioCodec;
import io.sidetone.audio.codec.G711;
import io.sidetone.audio.codec.G722;
import io.sidetone.audio.codec.L16;
import io.sidetone.audio.tone.Tone;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.fence.FenceAuditor;
import io.sidetone.core.fence.FenceCounter;
import io.sidetone.core.fence.Token;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.transport.rtp.packet.RtpHeader;
import io.sidetone.transport.rtp.receive.OtherSources;
import io.sidetone.transport.rtp.receive.ReceiveWork;
import io.sidetone.transport.rtp.stats.RtpCounter;
import io.sidetone.transport.rtp.stats.RtpCounters;
import java.net.InetSocketAddress;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** G.722: 16 kHz of sound under an RTP clock of 8 kHz, and what becomes of a call whose codec changes its rate. */
@Tag("CARD-03")
class WidebandTest {
    private static final InetSocketAddress CALLER = new InetSocketAddress("192.0.2.10", 4000);
    private static final int WIDE_HZ = 16_000;
    private static final int NARROW_HZ = 8_000;
    private static final int EVENTS = 101;
    private static final long FRAME_NS = 20_000_000L;

    private final RtpCounters counters = new RtpCounters();
    private final RecordingSink heard = new RecordingSink();
    private final StubDatagramSink sent = new StubDatagramSink();
    private final Fence fence = new Fence();
    private final FenceAuditor auditor = new FenceAuditor();
    private final EgressFrame frame = new EgressFrame();
    private final ByteBuf packet = Unpooled.buffer(4096);
    private final byte[] payload = new byte[320];
    private final short[] pcm = new short[960];
    private int sequence = 100;

    private static RtpIngress ingress(RecordingSink sink, RtpCounters counters, int rateHz, AudioFormat format) {
        RtpIngress ingress =
                new RtpIngress(new ReceiveWork(), rateHz, sink, counters, (buffer, index, length, source, nowNs) -> {});
        agree(ingress, format);
        return ingress;
    }

    private static void agree(RtpIngress ingress, AudioFormat format) {
        ingress.negotiated(
                new PayloadMap(List.of(format), EVENTS), true, CALLER, CALLER.getAddress(), OtherSources.NONE, 0);
    }

    private RtpEgress egress(int rateHz, AudioFormat format, int events) {
        RtpEgress egress = new RtpEgress(new SendWork(), fence, rateHz, sent, counters, 1, 10, 5_000);
        egress.negotiated(format, events, true, 20);
        egress.target(CALLER);
        frame.room(rateHz / 50);
        frame.samples = rateHz / 50;
        frame.sampleRateHz = rateHz;
        frame.token = Token.of(1, 0);
        return egress;
    }

    private void receive(RtpIngress ingress, int ssrc, AudioFormat format, AudioCodec codec, Tone tone, int number) {
        int samples = codec.sampleRateHz() / 50;
        tone.fill(pcm, 0, samples);
        int bytes = codec.encode(pcm, 0, samples, payload, 0);
        packet.clear();
        RtpHeader.write(packet, false, format.payloadType(), sequence++, 7_000 + number * 160, ssrc);
        packet.writeBytes(payload, 0, bytes);
        ingress.onRtpPort(packet, CALLER, number * FRAME_NS);
    }

    private static void send(RtpEgress egress, EgressFrame frame, FenceAuditor auditor, int number) {
        frame.mediaIndex = number;
        egress.send(frame, auditor, number * FRAME_NS);
    }

    private static byte[] payload(ByteBuf rtp) {
        return ByteBufUtil.getBytes(rtp, RtpHeader.LENGTH, rtp.readableBytes() - RtpHeader.LENGTH);
    }

    private static short[] joined(List<short[]> frames) {
        short[] all = new short[frames.stream().mapToInt(one -> one.length).sum()];
        int at = 0;
        for (short[] one : frames) {
            System.arraycopy(one, 0, all, at, one.length);
            at += one.length;
        }
        return all;
    }

    private short[] heardFrom(int frame) {
        return joined(
                heard.frames.stream().skip(frame).map(RecordingSink.Frame::pcm).toList());
    }

    private short[] sentFrom(int first, AudioCodec codec) {
        List<short[]> frames = new ArrayList<>();
        for (ByteBuf rtp : sent.sent) {
            byte[] bytes = payload(rtp);
            short[] out = new short[codec.samplesForBytes(bytes.length)];
            codec.decode(bytes, 0, bytes.length, out, 0);
            frames.add(out);
        }
        return joined(frames.subList(first, frames.size()));
    }

    /** Amplitude of one frequency. */
    private static double part(short[] sound, double hz, int rateHz) {
        double c = 0;
        double s = 0;
        for (int i = 0; i < sound.length; i++) {
            double angle = 2 * Math.PI * hz * i / rateHz;
            c += sound[i] * Math.cos(angle);
            s += sound[i] * Math.sin(angle);
        }
        return 2 * Math.hypot(c, s) / sound.length;
    }

    private static double peak(double dbov) {
        return 32_768 * Math.sqrt(2) * Math.pow(10, dbov / 20);
    }

    @Test
    void shouldHearWidebandSoundAtTwiceTheTimestamps() {
        RtpIngress ingress = ingress(heard, counters, WIDE_HZ, AudioFormat.G722);
        G722 phone = new G722();
        Tone tone = Tone.sine(5_500, WIDE_HZ, -20);
        for (int i = 0; i < 60; i++) {
            receive(ingress, 9, AudioFormat.G722, phone, tone, i);
        }
        assertThat(heard.positions().subList(0, 4)).containsExactly(0L, 320L, 640L, 960L);
        assertThat(heard.frames).allMatch(one -> one.sampleRateHz() == WIDE_HZ && one.pcm().length == 320);
        assertThat(part(heardFrom(9), 5_500, WIDE_HZ)).isBetween(0.9 * peak(-20), 1.1 * peak(-20));
        assertThat(ingress.codecName()).isEqualTo("G722");
        assertThat(ingress.jitter()).isZero();
        assertThat(counters.value(RtpCounter.TIMESTAMP_JUMP)).isZero();
    }

    @Test
    void shouldCountOnInSamplesOverLossesSilenceAndHalfFrames() {
        RtpIngress ingress = ingress(heard, counters, WIDE_HZ, AudioFormat.G722);
        G722 phone = new G722();
        Tone tone = Tone.sine(800, WIDE_HZ, -20);
        for (int i : new int[] {0, 1, 2, 5, 6, 506}) {
            receive(ingress, 9, AudioFormat.G722, phone, tone, i);
        }
        assertThat(heard.positions()).containsExactly(0L, 320L, 4 * 320L, 5 * 320L, 505 * 320L);
        assertThat(counters.value(RtpCounter.TIMESTAMP_JUMP)).isZero();
    }

    @Test
    void shouldDecodeAnewWhenAnotherSourceSpeaks() {
        RtpIngress ingress = ingress(heard, counters, WIDE_HZ, AudioFormat.G722);
        G722 first = new G722();
        Tone loud = Tone.sine(2_000, WIDE_HZ, -6);
        for (int i = 0; i < 20; i++) {
            receive(ingress, 1, AudioFormat.G722, first, loud, i);
        }
        int before = heard.frames.size();
        G722 second = new G722();
        Tone faint = Tone.sine(500, WIDE_HZ, -50);
        for (int i = 20; i < 30; i++) {
            receive(ingress, 2, AudioFormat.G722, second, faint, i);
        }
        short[] expected = new short[320];
        G722 alone = new G722();
        Tone again = Tone.sine(500, WIDE_HZ, -50);
        G722 decoder = new G722();
        List<short[]> wanted = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            again.fill(expected, 0, 320);
            alone.encode(expected, 0, 320, payload, 0);
            if (i > 0) {
                decoder.decode(payload, 0, 160, expected, 0);
                wanted.add(expected.clone());
            }
        }
        assertThat(heardFrom(before)).isEqualTo(joined(wanted));
    }

    @Test
    void shouldGoOnDecodingWhenTheSameCodecIsAgreedOnAgain() {
        RtpIngress ingress = ingress(heard, counters, WIDE_HZ, AudioFormat.G722);
        G722 phone = new G722();
        Tone tone = Tone.sine(3_000, WIDE_HZ, -12);
        for (int i = 0; i < 40; i++) {
            if (i == 20) {
                agree(ingress, AudioFormat.G722);
            }
            receive(ingress, 9, AudioFormat.G722, phone, tone, i);
        }
        short[] around = Arrays.copyOfRange(heardFrom(0), 18 * 320, 22 * 320);
        assertThat(part(around, 3_000, WIDE_HZ)).isBetween(0.95 * peak(-12), 1.05 * peak(-12));
        for (short sample : around) {
            assertThat(Math.abs(sample)).isLessThan((int) (1.1 * peak(-12)));
        }
    }

    @Test
    void shouldKeepTheRateOfTheCallWhenItsCodecChangesIt() {
        RtpIngress wide = ingress(heard, counters, WIDE_HZ, AudioFormat.G722);
        G722 phone = new G722();
        Tone tone = Tone.sine(1_000, WIDE_HZ, -20);
        for (int i = 0; i < 20; i++) {
            receive(wide, 9, AudioFormat.G722, phone, tone, i);
        }
        agree(wide, AudioFormat.PCMU);
        Tone narrow = Tone.sine(1_000, NARROW_HZ, -20);
        for (int i = 20; i < 60; i++) {
            receive(wide, 9, AudioFormat.PCMU, G711.PCMU, narrow, i);
        }
        agree(wide, AudioFormat.G722);
        for (int i = 60; i < 80; i++) {
            receive(wide, 9, AudioFormat.G722, phone, tone, i);
        }
        assertThat(heard.frames).allMatch(one -> one.sampleRateHz() == WIDE_HZ && one.pcm().length == 320);
        for (int i = 0; i < heard.frames.size(); i++) {
            assertThat(heard.positions().get(i)).isEqualTo(i * 320L);
        }
        assertThat(heard.frames).hasSize(79);
        assertThat(part(Arrays.copyOfRange(heardFrom(0), 25 * 320, 55 * 320), 1_000, WIDE_HZ))
                .isBetween(0.95 * peak(-20), 1.05 * peak(-20));
        assertThat(counters.value(RtpCounter.TIMESTAMP_JUMP)).isZero();
    }

    @Test
    void shouldCompleteAFrameThatTheChangeOfCodecCutShort() {
        RtpIngress ingress = ingress(heard, counters, NARROW_HZ, AudioFormat.PCMU);
        byte[] third = new byte[80];
        for (int i = 0; i < 4; i++) {
            packet.clear();
            RtpHeader.write(packet, false, 0, sequence++, i * 80, 9);
            packet.writeBytes(third);
            ingress.onRtpPort(packet, CALLER, i * FRAME_NS / 2);
        }
        assertThat(heard.positions()).containsExactly(0L);
        agree(ingress, AudioFormat.G722);
        G722 phone = new G722();
        Tone tone = Tone.sine(900, WIDE_HZ, -20);
        tone.fill(pcm, 0, 320);
        phone.encode(pcm, 0, 320, payload, 0);
        packet.clear();
        RtpHeader.write(packet, false, 9, sequence++, 320, 9);
        packet.writeBytes(payload, 0, 160);
        ingress.onRtpPort(packet, CALLER, 2 * FRAME_NS);
        assertThat(heard.positions().subList(0, 2)).containsExactly(0L, 160L);
        assertThat(heard.frames).allMatch(one -> one.sampleRateHz() == NARROW_HZ && one.pcm().length == 160);
    }

    @Test
    void shouldSayWhenFormatsDoNotGoTogether() {
        assertThatThrownBy(() -> new PayloadMap(List.of(AudioFormat.PCMU, AudioFormat.G722), EVENTS))
                .hasMessageContaining("PCMU and G722");
        AudioFormat linear = new AudioFormat("L16", 96, () -> new L16(WIDE_HZ, ByteOrder.BIG_ENDIAN));
        assertThatThrownBy(() -> new PayloadMap(List.of(AudioFormat.G722, linear), EVENTS))
                .hasMessageContaining("RTP clock");
    }

    @Test
    void shouldSendWidebandSoundWithTimestampsOfTheRtpClock() {
        RtpEgress egress = egress(WIDE_HZ, AudioFormat.G722, EVENTS);
        Tone tone = Tone.sine(5_500, WIDE_HZ, -20);
        for (int i = 0; i < 50; i++) {
            tone.fill(frame.pcm, 0, 320);
            send(egress, frame, auditor, i);
            ByteBuf rtp = sent.last();
            assertThat(rtp.readableBytes()).isEqualTo(172);
            assertThat(RtpHeader.payloadType(rtp, 0)).isEqualTo(9);
            assertThat(RtpHeader.timestamp(rtp, 0)).isEqualTo(5_000 + i * 160);
        }
        assertThat(part(sentFrom(10, new G722()), 5_500, WIDE_HZ)).isBetween(0.9 * peak(-20), 1.1 * peak(-20));
        assertThat(egress.timestampAt(49 * FRAME_NS + FRAME_NS / 2)).isEqualTo(5_000 + 49 * 160 + 80);
        assertThat(counters.value(RtpCounter.FRAME_MISMATCH)).isZero();
    }

    @Test
    void shouldFallSilentInStepWithThePeerWhenATurnIsCancelled() {
        RtpEgress egress = egress(WIDE_HZ, AudioFormat.G722, EVENTS);
        Tone tone = Tone.sine(1_500, WIDE_HZ, -10);
        for (int i = 0; i < 60; i++) {
            if (i == 30) {
                fence.advance(Token.of(2, 0));
            }
            tone.fill(frame.pcm, 0, 320);
            send(egress, frame, auditor, i);
        }
        short[] sound = sentFrom(0, new G722());
        assertThat(part(Arrays.copyOfRange(sound, 10 * 320, 30 * 320), 1_500, WIDE_HZ))
                .isGreaterThan(0.9 * peak(-10));
        for (short sample : Arrays.copyOfRange(sound, 35 * 320, 60 * 320)) {
            assertThat(Math.abs(sample)).isLessThan(8);
        }
        assertThat(auditor.counters().value(FenceCounter.STALE_FRAMES_SENT)).isZero();
    }

    @Test
    void shouldSendTheCallsFramesThroughACodecOfAnotherRate() {
        RtpEgress egress = egress(WIDE_HZ, AudioFormat.G722, EVENTS);
        Tone tone = Tone.pair(1_000, 6_000, WIDE_HZ, -20);
        for (int i = 0; i < 80; i++) {
            if (i == 10) {
                egress.negotiated(AudioFormat.PCMU, EVENTS, true, 20);
            }
            tone.fill(frame.pcm, 0, 320);
            send(egress, frame, auditor, i);
            assertThat(RtpHeader.timestamp(sent.last(), 0)).isEqualTo(5_000 + i * 160);
            assertThat(RtpHeader.sequence(sent.last(), 0)).isEqualTo(10 + i);
            assertThat(sent.last().readableBytes()).isEqualTo(172);
        }
        short[] narrow = sentFrom(20, G711.PCMU);
        assertThat(part(narrow, 1_000, NARROW_HZ)).isBetween(0.95 * peak(-20), 1.05 * peak(-20));
        assertThat(part(narrow, 2_000, NARROW_HZ)).as("6 kHz folded").isLessThan(0.02 * peak(-20));
        assertThat(counters.value(RtpCounter.FRAME_MISMATCH)).isZero();
    }

    @Test
    void shouldSendDigitsOfTheRtpClockOrTonesOfTheCodecsRate() {
        RtpEgress egress = egress(WIDE_HZ, AudioFormat.G722, EVENTS);
        egress.sendDigits("7", 60, status -> {});
        for (int i = 0; i < 8; i++) {
            send(egress, frame, auditor, i);
        }
        assertThat(ByteBufUtil.hexDump(payload(sent.sent.get(0)))).isEqualTo("070a00a0");
        assertThat(ByteBufUtil.hexDump(payload(sent.sent.get(2)))).isEqualTo("078a01e0");
        sent.sent.clear();
        egress.sendDigits("1", 400, status -> {});
        egress.negotiated(AudioFormat.G722, PayloadMap.NO_TELEPHONE_EVENT, true, 20);
        for (int i = 8; i < 28; i++) {
            send(egress, frame, auditor, i);
        }
        short[] tones = sentFrom(2, new G722());
        assertThat(part(tones, 697, WIDE_HZ)).isBetween(0.9 * peak(-13), 1.1 * peak(-13));
        assertThat(part(tones, 1_209, WIDE_HZ)).isBetween(0.9 * peak(-13), 1.1 * peak(-13));
    }
}

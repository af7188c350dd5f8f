package io.sidetone.transport.rtp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sidetone.audio.codec.G711;
import io.sidetone.transport.rtp.packet.RtpHeader;
import io.sidetone.transport.rtp.receive.OtherSources;
import io.sidetone.transport.rtp.receive.ReceiveWork;
import io.sidetone.transport.rtp.stats.RtpCounter;
import io.sidetone.transport.rtp.stats.RtpCounters;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pauses of a caller who sends comfort noise (RFC 3389), from packets to frames. */
class ComfortNoiseIngressTest {
    private static final InetSocketAddress CALLER = new InetSocketAddress("192.0.2.10", 4000);
    private static final int SSRC = 0xdeadbeef;
    private static final long MS = 1_000_000L;

    private final RecordingSink sink = new RecordingSink();
    private final RtpCounters counters = new RtpCounters();
    private final ByteBuf packet = Unpooled.buffer(512);
    private RtpIngress ingress =
            new RtpIngress(new ReceiveWork(), 8_000, sink, counters, (buffer, index, length, source, nowNs) -> {});
    private long nowMs;

    private void answer() {
        answer(AudioFormat.PCMU);
    }

    private void answer(AudioFormat format) {
        ingress.negotiated(
                new PayloadMap(List.of(format), 101), true, CALLER, CALLER.getAddress(), OtherSources.NONE, 0);
    }

    private void send(InetSocketAddress from, int type, int sequence, int timestamp, int ssrc, byte[] payload) {
        packet.clear();
        RtpHeader.write(packet, false, type, sequence, timestamp, ssrc);
        packet.writeBytes(payload);
        ingress.onRtpPort(packet, from, nowMs * MS);
    }

    private static byte[] filled(int length, int code) {
        byte[] payload = new byte[length];
        Arrays.fill(payload, (byte) code);
        return payload;
    }

    /** Packets of 20 ms each. */
    private void audio(int from, int to) {
        for (int number = from; number < to; number++) {
            send(CALLER, 0, 1000 + number, 5000 + number * 160, SSRC, filled(160, number));
            nowMs += 20;
        }
    }

    private long count(RtpCounter counter) {
        return counters.value(counter);
    }

    /** Time passes, with a tick every 20 ms. */
    private void pass(int ms) {
        for (int i = 0; i < ms; i += 20) {
            nowMs += 20;
            ingress.onTick(nowMs * MS);
        }
    }

    private void comfortNoise(int sequence, int timestamp, int... payload) {
        byte[] bytes = new byte[payload.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) payload[i];
        }
        send(CALLER, 13, sequence, timestamp, SSRC, bytes);
    }

    @Test
    void shouldFillAPauseWithTheNoiseToldAndCountNoLoss() {
        answer();
        audio(0, 3);
        comfortNoise(1003, 5480, 50);
        pass(400);
        comfortNoise(1004, 5480 + 3200, 50, 60);
        pass(700);
        send(CALLER, 0, 1005, 5480 + 8800, SSRC, filled(160, 1));
        assertThat(count(RtpCounter.COMFORT_NOISE)).isEqualTo(2);
        assertThat(count(RtpCounter.LOST)).isZero();
        assertThat(count(RtpCounter.TIMESTAMP_JUMP)).isZero();
        assertThat(sink.events).containsExactly("first media @20", "alive @60");
        assertThat(sink.positions()).hasSize(2 + 55 + 1);
        for (int i = 0; i < sink.frames.size(); i++) {
            assertThat(sink.positions().get(i)).isEqualTo(i * 160L);
        }
        double rms = 0;
        for (short sample : sink.frames.get(12).pcm()) {
            rms += sample * sample / 160.0;
        }
        assertThat(Math.sqrt(rms)).as("-50 dBov").isBetween(60.0, 160.0);
    }

    /** The first words after a pause come before the last of its noise has been made. */
    @Test
    void shouldHandOnWhatWasSaidAfterAPauseAsItCame() {
        answer();
        audio(0, 3);
        comfortNoise(1003, 5480, 50);
        pass(400);
        nowMs += 20;
        send(CALLER, 0, 1004, 5480 + 3360, SSRC, filled(160, 1));
        assertThat(sink.frames).hasSize(2 + 21 + 1);
        assertThat(sink.frames.get(23).pcm()).containsOnly(G711.PCMU.level((byte) 1));
        assertThat(sink.frames.get(22).pcm()).as("noise").doesNotContain(G711.PCMU.level((byte) 1));
    }

    @Test
    void shouldMakeNoiseBehindTimeSoThatItNeverStandsInTheWayOfSpeech() {
        answer();
        audio(0, 3);
        comfortNoise(1003, 5480, 50);
        pass(40);
        assertThat(sink.frames).hasSize(3);
        pass(20);
        assertThat(sink.frames).hasSize(4);
        send(CALLER, 0, 1004, 5480 + 320, SSRC, filled(160, 1));
        assertThat(sink.positions()).containsExactly(0L, 160L, 320L, 480L, 640L);
        assertThat(count(RtpCounter.TIMESTAMP_JUMP)).isZero();
    }

    @Test
    void shouldBearASenderWhoseClockIsSlowerThanTheNoise() {
        answer();
        audio(0, 3);
        comfortNoise(1003, 5480, 50);
        pass(200);
        send(CALLER, 0, 1004, 5480 + 160, SSRC, filled(160, 1));
        assertThat(count(RtpCounter.TIMESTAMP_JUMP)).isZero();
        assertThat(sink.frames).hasSize(2 + 9 + 1);
        assertThat(sink.positions()).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void shouldStopTheNoiseWhenNothingMoreComes() {
        answer();
        audio(0, 3);
        comfortNoise(1003, 5480, 50);
        pass(30_000);
        assertThat(sink.frames).hasSizeBetween(2 + 490, 2 + 500);
        int before = sink.frames.size();
        send(CALLER, 0, 1004, 5480 + 240_000, SSRC, filled(160, 1));
        assertThat(sink.frames).hasSize(before + 1);
        assertThat(sink.positions().get(before)).isEqualTo(320L + 240_000L);
    }

    @Test
    void shouldTakeBadComfortNoiseForLifeAndCountIt() {
        answer();
        audio(0, 3);
        comfortNoise(1003, 5480);
        comfortNoise(1004, 5480, 128);
        comfortNoise(1005, 5480, 255, 3, 3);
        pass(200);
        assertThat(count(RtpCounter.COMFORT_NOISE_INVALID)).isEqualTo(3);
        assertThat(sink.frames).hasSize(2);
        int[] long50 = new int[51];
        Arrays.fill(long50, 200);
        long50[0] = 40;
        comfortNoise(1006, 5480 + 1600, long50);
        comfortNoise(1007, 5480 + 1600, 127);
        pass(200);
        assertThat(count(RtpCounter.COMFORT_NOISE)).isEqualTo(2);
        assertThat(sink.frames).hasSize(2 + 9);
        assertThat(sink.events).containsExactly("first media @20", "alive @60");
    }

    @Test
    void shouldFillThePauseOfAWidebandCallAtItsRate() {
        ingress =
                new RtpIngress(new ReceiveWork(), 16_000, sink, counters, (buffer, index, length, source, nowNs) -> {});
        answer(AudioFormat.G722);
        for (int number = 0; number < 3; number++) {
            send(CALLER, 9, 1000 + number, 5000 + number * 160, SSRC, filled(160, number));
            nowMs += 20;
        }
        comfortNoise(1003, 5480, 50);
        pass(200);
        send(CALLER, 9, 1004, 5480 + 1600, SSRC, filled(160, 1));
        assertThat(sink.frames).hasSize(2 + 10 + 1);
        for (int i = 0; i < sink.frames.size(); i++) {
            assertThat(sink.positions().get(i)).isEqualTo(i * 320L);
            assertThat(sink.frames.get(i).pcm()).hasSize(320);
        }
    }

    @Test
    void shouldMakeTheSameNoiseOfTheSamePackets() {
        int first = 0;
        for (int run = 0; run < 2; run++) {
            ingress = new RtpIngress(
                    new ReceiveWork(), 8_000, sink, counters, (buffer, index, length, source, nowNs) -> {});
            sink.frames.clear();
            nowMs = 0;
            answer();
            audio(0, 3);
            comfortNoise(1003, 5480, 45, 60);
            pass(500);
            assertThat(sink.frames).hasSizeGreaterThan(15);
            int noise = Arrays.hashCode(sink.frames.get(15).pcm());
            assertThat(run == 0 ? noise : first).isEqualTo(noise);
            first = noise;
        }
    }
}

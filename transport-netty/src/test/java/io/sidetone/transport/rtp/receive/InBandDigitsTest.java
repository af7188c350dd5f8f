package io.sidetone.transport.rtp.receive;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.audio.tone.Tone;
import io.sidetone.core.lane.LanePublisher;
import io.sidetone.transport.rtp.stats.RtpCounter;
import io.sidetone.transport.rtp.stats.RtpCounters;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class InBandDigitsTest {
    private static final int RATE_HZ = 8_000;
    private static final int FRAME = 160;
    private static final long FRAME_NS = 20_000_000L;

    private final List<String> heard = new ArrayList<>();
    private final RtpCounters counters = new RtpCounters();
    private final InBandDigits digits = new InBandDigits(RATE_HZ, new Sink(), counters);
    private final Tone five = Tone.dtmf('5', RATE_HZ, -16);
    private final short[] frame = new short[FRAME];
    private long number;

    /** Writes down what comes: a letter for a frame, digits as they are. */
    private final class Sink implements MediaSink {
        @Override
        public boolean onAudio(short[] pcm, int offset, int samples, int sampleRateHz, long streamSamples, long nowNs) {
            boolean silent = true;
            for (int i = 0; i < samples; i++) {
                silent &= pcm[offset + i] == 0;
            }
            heard.add(silent ? "-" : "s");
            return true;
        }

        @Override
        public void onDigit(char digit, int durationMs, long nowNs) {
            heard.add(digit + "(" + (durationMs + 5) / 10 * 10 + ")");
        }

        @Override
        public void bridge(LanePublisher other) {}

        @Override
        public void onFirstMedia(long nowNs) {}

        @Override
        public void onAlive(long nowNs) {}

        @Override
        public void onRefused(InetSocketAddress source, InetSocketAddress announced, long nowNs) {}

        @Override
        public void onFarDelay(int delayMs, long nowNs) {}
    }

    private void tone(int frames) {
        for (int i = 0; i < frames; i++) {
            five.fill(frame, 0, FRAME);
            take();
        }
    }

    private void silence(int frames) {
        Arrays.fill(frame, (short) 0);
        for (int i = 0; i < frames; i++) {
            take();
        }
    }

    private void take() {
        digits.onAudio(frame, 0, FRAME, RATE_HZ, number * FRAME, number * FRAME_NS);
        number++;
    }

    private String told() {
        return String.join("", heard);
    }

    @Test
    void shouldMakeADigitOfATonesSoundAndSilenceOfTheTone() {
        digits.listen(true, 0);
        silence(1);
        tone(5);
        silence(4);
        assertThat(told()).matches("-+5\\(100\\)-+");
        assertThat(counters.value(RtpCounter.DIGITS)).isEqualTo(1);
    }

    @Test
    void shouldLeaveTheSoundAloneWhenDigitsComeByAnotherWay() {
        tone(5);
        silence(4);
        assertThat(told()).isEqualTo("sssss----");
        digits.listen(true, 0);
        digits.listen(false, 0);
        tone(5);
        silence(4);
        assertThat(told()).isEqualTo("sssss----sssss----");
    }

    @Test
    void shouldHearOneDigitWhenAPacketIsLostInIt() {
        digits.listen(true, 0);
        tone(4);
        number++;
        tone(4);
        silence(4);
        assertThat(heard.stream().filter(word -> word.startsWith("5"))).hasSize(1);
    }

    @Test
    void shouldEndTheDigitWhenNothingComesAnyMore() {
        digits.listen(true, 0);
        tone(5);
        digits.onTick(number * FRAME_NS + 300_000_000L);
        assertThat(told()).doesNotContain("5");
        digits.onTick(number * FRAME_NS + 400_000_000L);
        assertThat(told()).endsWith("5(100)");
        digits.onTick(number * FRAME_NS + 900_000_000L);
        assertThat(heard.stream().filter(word -> word.startsWith("5"))).hasSize(1);
    }

    @Test
    void shouldEndTheDigitWhenASecondIsMissingAndWhenItListensNoMore() {
        digits.listen(true, 0);
        tone(5);
        number += 50;
        silence(1);
        assertThat(heard.stream().filter(word -> word.startsWith("5"))).hasSize(1);
        tone(5);
        digits.listen(false, 0);
        assertThat(heard.stream().filter(word -> word.startsWith("5"))).hasSize(2);
    }
}

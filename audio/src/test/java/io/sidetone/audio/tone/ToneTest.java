package io.sidetone.audio.tone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.audio.Allocation;
import io.sidetone.audio.Signals;
import io.sidetone.audio.frame.Level;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToneTest {
    @ParameterizedTest
    @CsvSource({"200,8000", "1000,8000", "3333.3,8000", "440,16000", "7000,48000"})
    void shouldBePureAndOfTheGivenLevel(double frequencyHz, int rateHz) {
        short[] pcm = new short[rateHz];
        Tone.sine(frequencyHz, rateHz, -10).fill(pcm, 0, pcm.length);
        assertThat(Signals.snrDb(pcm, 0, pcm.length, frequencyHz, rateHz)).isGreaterThan(80);
        assertThat(Level.dbov(pcm, 0, pcm.length)).isCloseTo(-10f, Offset.offset(0.02f));
    }

    @ParameterizedTest
    @CsvSource({
        "1,697,1209",
        "5,770,1336",
        "9,852,1477",
        "0,941,1336",
        "*,941,1209",
        "#,941,1477",
        "A,697,1633",
        "d,941,1633"
    })
    void shouldPlayBothTonesOfADigit(char digit, double rowHz, double columnHz) {
        short[] pcm = new short[8_000];
        Tone.dtmf(digit, 8_000, -13).fill(pcm, 0, pcm.length);
        double peak = 32_768 * Math.sqrt(2) * Math.pow(10, -13 / 20.0);
        for (double frequencyHz : new double[] {rowHz, columnHz}) {
            double[] part = Signals.tonePart(pcm, 0, pcm.length, frequencyHz, 8_000);
            assertThat(Math.hypot(part[0], part[1])).isCloseTo(peak, Offset.offset(peak / 100));
        }
        assertThat(Level.dbov(pcm, 0, pcm.length)).isCloseTo(-10f, Offset.offset(0.1f));
    }

    @Test
    void shouldGoOnWhereItStoppedWhateverTheChunks() {
        short[] whole = new short[1_000];
        Tone.pair(440, 480, 8_000, -16).fill(whole, 0, 1_000);
        Tone tone = Tone.pair(440, 480, 8_000, -16);
        short[] parts = new short[1_000];
        tone.fill(parts, 0, 333);
        tone.fill(parts, 333, 667);
        assertThat(parts).isEqualTo(whole);
        tone.reset();
        short[] again = new short[1_000];
        tone.fill(again, 0, 1_000);
        assertThat(again).isEqualTo(whole);
    }

    @Test
    void shouldSaturateWhenBothTonesAreAtFullScale() {
        short[] pcm = new short[8_000];
        Tone.pair(697, 1_209, 8_000, -3.01).fill(pcm, 0, 8_000);
        assertThat(pcm).contains(Short.MAX_VALUE).contains(Short.MIN_VALUE);
    }

    @Test
    void shouldNameTheDigitOrFrequencyThatHasNoTone() {
        assertThatThrownBy(() -> Tone.dtmf('x', 8_000, -10)).hasMessageContaining("digit 'x'");
        assertThatThrownBy(() -> Tone.sine(4_000, 8_000, -10)).hasMessageContaining("4000.0 Hz");
        assertThatThrownBy(() -> Tone.sine(-1, 8_000, -10)).hasMessageContaining("-1.0 Hz");
    }

    @Test
    @Tag("allocation")
    void shouldAllocateNothingPerFrame() {
        Tone tone = Tone.dtmf('5', 8_000, -13);
        short[] pcm = new short[160];
        assertThat(Allocation.bytesOf(() -> tone.fill(pcm, 0, 160))).isZero();
    }
}

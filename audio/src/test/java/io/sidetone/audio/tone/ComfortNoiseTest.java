package io.sidetone.audio.tone;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.audio.Allocation;
import io.sidetone.audio.frame.Level;
import io.sidetone.audio.vad.EnergyVad;
import io.sidetone.audio.vad.SpeechDetector;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ComfortNoiseTest {
    private static final int SECOND = 8_000;

    private final ComfortNoise noise = new ComfortNoise(7);

    private short[] fill(int samples) {
        short[] pcm = new short[samples];
        noise.fill(pcm, 0, samples);
        return pcm;
    }

    private static byte[] payload(int... bytes) {
        byte[] payload = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            payload[i] = (byte) bytes[i];
        }
        return payload;
    }

    private boolean describe(int... bytes) {
        return noise.describe(payload(bytes), 0, bytes.length);
    }

    private static double levelDbov(short[] pcm, int from) {
        double sum = 0;
        for (int i = from; i < pcm.length; i++) {
            sum += (double) pcm[i] * pcm[i];
        }
        return Level.dbovOfMeanSquare((float) (sum / (pcm.length - from)));
    }

    /** Correlation of neighboring samples. */
    private static double neighbors(short[] pcm, int from) {
        double cross = 0;
        double energy = 0;
        for (int i = from; i < pcm.length; i++) {
            cross += (double) pcm[i] * pcm[i - 1];
            energy += (double) pcm[i] * pcm[i];
        }
        return cross / energy;
    }

    @ParameterizedTest
    @ValueSource(ints = {30, 40, 50, 60})
    void shouldHaveTheLevelTold(int level) {
        assertThat(describe(level)).isTrue();
        assertThat(levelDbov(fill(3 * SECOND), SECOND)).isBetween(-level - 0.5, -level + 0.5);
    }

    @ParameterizedTest
    @CsvSource({"28", "127", "200", "60"})
    void shouldHaveTheSpectrumToldAtTheSameLevel(int coefficient) {
        describe(40, coefficient, 140, 110, 127, 120);
        short[] pcm = fill(6 * SECOND);
        assertThat(levelDbov(pcm, SECOND)).isBetween(-41.0, -39.0);
        noise.reset();
        describe(40, coefficient);
        double k = 258.0 * (coefficient - 127) / 32_768;
        assertThat(neighbors(fill(6 * SECOND), SECOND)).isBetween(-k - 0.05, -k + 0.05);
    }

    @Test
    void shouldComeUpWithoutAStep() {
        describe(35);
        short[] pcm = fill(SECOND);
        assertThat(levelDbov(Arrays.copyOf(pcm, 40), 0)).isLessThan(-50);
        assertThat(levelDbov(pcm, SECOND / 2)).isGreaterThan(-36);
    }

    @Test
    void shouldBeSilentUntilDescribedAndAtTheLowestLevel() {
        assertThat(fill(200)).containsOnly((short) 0);
        describe(127);
        assertThat(fill(SECOND)).containsOnly((short) 0);
    }

    @Test
    void shouldKeepWhatItHasWhenAPayloadSaysNothing() {
        describe(40);
        fill(SECOND);
        assertThat(noise.describe(new byte[0], 0, 0)).isFalse();
        assertThat(describe(128)).isFalse();
        assertThat(describe(255, 1, 2)).isFalse();
        assertThat(levelDbov(fill(SECOND), 0)).isBetween(-41.0, -39.0);
    }

    @Test
    void shouldNotBeLouderThanABackground() {
        assertThat(describe(0)).isTrue();
        assertThat(levelDbov(fill(2 * SECOND), SECOND)).isBetween(-31.0, -29.0);
    }

    @Test
    void shouldStayWithinBoundsWhateverTheCoefficients() {
        for (long seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            for (int i = 0; i < 5; i++) {
                byte[] payload = new byte[random.nextInt(52)];
                random.nextBytes(payload);
                if (i == 0) {
                    payload = new byte[51];
                    Arrays.fill(payload, (byte) (seed % 2 == 0 ? 255 : 0));
                    payload[0] = 35;
                }
                noise.describe(payload, 0, payload.length);
                assertThat(levelDbov(fill(SECOND / 2), 0)).as("seed %d", seed).isLessThan(-15);
            }
        }
    }

    @Test
    void shouldNeverChangeASampleByABit() {
        describe(38, 60, 150, 120, 130);
        short[] first = fill(SECOND);
        assertThat(Arrays.hashCode(first)).isEqualTo(-12_372_075);
        noise.reset();
        describe(38, 60, 150, 120, 130);
        assertThat(fill(SECOND)).isEqualTo(first);
    }

    @ParameterizedTest
    @CsvSource({"8000,40,127", "8000,60,40", "8000,50,200", "16000,45,60"})
    void shouldNotBeTakenForAVoice(int rateHz, int level, int coefficient) {
        EnergyVad detector = new EnergyVad(rateHz);
        describe(level, coefficient, 140, 120);
        int frame = rateHz / 50;
        int speech = 0;
        for (int i = 0; i < 500; i++) {
            float score = detector.score(fill(frame), 0, null, 0, frame);
            speech += score >= SpeechDetector.SPEECH_THRESHOLD ? 1 : 0;
        }
        assertThat(speech).as("frames of 500 taken for speech").isLessThan(3);
    }

    @Test
    @Tag("allocation")
    void shouldAllocateNothing() {
        byte[] payload = payload(40, 60, 150, 120, 130);
        short[] out = new short[160];
        assertThat(Allocation.bytesOf(() -> {
                    noise.describe(payload, 0, payload.length);
                    noise.fill(out, 0, 160);
                }))
                .isZero();
    }
}

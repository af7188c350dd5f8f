package io.sidetone.audio.prosody;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sidetone.audio.Allocation;
import io.sidetone.audio.Voice;
import io.sidetone.audio.vad.EnergyVad;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What pitch and loudness tell of the end of an utterance. */
class VoiceContourTest {
    private static final int NARROWBAND_HZ = 8_000;

    /** A buzz whose pitch and level glide: {pitch, dBov} at the start of the sound and at its end. */
    private static short[] buzz(int rateHz, int lengthMs, double[] from, double[] to) {
        int samples = rateHz / 1_000 * lengthMs;
        double[] sound = new double[samples];
        double phase = 0;
        for (int i = 0; i < samples; i++) {
            double part = (double) i / samples;
            double pitchHz = from[0] + (to[0] - from[0]) * part;
            double dbov = from[1] + (to[1] - from[1]) * part;
            phase += pitchHz / rateHz;
            double value = 0;
            for (int k = 1; k * pitchHz < 2_000; k++) {
                value += StrictMath.sin(2 * StrictMath.PI * k * phase) / k;
            }
            sound[i] = value * StrictMath.pow(10, dbov / 20);
        }
        short[] pcm = new short[samples];
        for (int i = 0; i < samples; i++) {
            pcm[i] = (short) Math.round(32_768 * 0.75 * sound[i]);
        }
        return pcm;
    }

    /** A voice's contour behind a detector, each of whose frames counts as speech. */
    private static final class Ear {
        private final EnergyVad detector;
        private final VoiceContour voice = new VoiceContour();
        private final int frame;

        Ear(int rateHz, short[]... sounds) {
            detector = new EnergyVad(rateHz);
            frame = rateHz / 50;
            for (short[] sound : sounds) {
                hear(sound, true);
            }
        }

        void hear(short[] pcm, boolean speech) {
            for (int at = 0; at + frame <= pcm.length; at += frame) {
                detector.score(pcm, at, null, 0, frame);
                voice.frame(detector, speech);
            }
        }
    }

    private static VoiceContour heard(int rateHz, short[]... sounds) {
        return new Ear(rateHz, sounds).voice;
    }

    @ParameterizedTest
    @CsvSource({"8000, 80", "8000, 120", "8000, 210", "8000, 330", "16000, 80", "16000, 120", "16000, 210", "16000, 330"
    })
    void shouldFindThePeriodOfAVoice(int rateHz, double pitchHz) {
        short[] pcm = buzz(rateHz, 100, new double[] {pitchHz, -20}, new double[] {pitchHz, -20});
        EnergyVad detector = new Ear(rateHz, pcm).detector;
        assertThat(4_000 / detector.pitchPeriod()).isCloseTo((float) pitchHz, within((float) pitchHz * 0.03f));
        assertThat(detector.pitchStrength()).isGreaterThan(0.9f);
    }

    @ParameterizedTest
    @ValueSource(ints = {8_000, 16_000})
    void shouldTellOfALoweringWhenThePitchFallsAndOfARaisingWhenItRises(int rateHz) {
        short[] flat = buzz(rateHz, 1_000, new double[] {200, -22}, new double[] {190, -22});
        short[] falling = buzz(rateHz, 300, new double[] {190, -22}, new double[] {140, -22});
        short[] rising = buzz(rateHz, 300, new double[] {190, -22}, new double[] {260, -22});
        assertThat(heard(rateHz, flat, falling).lowering()).isGreaterThan(1.5f);
        assertThat(heard(rateHz, flat, rising).lowering()).isLessThan(-1.5f);
        assertThat(heard(rateHz, flat).lowering()).isBetween(-1.5f, 1.5f);
    }

    @Test
    void shouldTellOfFadingWhenTheLevelFalls() {
        double[] loud = {150, -20};
        double[] faint = {150, -32};
        short[] even = buzz(NARROWBAND_HZ, 1_000, loud, loud);
        assertThat(heard(NARROWBAND_HZ, even, buzz(NARROWBAND_HZ, 400, loud, faint))
                        .fadingDb())
                .isBetween(2f, 12f);
        assertThat(heard(NARROWBAND_HZ, buzz(NARROWBAND_HZ, 1_000, faint, faint), even)
                        .fadingDb())
                .isLessThan(-1f);
        assertThat(heard(NARROWBAND_HZ, even).fadingDb()).isCloseTo(0f, within(0.5f));
    }

    @Test
    void shouldKnowNothingOfNoiseAndOfAWordTooShort() {
        VoiceContour noise = heard(NARROWBAND_HZ, Voice.noise(3, NARROWBAND_HZ, false, -20));
        assertThat(noise.known()).isFalse();
        assertThat(noise.lowering()).isZero();
        assertThat(noise.fadingDb()).isZero();
        double[] tone = {150, -20};
        assertThat(heard(NARROWBAND_HZ, buzz(NARROWBAND_HZ, 140, tone, tone)).known())
                .isFalse();
        assertThat(heard(NARROWBAND_HZ, buzz(NARROWBAND_HZ, 240, tone, tone)).known())
                .isTrue();
    }

    @Test
    void shouldNotTakeBackgroundOrAnOctaveForTheVoice() {
        double[] usual = {150, -20};
        short[] voice = buzz(NARROWBAND_HZ, 1_000, usual, usual);
        VoiceContour alone = heard(NARROWBAND_HZ, voice);
        VoiceContour disturbed = heard(
                NARROWBAND_HZ,
                voice,
                buzz(NARROWBAND_HZ, 200, new double[] {110, -40}, new double[] {110, -40}),
                buzz(NARROWBAND_HZ, 200, new double[] {300, -20}, new double[] {300, -20}));
        assertThat(disturbed.fadingDb()).isCloseTo(alone.fadingDb(), within(0.5f));
        assertThat(disturbed.lowering()).isBetween(-1f, 1f);
    }

    @Test
    void shouldHearNothingWhileNobodySpeaksAndForgetWhenAsked() {
        double[] tone = {150, -20};
        short[] pcm = buzz(NARROWBAND_HZ, 1_000, tone, tone);
        Ear ear = new Ear(NARROWBAND_HZ);
        VoiceContour voice = ear.voice;
        ear.hear(pcm, false);
        assertThat(voice.known()).isFalse();
        ear.hear(pcm, true);
        assertThat(voice.known()).isTrue();
        voice.reset();
        assertThat(voice.known()).isFalse();
        assertThat(voice.lowering()).isZero();
    }

    @Test
    void shouldStayFiniteWhateverIsHeard() {
        Ear ear = new Ear(NARROWBAND_HZ);
        short[] square = new short[1_600];
        for (int i = 0; i < square.length; i++) {
            square[i] = i / 20 % 2 == 0 ? Short.MAX_VALUE : Short.MIN_VALUE;
        }
        for (int round = 0; round < 200; round++) {
            ear.hear(new short[160], true);
            ear.hear(square, true);
            ear.hear(Voice.noise(round, 320, true, -3), true);
            assertThat(ear.voice.lowering()).isFinite();
            assertThat(ear.voice.fadingDb()).isFinite().isBetween(-100f, 100f);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {8_000, 16_000})
    @Tag("allocation")
    void shouldAllocateNothingPerFrame(int rateHz) {
        EnergyVad detector = new EnergyVad(rateHz);
        VoiceContour voice = new VoiceContour();
        short[] pcm = Voice.speech(1, rateHz, 20 * rateHz, 140, -26);
        int[] at = new int[1];
        assertThat(Allocation.bytesOf(() -> {
                    detector.score(pcm, at[0], null, 0, rateHz / 50);
                    voice.frame(detector, at[0] % 3 != 0);
                    at[0] = (at[0] + rateHz / 50) % pcm.length;
                }))
                .isZero();
    }
}

package io.sidetone.audio.prosody;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** What the loudness of one stretch of speech tells while it goes on. */
class LoudnessContourTest {
    private final LoudnessContour loudness = new LoudnessContour();

    /** A sound without a pitch. */
    private record Sound(float nearLevelDbov) implements HeardVoice {
        @Override
        public float pitchPeriod() {
            return 0;
        }

        @Override
        public float pitchStrength() {
            return 0;
        }
    }

    private void hear(boolean speech, double... dbov) {
        for (double level : dbov) {
            loudness.frame(new Sound((float) level), speech);
        }
    }

    @Test
    void shouldTellHowFarSpeechHasFadedFromItsLoudest() {
        hear(true, -30, -20, -24);
        assertThat(loudness.fadedDb()).isCloseTo(4f, within(0.1f));
        hear(true, -35);
        assertThat(loudness.fadedDb()).isCloseTo(15f, within(0.1f));
        hear(true, -18);
        assertThat(loudness.fadedDb()).isZero();
    }

    @Test
    void shouldCountASyllableForEachRiseAfterADip() {
        hear(true, -30, -20, -22);
        assertThat(loudness.syllables()).as("one vowel").isEqualTo(1);
        hear(true, -26, -22, -27, -21);
        assertThat(loudness.syllables()).as("two dips").isEqualTo(3);
    }

    @Test
    void shouldCountNoSyllableWhenTheLevelHardlyChanges() {
        for (int i = 0; i < 20; i++) {
            hear(true, -20, -22.5);
        }
        assertThat(loudness.syllables()).isEqualTo(1);
    }

    @Test
    void shouldCountAFadeInSmallStepsAsOneDip() {
        hear(true, -20, -22, -24, -26, -28, -30, -28, -26, -24);
        assertThat(loudness.syllables()).isEqualTo(2);
    }

    @Test
    void shouldGoOnAfterAGapWithinWords() {
        hear(true, -20);
        for (int ms = 20; ms <= 300; ms += 20) {
            hear(false, -50);
        }
        hear(true, -24);
        assertThat(loudness.syllables()).isEqualTo(2);
        assertThat(loudness.fadedDb()).isCloseTo(4f, within(0.1f));
    }

    @Test
    void shouldBeginAnewAfterALongGap() {
        hear(true, -20, -30, -20);
        for (int ms = 20; ms <= 320; ms += 20) {
            hear(false, -50);
        }
        assertThat(loudness.syllables()).isZero();
        assertThat(loudness.fadedDb()).isZero();
        hear(true, -40);
        assertThat(loudness.syllables()).isEqualTo(1);
        assertThat(loudness.fadedDb()).isZero();
    }

    @Test
    void shouldForgetTheStretchWhenTheVoiceIsForgotten() {
        VoiceContour voice = new VoiceContour();
        voice.frame(new Sound(-16), true);
        assertThat(voice.loudness().syllables()).isEqualTo(1);
        voice.reset();
        assertThat(voice.loudness().syllables()).isZero();
    }
}

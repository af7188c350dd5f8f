package io.sidetone.audio.vad;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sidetone.audio.Voice;
import io.sidetone.audio.echo.EchoCanceller;
import io.sidetone.audio.frame.Level;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HushTest {
    private static final int RATE = 8_000;
    private static final int FRAME = 160;
    private static final int SECOND = 50;

    /** A line that idles at the smallest steps of G.711, at digital silence, and at what a converter leaves of silence. */
    @ParameterizedTest
    @ValueSource(doubles = {-67, -70, -76, -96})
    void shouldHoldAfterTheTimeThatAVoiceIsQuietBetweenWords(double levelDbov) {
        Hush hush = settled();
        short[] quiet = Voice.noise(1, SECOND * FRAME, false, levelDbov);
        for (int frame = 0; frame < SECOND; frame++) {
            assertThat(hush.add(quiet, frame * FRAME, FRAME))
                    .as("frame %d", frame)
                    .isEqualTo(frame >= 10);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {-64, -60, -30})
    void shouldNotHoldWhenALineIsLouderThanItsSmallestSteps(double levelDbov) {
        Hush hush = settled();
        short[] noise = Voice.noise(1, SECOND * FRAME, false, levelDbov);
        for (int at = 0; at < noise.length; at += FRAME) {
            assertThat(hush.add(noise, at, FRAME)).isFalse();
        }
    }

    @Test
    void shouldBeginAnewAfterAFrameThatIsLouder() {
        Hush hush = settled();
        short[] silence = new short[FRAME];
        for (int frame = 0; frame < SECOND; frame++) {
            hush.add(silence, 0, FRAME);
        }
        assertThat(hush.add(Voice.noise(1, FRAME, false, -50), 0, FRAME)).isFalse();
        for (int frame = 0; frame < 10; frame++) {
            assertThat(hush.add(silence, 0, FRAME)).isFalse();
        }
        assertThat(hush.add(silence, 0, FRAME)).isTrue();
    }

    @Test
    void shouldHoldWhenASilentLineHasAnOffset() {
        Hush hush = settled();
        short[] offset = new short[FRAME];
        Arrays.fill(offset, (short) 200);
        for (int frame = 0; frame < 10; frame++) {
            hush.add(offset, 0, FRAME);
        }
        assertThat(hush.add(offset, 0, FRAME)).isTrue();
    }

    @Test
    void shouldNotHoldBeforeTheLineIsKnown() {
        Hush hush = new Hush();
        short[] silence = new short[FRAME];
        for (int frame = 0; frame < 99; frame++) {
            assertThat(hush.add(silence, 0, FRAME)).as("frame %d", frame).isFalse();
        }
        assertThat(hush.add(silence, 0, FRAME)).isTrue();
        hush.reset();
        assertThat(hush.add(silence, 0, FRAME)).isFalse();
    }

    @Test
    void shouldLeaveAFrameInOnePieceWhenItCannotBeSpeech() {
        EnergyVad vad = new EnergyVad(RATE);
        short[] quiet = Voice.noise(3, 3 * SECOND * FRAME, false, -70);
        hear(vad, quiet);
        new EnergyVad(RATE).score(Voice.noise(4, FRAME, false, -20), 0, null, 0, FRAME);
        float[] partOfAnother = BandTree.ofThread(null).to500.low().clone();
        hear(vad, quiet);
        assertThat(BandTree.ofThread(null).to500.low()).as("the thread's parts").isEqualTo(partOfAnother);
        assertThat(vad.nearLevelDbov()).isCloseTo(-70, within(1.5f));
    }

    @Test
    void shouldTellTheFloorsOfFramesThatWereOnlyCounted() {
        EnergyVad vad = new EnergyVad(RATE);
        hear(vad, Voice.noise(3, 3 * SECOND * FRAME, false, -40));
        assertThat(vad.noiseLevelDbov()).isCloseTo(-40, within(5f));
        hear(vad, Voice.noise(4, 60 * SECOND * FRAME, false, -72));
        assertThat(vad.noiseLevelDbov()).as("after a minute of quiet").isLessThan(-58);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 10, 60})
    void shouldHearTheFirstWordHoweverLongItWasQuiet(int seconds) {
        EnergyVad vad = new EnergyVad(RATE);
        hear(vad, Voice.noise(3, seconds * SECOND * FRAME, false, -70));
        short[] word = Voice.speech(1, RATE, RATE, 140, -30);
        int frame = 0;
        while (vad.score(word, frame * FRAME, null, 0, FRAME) < SpeechDetector.SPEECH_THRESHOLD) {
            frame++;
        }
        assertThat(frame).as("frames not heard").isLessThanOrEqualTo(3);
    }

    @Test
    void shouldGiveBackTheFrameAsItCameWhenItIsOnlyCounted() {
        EnergyVad vad = new EnergyVad(RATE);
        short[] quiet = Voice.noise(3, 3 * SECOND * FRAME, false, -70);
        short[] heard = new short[FRAME];
        for (int at = 0; at < quiet.length; at += FRAME) {
            vad.score(quiet, at, null, 0, FRAME);
            vad.heard(heard, 0);
            assertThat(heard).isEqualTo(Arrays.copyOfRange(quiet, at, at + FRAME));
        }
    }

    /** What the caller said is as far back after a hush as after frames that were looked at. */
    @ParameterizedTest
    @ValueSource(doubles = {-20, -35, -45})
    void shouldNotTakeANoiseForAVoiceWhenItWasQuietSinceTheLastWord(double levelDbov) {
        for (int seed = 1; seed <= 20; seed++) {
            EnergyVad vad = new EnergyVad(RATE);
            hear(vad, Voice.noise(seed, 3 * SECOND * FRAME, true, -70));
            hear(vad, Voice.speech(seed, RATE, 2 * RATE, 110 + 7 * seed, -28));
            hear(vad, Voice.noise(seed, 7 * SECOND * FRAME, true, -70));
            short[] noise = Voice.noise(100 + seed, SECOND / 3 * FRAME, false, levelDbov);
            for (int at = 0; at < noise.length; at += FRAME) {
                assertThat(vad.score(noise, at, null, 0, FRAME))
                        .as("seed %d, frame %d", seed, at / FRAME)
                        .isLessThan(SpeechDetector.SPEECH_THRESHOLD);
            }
        }
    }

    /** A line that returned nothing of our first answer needs no caution in the second. */
    @Test
    void shouldLearnThatNothingComesBackWhenItIsQuietWhileWeSpeak() {
        int begins = 8 * SECOND;
        short[] far = Voice.speech(5, RATE, 12 * RATE, 120, -22);
        Arrays.fill(far, 0, 3 * RATE, (short) 0);
        Arrays.fill(far, 5 * RATE, 7 * RATE, (short) 0);
        short[] near = Voice.noise(6, far.length, true, -72);
        Voice.mix(near, Voice.speech(8, RATE, RATE, 160, -38), begins * FRAME, 1);
        EnergyVad vad = new EnergyVad(RATE);
        int heard = 0;
        for (int frame = 0; frame < begins + SECOND / 2; frame++) {
            float score = vad.score(near, frame * FRAME, far, frame * FRAME, FRAME);
            heard += frame >= begins && score >= SpeechDetector.SPEECH_THRESHOLD ? 1 : 0;
        }
        assertThat(heard)
                .as("frames of a soft caller heard in the first half second")
                .isGreaterThan(SECOND / 3);
    }

    /** Returns a detector that has scored all of {@code near} like one that measures each frame of ours at once. */
    private static EnergyVad scoredAsAtOnce(short[] near, short[] far, float within) {
        EnergyVad late = new EnergyVad(RATE);
        EnergyVad atOnce = new EnergyVad(RATE);
        for (int at = 0; at < near.length; at += FRAME) {
            float expected = atOnce.score(near, at, far, at, FRAME);
            atOnce.farLevelDbov();
            assertThat(late.score(near, at, far, at, FRAME))
                    .as("frame %d", at / FRAME)
                    .isCloseTo(expected, within(within));
        }
        return late;
    }

    /** What we send into a hush is measured when something louder comes: as if it had been at once, while all of it is remembered. */
    @ParameterizedTest
    @CsvSource({"3.4, 0", "3.8, 0", "6, 0.08", "9, 0.08"})
    void shouldScoreACallerWhoSpeaksOverUsAsIfEachFrameOfOursHadBeenMeasuredAtOnce(double begins, double within) {
        short[] far = Voice.speech(5, RATE, 11 * RATE, 120, -22);
        Arrays.fill(far, 0, 3 * RATE, (short) 0);
        short[] near = Voice.noise(6, far.length, true, -72);
        Voice.mix(near, Voice.speech(8, RATE, RATE, 160, -38), (int) (begins * RATE), 1);
        EnergyVad late = scoredAsAtOnce(near, far, (float) within);
        assertThat(late.farLevelDbov()).isCloseTo(Level.dbov(far, far.length - FRAME, FRAME), within(1f));
    }

    /** The caller is audible while we speak, then both are silent: an echo of what we said is no reason for doubt any more. */
    @Test
    void shouldScoreAWordAfterALongSilenceAsIfEachFrameOfOursHadBeenMeasuredAtOnce() {
        short[] far = Voice.speech(5, RATE, 11 * RATE, 120, -22);
        Arrays.fill(far, 0, 33 * RATE / 10, (short) 0);
        Arrays.fill(far, 52 * RATE / 10, far.length, (short) 0);
        short[] near = Voice.noise(6, far.length, true, -72);
        Voice.mix(near, Voice.speech(8, RATE, RATE / 2, 160, -38), 4 * RATE, 1);
        Voice.mix(near, Voice.speech(9, RATE, RATE, 160, -38), 9 * RATE, 1);
        scoredAsAtOnce(near, far, 0);
    }

    /** Nothing of what we sent into a hush is lost when we fall silent for longer than it is remembered. */
    @Test
    void shouldRememberWhatALineReturnedWhenWeHaveBeenSilentSince() {
        short[] far = Voice.speech(5, RATE, 13 * RATE, 120, -22);
        Arrays.fill(far, 0, 3 * RATE, (short) 0);
        Arrays.fill(far, 6 * RATE, 9 * RATE, (short) 0);
        short[] near = Voice.noise(6, far.length, true, -72);
        Voice.mix(near, Voice.speech(8, RATE, RATE, 160, -50), 8 * RATE, 1);
        Voice.mix(near, Voice.speech(9, RATE, RATE, 160, -38), 9 * RATE, 1);
        EnergyVad vad = new EnergyVad(RATE);
        int heard = 0;
        for (int frame = 0; frame < 10 * SECOND; frame++) {
            float score = vad.score(near, frame * FRAME, far, frame * FRAME, FRAME);
            heard += frame >= 9 * SECOND && score >= SpeechDetector.SPEECH_THRESHOLD ? 1 : 0;
        }
        assertThat(heard)
                .as("frames of a soft caller heard over our first words")
                .isGreaterThan(SECOND / 2);
    }

    @Test
    void shouldScoreAsEverWhenSomebodyAsksForThePitch() {
        EnergyVad alone = new EnergyVad(RATE);
        EnergyVad asked = new EnergyVad(RATE);
        short[] line = Voice.noise(3, 12 * SECOND * FRAME, true, -50);
        for (int second = 2; second < 12; second += 2) {
            Voice.mix(line, Voice.speech(second, RATE, RATE, 100 + 10 * second, -38), second * RATE, 1);
        }
        for (int at = 0; at < line.length; at += FRAME) {
            float score = alone.score(line, at, null, 0, FRAME);
            assertThat(asked.score(line, at, null, 0, FRAME))
                    .as("frame %d", at / FRAME)
                    .isEqualTo(score);
            assertThat(asked.pitchPeriod()).isBetween(0f, 56f);
            assertThat(asked.pitchStrength()).isBetween(0f, 1f);
        }
    }

    /** A line that is silent at first returns pieces of an echo, and then all of it. The canceller knows of the silent frames as of others. */
    @ParameterizedTest
    @CsvSource({"3, 0", "9, 0", "9, 6"})
    void shouldTakeAnEchoOffAsIfEachSilentFrameHadBeenLookedAt(int opensAfterSeconds, int pausesAfterSeconds) {
        int delay = 130 * RATE / 1000;
        short[] far = Voice.speech(22, RATE, 14 * RATE, 120, -22);
        if (pausesAfterSeconds > 0) {
            Arrays.fill(far, pausesAfterSeconds * RATE, (pausesAfterSeconds + 1) * RATE, (short) 0);
        }
        short[] near = new short[far.length];
        for (int i = opensAfterSeconds * RATE; i < near.length; i++) {
            boolean open = i > (opensAfterSeconds + 2) * RATE || i / FRAME % 25 < 8;
            near[i] = (short) (open ? far[i - delay] / 4 : 0);
        }
        EnergyVad vad = new EnergyVad(RATE);
        EchoCanceller canceller = new EchoCanceller(RATE);
        short[] clean = new short[FRAME];
        float[] expected = new float[FRAME];
        for (int at = 0; at < near.length; at += FRAME) {
            vad.score(near, at, far, at, FRAME);
            vad.heard(clean, 0);
            canceller.process(near, at, far, at, expected);
            for (int i = 0; i < FRAME; i++) {
                assertThat((float) clean[i]).as("sample %d", at + i).isCloseTo(expected[i], within(0.5f));
            }
        }
    }

    /** A telephone adapter adds an offset: where a hush ends there is no click. */
    @ParameterizedTest
    @ValueSource(ints = {200, 2_000})
    void shouldHearNoClickWhenAQuietLineWithAnOffsetGetsALittleLouder(int offset) {
        EnergyVad plain = new EnergyVad(RATE);
        EnergyVad shifted = new EnergyVad(RATE);
        short[] line = Voice.noise(3, 5 * SECOND * FRAME, false, -70);
        Voice.mix(line, Voice.noise(4, SECOND * FRAME, false, -60), 4 * SECOND * FRAME, 1);
        short[] above = line.clone();
        for (int i = 0; i < above.length; i++) {
            above[i] += offset;
        }
        for (int at = 0; at < line.length; at += FRAME) {
            float score = plain.score(line, at, null, 0, FRAME);
            float withOffset = shifted.score(above, at, null, 0, FRAME);
            if (at >= 2 * SECOND * FRAME) {
                assertThat(withOffset).as("frame %d", at / FRAME).isCloseTo(score, within(0.02f));
            }
        }
    }

    @Test
    void shouldScoreAsEverWhenSomebodyLooksAtTheFeaturesMeanwhile() {
        EnergyVad alone = new EnergyVad(RATE);
        EnergyVad watched = new EnergyVad(RATE);
        short[] line = Voice.noise(3, 8 * SECOND * FRAME, true, -70);
        Voice.mix(line, Voice.speech(1, RATE, RATE, 140, -40), 3 * RATE, 1);
        Voice.mix(line, Voice.speech(2, RATE, RATE, 180, -40), 6 * RATE, 1);
        for (int at = 0; at < line.length; at += FRAME) {
            float score = alone.score(line, at, null, 0, FRAME);
            assertThat(watched.score(line, at, null, 0, FRAME))
                    .as("frame %d", at / FRAME)
                    .isEqualTo(score);
            float levelDbov = watched.nearLevelDbov();
            assertThat(watched.features()).hasSize(SpeechFeatures.COUNT);
            watched.noiseLevelDbov();
            assertThat(watched.nearLevelDbov()).as("frame %d", at / FRAME).isEqualTo(levelDbov);
        }
    }

    @Test
    void shouldBeAsNewWhenResetWithFramesOnlyCounted() {
        EnergyVad used = new EnergyVad(RATE);
        hear(used, Voice.noise(3, 4 * SECOND * FRAME, false, -70));
        used.reset();
        EnergyVad fresh = new EnergyVad(RATE);
        short[] word = Voice.speech(1, RATE, RATE, 140, -30);
        for (int at = 0; at < word.length; at += FRAME) {
            assertThat(used.score(word, at, null, 0, FRAME)).isEqualTo(fresh.score(word, at, null, 0, FRAME));
        }
        assertThat(used.noiseLevelDbov()).isEqualTo(fresh.noiseLevelDbov());
    }

    /** A lost frame between quiet ones changes nothing of what they were. */
    @Test
    void shouldKeepTheCountWhenAFrameIsLostMeanwhile() {
        EnergyVad vad = new EnergyVad(RATE);
        EnergyVad loses = new EnergyVad(RATE);
        short[] quiet = Voice.noise(3, 5 * SECOND * FRAME, false, -70);
        for (int at = 0; at < quiet.length; at += FRAME) {
            vad.score(quiet, at, null, 0, FRAME);
            loses.score(quiet, at, null, 0, FRAME);
            if (at % (7 * FRAME) == 0) {
                loses.miss(null, 0, FRAME);
            }
        }
        assertThat(loses.features()).isEqualTo(vad.features());
        assertThat(loses.noiseLevelDbov()).isEqualTo(vad.noiseLevelDbov());
    }

    @Test
    void shouldCountFramesOfAWidebandLineToo() {
        int frame = 320;
        EnergyVad vad = new EnergyVad(16_000);
        short[] line = Voice.noise(3, 5 * SECOND * frame, true, -70);
        int heard = -1;
        for (int at = 0; at < line.length; at += frame) {
            assertThat(vad.score(line, at, null, 0, frame)).isLessThan(SpeechDetector.SPEECH_THRESHOLD);
        }
        assertThat(vad.nearLevelDbov()).isCloseTo(-70, within(1.5f));
        short[] word = Voice.speech(1, 16_000, 16_000, 140, -30);
        for (int at = 0; heard < 0; at += frame) {
            heard = vad.score(word, at, null, 0, frame) >= SpeechDetector.SPEECH_THRESHOLD ? at / frame : -1;
        }
        assertThat(heard).as("frames not heard").isLessThanOrEqualTo(3);
    }

    private static Hush settled() {
        Hush hush = new Hush();
        short[] noise = Voice.noise(2, FRAME, false, -40);
        for (int frame = 0; frame < 2 * SECOND; frame++) {
            hush.add(noise, 0, FRAME);
        }
        return hush;
    }

    private static void hear(EnergyVad vad, short[] pcm) {
        for (int at = 0; at < pcm.length; at += FRAME) {
            vad.score(pcm, at, null, 0, FRAME);
        }
    }
}

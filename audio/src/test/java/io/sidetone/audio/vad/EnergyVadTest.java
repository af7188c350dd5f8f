package io.sidetone.audio.vad;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.audio.Signals;
import io.sidetone.audio.Voice;
import io.sidetone.audio.codec.G711;
import io.sidetone.audio.tone.Tone;
import java.util.Arrays;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EnergyVadTest {
    private static final int RATE = 8_000;
    private static final int FRAME = 160;
    private static final int SECOND = 50;

    @ParameterizedTest
    @CsvSource({
        "8000,-26,120",
        "8000,-26,210",
        "8000,-38,120",
        "8000,-38,210",
        "8000,-50,150",
        "8000,-12,170",
        "16000,-26,120",
        "16000,-38,210",
        "16000,-50,150"
    })
    void shouldScoreSpeechWithinThreeFramesOfItsOnset(int rateHz, double levelDbov, double pitchHz) {
        short[] pcm = lineNoise(rateHz, 3, -68);
        Voice.mix(pcm, Voice.speech(1, rateHz, rateHz, pitchHz, levelDbov), rateHz + rateHz / 100, 1);
        float[] scores = scores(rateHz, pcm, null);
        assertThat(firstAtThreshold(scores, 0)).isBetween(SECOND, SECOND + 3);
        assertThat(share(scores, SECOND + 3, 2 * SECOND)).isGreaterThan(0.8);
        assertThat(share(scores, 2 * SECOND + 10, 3 * SECOND)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"-16,120", "-22,150", "-22,210", "-28,120", "-28,150"})
    void shouldHearWhoSpeaksFromTheFirstFrameOn(double levelDbov, double pitchHz) {
        short[] pcm = lineNoise(RATE, 2, -68);
        Voice.mix(pcm, Voice.speech(4, RATE, 2 * RATE, pitchHz, levelDbov), 0, 1);
        float[] scores = scores(RATE, pcm, null);
        assertThat(firstAtThreshold(scores, 0)).as("frames not heard").isLessThanOrEqualTo(SECOND / 5);
        assertThat(share(scores, SECOND / 5, 2 * SECOND)).isGreaterThan(0.7);
    }

    @ParameterizedTest
    @CsvSource({"false,-60", "false,-45", "false,-30", "true,-60", "true,-45", "true,-30"})
    void shouldNotScoreNoiseOnceItIsKnown(boolean pink, double levelDbov) {
        short[] noise = Voice.noise(7, 10 * RATE, pink, levelDbov);
        float[] scores = scores(RATE, noise, null);
        assertThat(share(scores, 10, scores.length)).as("frames that score").isLessThan(0.01);
        assertThat(longestRun(scores, 10, scores.length)).as("frames in a row").isLessThan(3);
    }

    @Test
    void shouldScoreSpeechInNoise() {
        short[] pcm = Voice.noise(3, 6 * RATE, true, -41);
        Voice.mix(pcm, Voice.speech(2, RATE, 2 * RATE, 140, -26), 2 * RATE, 1);
        float[] scores = scores(RATE, pcm, null);
        assertThat(firstAtThreshold(scores, SECOND)).isBetween(2 * SECOND, 2 * SECOND + 4);
        assertThat(share(scores, 2 * SECOND, 4 * SECOND)).isGreaterThan(0.6);
    }

    @ParameterizedTest
    @ValueSource(ints = {RATE, 16_000})
    void shouldScoreNothingWhenTheLineIsSilent(int rateHz) {
        assertThat(scores(rateHz, new short[4 * rateHz], null)).containsOnly(0f);
    }

    @Test
    void shouldScoreSpeechAfterDigitalSilence() {
        short[] pcm = new short[3 * RATE];
        Voice.mix(pcm, Voice.speech(5, RATE, RATE, 130, -26), RATE, 1);
        assertThat(firstAtThreshold(scores(RATE, pcm, null), 0)).isBetween(SECOND, SECOND + 2);
    }

    @Test
    void shouldRecoverWhenTheNoiseStepsUpAndDown() {
        short[] pcm = Voice.noise(1, 12 * RATE, false, -60);
        Voice.mix(pcm, Voice.noise(2, 6 * RATE, false, -40), 2 * RATE, 1);
        Voice.mix(pcm, Voice.speech(8, RATE, RATE, 140, -26), 7 * RATE, 1);
        Voice.mix(pcm, Voice.speech(9, RATE, RATE, 140, -46), 10 * RATE, 1);
        float[] scores = scores(RATE, pcm, null);
        assertThat(share(scores, 2 * SECOND, 7 * SECOND))
                .as("after the step up")
                .isLessThan(0.02);
        assertThat(firstAtThreshold(scores, 6 * SECOND))
                .as("speech in loud noise")
                .isBetween(7 * SECOND, 7 * SECOND + 4);
        assertThat(share(scores, 8 * SECOND + 20, 10 * SECOND))
                .as("after the step down")
                .isZero();
        assertThat(firstAtThreshold(scores, 9 * SECOND)).as("faint speech").isBetween(10 * SECOND, 10 * SECOND + 4);
    }

    @Test
    void shouldIgnoreAnOffset() {
        short[] pcm = lineNoise(RATE, 3, -68);
        Voice.mix(pcm, Voice.speech(1, RATE, RATE, 150, -30), RATE, 1);
        for (int i = 0; i < pcm.length; i++) {
            pcm[i] += 2_000;
        }
        float[] scores = scores(RATE, pcm, null);
        assertThat(share(scores, 3, SECOND)).isZero();
        assertThat(firstAtThreshold(scores, 3)).isBetween(SECOND, SECOND + 3);
    }

    @ParameterizedTest
    @ValueSource(chars = {'1', '5', '9', '0', '#', 'D'})
    void shouldNotHoldOnDigits(char digit) {
        short[] pcm = lineNoise(RATE, 4, -68);
        short[] tone = new short[RATE];
        Tone.dtmf(digit, RATE, -13).fill(tone, 0, RATE);
        Voice.mix(pcm, Arrays.copyOf(tone, 800), 12_345, 1);
        Voice.mix(pcm, tone, 2 * RATE + 77, 1);
        assertThat(longestRun(scores(RATE, overTheWire(pcm), null), 0, 4 * SECOND))
                .isLessThan(3);
    }

    @ParameterizedTest
    @CsvSource({"440,480", "425,0.001", "350,440", "480,620", "1000,0.001"})
    void shouldNotHoldOnCallProgressTones(double firstHz, double secondHz) {
        short[] pcm = lineNoise(RATE, 4, -68);
        short[] tone = new short[2 * RATE];
        Tone.pair(firstHz, secondHz, RATE, -20).fill(tone, 0, tone.length);
        Voice.mix(pcm, tone, RATE + 33, 1);
        assertThat(longestRun(scores(RATE, overTheWire(pcm), null), 0, 4 * SECOND))
                .isLessThan(3);
    }

    @Test
    void shouldNotHoldOnClicks() {
        short[] pcm = lineNoise(RATE, 6, -60);
        for (int i = 0; i < 20; i++) {
            int at = 6_000 + 1_931 * i;
            for (int k = 0; k < 24; k++) {
                pcm[at + k] = (short) (k % 3 == 0 ? 20_000 - 800 * k : -12_000 + 500 * k);
            }
        }
        assertThat(longestRun(scores(RATE, pcm, null), 0, 6 * SECOND)).isLessThan(3);
    }

    @ParameterizedTest
    @CsvSource({"20,6", "20,20", "120,6", "120,25", "200,15", "350,12", "440,6"})
    void shouldNotScoreTheEchoOfOurOwnVoice(int delayMs, double returnLossDb) {
        short[] far = Voice.speech(21, RATE, 12 * RATE, 190, -22);
        short[] near = echoOf(far, delayMs, returnLossDb);
        float[] scores = scores(RATE, near, far);
        assertThat(longestRun(scores, 0, scores.length)).as("frames in a row").isLessThan(10);
        assertThat(share(scores, 0, scores.length)).isLessThan(0.05);
    }

    /** The filter has learnt one vowel; of the next one it takes off little, and is not to be believed yet. */
    @Test
    void shouldNotTakeTheEchoForTheCallerWhileTheFilterIsNew() {
        int calls = 0;
        int interrupted = 0;
        for (double pitchHz : new double[] {100, 125, 163, 200, 250}) {
            for (int delayMs = 30; delayMs < 120; delayMs += 5) {
                for (double lossDb = 12; lossDb <= 18; lossDb += 3) {
                    short[] far = overTheWire(Voice.speech(delayMs, RATE, 2 * RATE, pitchHz, -14));
                    float[] scores = scores(RATE, overTheWire(echoOf(far, delayMs, lossDb)), far);
                    calls++;
                    interrupted += longestRun(scores, 0, scores.length) >= 7 ? 1 : 0;
                }
            }
        }
        assertThat(interrupted).as("of %d calls", calls).isLessThanOrEqualTo(calls / 100);
    }

    @ParameterizedTest
    @CsvSource({"20,15", "120,25", "200,40", "60,30"})
    void shouldScoreTheCallerOverTheEcho(int delayMs, double returnLossDb) {
        short[] far = Voice.speech(21, RATE, 8 * RATE, 190, -26);
        short[] near = echoOf(far, delayMs, returnLossDb);
        Voice.mix(near, Voice.speech(33, RATE, RATE, 110, -22), 5 * RATE, 1);
        float[] scores = scores(RATE, near, far);
        assertThat(longestRun(scores, 0, 5 * SECOND)).isLessThan(3);
        assertThat(firstAtThreshold(scores, 5 * SECOND)).isLessThan(5 * SECOND + 8);
        assertThat(share(scores, 5 * SECOND, 6 * SECOND)).isGreaterThan(0.4);
    }

    @ParameterizedTest
    @CsvSource({"0,200", "0,40", "80,25", "40,20"})
    void shouldHearEachOfManyInterruptions(int delayMs, double returnLossDb) {
        int heard = 0;
        int count = 0;
        for (int seed = 1; seed <= 10; seed++) {
            Interruptions interruptions = new Interruptions(seed, delayMs / 20, returnLossDb);
            for (int i = 0; i < 8; i++) {
                count++;
                heard += interruptions.framesUntilHeard() <= 10 ? 1 : 0;
            }
        }
        assertThat(heard).as("of %d interruptions", count).isGreaterThanOrEqualTo(count * 95 / 100);
    }

    @Test
    void shouldLearnAnEchoThatGetsLouder() {
        short[] far = Voice.speech(21, RATE, 20 * RATE, 190, -22);
        short[] near = echoOf(far, 100, 35);
        Voice.mix(near, Arrays.copyOfRange(echoOf(far, 100, 12), 8 * RATE, 20 * RATE), 8 * RATE, 1);
        float[] scores = scores(RATE, near, far);
        assertThat(share(scores, 0, 8 * SECOND)).isLessThan(0.01);
        assertThat(share(scores, 13 * SECOND, 20 * SECOND))
                .as("five seconds after the change")
                .isLessThan(0.05);
    }

    /** While the filter still runs after our last word, the caller's own level is what an echo is taken from. */
    @Test
    void shouldKeepNoFloorOfAnEchoOnceWhatWeSentIsOver() {
        short[] far = Arrays.copyOf(Voice.speech(21, RATE, 6 * RATE, 190, -22), 9 * RATE);
        short[] near = echoOf(far, 60, 12);
        Voice.mix(near, Voice.speech(33, RATE, RATE, 110, -22), 6 * RATE + RATE / 4, 1);
        EnergyVad vad = new EnergyVad(RATE);
        for (int frame = 0; frame < 9 * SECOND; frame++) {
            vad.score(near, frame * FRAME, far, frame * FRAME, FRAME);
            if (frame >= 7 * SECOND) {
                assertThat(vad.features()[SpeechFeatures.COUNT - 2])
                        .as("how far an echo raises the floors in frame %d", frame)
                        .isZero();
            }
        }
    }

    @Test
    void shouldTakeNoFarFrameForSilence() {
        short[] pcm = lineNoise(RATE, 3, -60);
        Voice.mix(pcm, Voice.speech(1, RATE, RATE, 150, -30), RATE, 1);
        assertThat(scores(RATE, pcm, new short[pcm.length])).isEqualTo(scores(RATE, pcm, null));
    }

    @Test
    void shouldShowLevels() {
        EnergyVad vad = new EnergyVad(RATE);
        short[] near = Voice.noise(1, 2 * RATE, false, -40);
        short[] far = Voice.noise(2, 2 * RATE, false, -20);
        for (int at = 0; at < near.length; at += FRAME) {
            vad.score(near, at, far, at, FRAME);
        }
        assertThat(vad.nearLevelDbov()).isCloseTo(-40f, Offset.offset(2f));
        assertThat(vad.farLevelDbov()).isCloseTo(-20f, Offset.offset(2f));
        assertThat(vad.noiseLevelDbov()).isCloseTo(-40f, Offset.offset(4f));
    }

    @Test
    void shouldStayInRangeWhateverTheSound() {
        EnergyVad vad = new EnergyVad(RATE);
        for (long seed = 1; seed <= 3_000; seed++) {
            int peak = (int) (seed * 7_919 % 32_767) + 1;
            short[] near = Signals.noise(seed, FRAME, peak);
            short[] far = Signals.noise(-seed, FRAME, 32_767 - peak + 1);
            assertThat(vad.score(near, 0, seed % 5 == 0 ? null : far, 0, FRAME))
                    .as("seed %d", seed)
                    .isBetween(0f, 1f);
        }
    }

    @Test
    void shouldGiveTheSameScoresWhenReset() {
        EnergyVad vad = new EnergyVad(RATE);
        short[] near = Voice.speech(4, RATE, 4 * RATE, 150, -26);
        short[] far = Arrays.copyOf(Voice.speech(5, RATE, 2 * RATE, 200, -26), 4 * RATE);
        float[] first = scores(vad, FRAME, near, far);
        vad.reset();
        assertThat(scores(vad, FRAME, near, far)).isEqualTo(first);
        assertThat(share(first, 0, first.length)).isPositive();
    }

    /** What calls of one thread share holds nothing from one frame to the next. */
    @Test
    void shouldHearTheSameWhenCallsTakeTurnsOnOneThread() {
        short[][] fars = {
            Voice.speech(21, RATE, 6 * RATE, 190, -22), Voice.speech(22, RATE, 6 * RATE, 130, -20), new short[6 * RATE]
        };
        short[][] nears = {echoOf(fars[0], 60, 12), echoOf(fars[1], 100, 20), Voice.speech(5, RATE, 6 * RATE, 150, -26)
        };
        short[][] alone = new short[nears.length][6 * RATE];
        for (int call = 0; call < nears.length; call++) {
            EnergyVad vad = new EnergyVad(RATE);
            for (int at = 0; at < 6 * RATE; at += FRAME) {
                vad.score(nears[call], at, fars[call], at, FRAME);
                vad.heard(alone[call], at);
            }
        }
        EnergyVad[] calls = {new EnergyVad(RATE), new EnergyVad(RATE), new EnergyVad(RATE)};
        short[][] inTurn = new short[nears.length][6 * RATE];
        for (int at = 0; at < 6 * RATE; at += FRAME) {
            for (int call = 0; call < calls.length; call++) {
                calls[call].score(nears[call], at, fars[call], at, FRAME);
                calls[call].heard(inTurn[call], at);
            }
        }
        assertThat(inTurn).isDeepEqualTo(alone);
        assertThat(alone[0]).as("an echo was taken off").isNotEqualTo(nears[0]);
    }

    @Test
    void shouldHearSilenceBeforeThereIsAFrame() {
        EnergyVad vad = new EnergyVad(RATE);
        short[] out = new short[FRAME];
        Arrays.fill(out, (short) 7);
        vad.heard(out, 0);
        assertThat(out).containsOnly((short) 0);
    }

    @Test
    void shouldNeverChangeAScoreByABit() {
        short[] far = Arrays.copyOf(Voice.speech(12, RATE, 4 * RATE, 190, -24), 8 * RATE);
        short[] near = echoOf(far, 120, 20);
        Voice.mix(near, Voice.speech(13, RATE, 2 * RATE, 120, -28), 3 * RATE, 1);
        short[] tone = new short[RATE];
        Tone.dtmf('7', RATE, -16).fill(tone, 0, RATE);
        Voice.mix(near, tone, 7 * RATE, 1);
        assertThat(Arrays.hashCode(scores(RATE, near, far))).isEqualTo(1_800_478_701);
    }

    /**
     * Loud speech is sent, then soft speech for longer than frames are kept while the caller is quiet: the echo of the soft one is not
     * measured by the loud one. Every score is what it was when that was found right.
     */
    @Test
    void shouldMeasureNoEchoByWhatWasSentBeforeFramesThatNobodyMeasured() {
        EnergyVad vad = new EnergyVad(RATE);
        scores(vad, FRAME, Voice.noise(3, 3 * RATE, false, -55), Voice.speech(1, RATE, 3 * RATE, 140, -12));
        int hush = 160 * FRAME;
        scores(vad, FRAME, Voice.noise(4, hush, false, -74), Voice.speech(9, RATE, hush, 120, -40));
        float[] scores =
                scores(vad, FRAME, Voice.speech(21, RATE, RATE, 160, -30), Voice.speech(10, RATE, RATE, 120, -40));
        assertThat(share(scores, 0, scores.length)).isGreaterThan(0.8);
        assertThat(Arrays.hashCode(scores)).isEqualTo(18_485_214);
    }

    @Test
    void shouldNameTheRateOrFrameThatDoesNotFit() {
        assertThatThrownBy(() -> new EnergyVad(48_000)).hasMessageContaining("48000 Hz");
        assertThatThrownBy(() -> new EnergyVad(RATE).score(new short[320], 0, null, 0, 320))
                .hasMessageContaining("frame of 320 samples");
    }

    private static float[] scores(int rateHz, short[] near, short[] far) {
        return scores(new EnergyVad(rateHz), rateHz / SECOND, near, far);
    }

    private static float[] scores(EnergyVad vad, int frame, short[] near, short[] far) {
        float[] scores = new float[near.length / frame];
        for (int i = 0; i < scores.length; i++) {
            scores[i] = vad.score(near, i * frame, far, i * frame, frame);
        }
        return scores;
    }

    private static int firstAtThreshold(float[] scores, int from) {
        for (int i = from; i < scores.length; i++) {
            if (scores[i] >= SpeechDetector.SPEECH_THRESHOLD) {
                return i;
            }
        }
        return Integer.MAX_VALUE;
    }

    private static double share(float[] scores, int from, int to) {
        int count = 0;
        for (int i = from; i < to; i++) {
            count += scores[i] >= SpeechDetector.SPEECH_THRESHOLD ? 1 : 0;
        }
        return (double) count / (to - from);
    }

    private static int longestRun(float[] scores, int from, int to) {
        int longest = 0;
        int run = 0;
        for (int i = from; i < to; i++) {
            run = scores[i] >= SpeechDetector.SPEECH_THRESHOLD ? run + 1 : 0;
            longest = Math.max(longest, run);
        }
        return longest;
    }

    private static short[] lineNoise(int rateHz, int seconds, double levelDbov) {
        return Voice.noise(99, seconds * rateHz, false, levelDbov);
    }

    private static short[] overTheWire(short[] pcm) {
        byte[] payload = new byte[pcm.length];
        G711.PCMU.encode(pcm, 0, pcm.length, payload, 0);
        G711.PCMU.decode(payload, 0, payload.length, pcm, 0);
        return pcm;
    }

    /** A direct path and a decaying tail of 24 ms, with line noise. */
    private static short[] echoOf(short[] far, int delayMs, double returnLossDb) {
        double gain = StrictMath.pow(10, -returnLossDb / 20);
        double[] path = new double[RATE * 24 / 1000];
        java.util.Random random = new java.util.Random(delayMs);
        path[0] = 0.9;
        for (int i = 1; i < path.length; i++) {
            path[i] = 0.12 * random.nextGaussian() * StrictMath.exp(-5.0 * i / path.length);
        }
        short[] near = Voice.noise(77, far.length, false, -68);
        int delay = delayMs * RATE / 1000;
        for (int i = delay; i < far.length; i++) {
            double sum = 0;
            for (int k = 0; k < path.length && i - delay - k >= 0; k++) {
                sum += path[k] * far[i - delay - k];
            }
            near[i] = (short) Math.max(-32_768, Math.min(32_767, near[i] + gain * sum));
        }
        return near;
    }
}

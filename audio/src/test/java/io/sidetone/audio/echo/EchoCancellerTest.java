package io.sidetone.audio.echo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sidetone.audio.Voice;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Synthetic voices over synthetic lines. */
class EchoCancellerTest {
    private static final int NARROW_HZ = 8_000;
    private static final int FRAME = 160;
    private static final double FAR_DBOV = -22;

    @ParameterizedTest
    @CsvSource({
        "8000,20,6",
        "8000,60,15",
        "8000,130,6",
        "8000,200,15",
        "8000,333,6",
        "8000,450,15",
        "8000,450,6",
        "16000,95,6",
        "16000,240,15",
        "16000,450,6"
    })
    void shouldFindTheDelayAndTakeTheEchoOff(int rateHz, int delayMs, double lossDb) {
        short[] far = Voice.speech(22, rateHz, 6 * rateHz, 120, FAR_DBOV);
        short[] near =
                EchoLine.mix(EchoLine.echo(delayMs, far, rateHz, delayMs, lossDb), EchoLine.quietNoise(far.length));
        EchoCanceller canceller = new EchoCanceller(rateHz);
        EchoLine.Run run = new EchoLine.Run(canceller, rateHz, near, far);
        assertThat(run.cancellingFromMs(0)).isLessThanOrEqualTo(delayMs + 700);
        assertThat(canceller.delayFrames() * 20).isBetween(delayMs - 40, delayMs);
        assertThat(EchoLine.louderDb(near, run.out(), 2_000 + delayMs, 6_000, rateHz))
                .as("echo return loss enhancement")
                .isGreaterThan(10);
    }

    /**
     * An agent that stops in mid-word and begins again. Blocks that end hard look alike at delay 0, 40, 80 ms and so on;
     * a canceller that believed it left the echo as it was.
     */
    @ParameterizedTest
    @ValueSource(doubles = {100, 125, 150, 163, 175, 200, 250})
    void shouldFindTheDelayOfAVoiceThatIsCutOffAgainAndAgain(double pitchHz) {
        short[] far = EchoLine.coded(Voice.cutWords(8, NARROW_HZ, pitchHz, FAR_DBOV));
        for (int delayMs = 30; delayMs < 400; delayMs += 13) {
            short[] near = EchoLine.mix(EchoLine.clean(far, NARROW_HZ, delayMs, 15), EchoLine.quietNoise(far.length));
            EchoCanceller canceller = new EchoCanceller(NARROW_HZ);
            EchoLine.Run run = new EchoLine.Run(canceller, NARROW_HZ, near, far);
            assertThat(delayMs - canceller.delayFrames() * 20)
                    .as("what the filter spans of an echo after %d ms", delayMs)
                    .isBetween(0, 78);
            assertThat(EchoLine.louderDb(near, run.out(), 5_000, 8_000, NARROW_HZ))
                    .as("echo return loss enhancement after %d ms", delayMs)
                    .isGreaterThan(6);
        }
    }

    /**
     * A voice as even as a synthesizer's: each pitch period is like the one before, and the echo seems to come several of them later. What
     * lies before the filter's first tap is never taken off.
     */
    @ParameterizedTest
    @ValueSource(doubles = {110, 120})
    void shouldSeldomBeginBehindTheEchoOfAnEvenVoice(double pitchHz) {
        int missed = 0;
        int echoes = 0;
        for (int vowel = 0; vowel < 5; vowel++) {
            short[] far = EchoLine.coded(Voice.even(vowel, NARROW_HZ, 2 * NARROW_HZ, pitchHz, FAR_DBOV));
            for (int delayMs = 0; delayMs < 140; delayMs++) {
                short[] near = EchoLine.coded(
                        EchoLine.mix(EchoLine.clean(far, NARROW_HZ, delayMs, 15), EchoLine.quietNoise(far.length)));
                EchoCanceller canceller = new EchoCanceller(NARROW_HZ);
                new EchoLine.Run(canceller, NARROW_HZ, near, far);
                missed += delayMs < canceller.delayFrames() * 20 ? 1 : 0;
                echoes++;
            }
        }
        assertThat(missed)
                .as("echoes of %d that begin before the filter", echoes)
                .isLessThan(echoes / 8);
    }

    /** The caller is silent when we begin, and then an echo comes back: a line that opens late. */
    @ParameterizedTest
    @ValueSource(ints = {1, 5, 30, 200})
    void shouldGoOnAsAfterSilenceWhenQuietFramesAreOnlyCounted(int quietFrames) {
        int begins = 10 * FRAME;
        int opens = begins + quietFrames * FRAME;
        short[] voice = Voice.speech(22, NARROW_HZ, 8 * NARROW_HZ, 120, FAR_DBOV);
        short[] far = new short[voice.length];
        System.arraycopy(voice, 0, far, begins, far.length - begins);
        short[] near = EchoLine.mix(EchoLine.echo(5, far, NARROW_HZ, 130, 10), EchoLine.quietNoise(far.length));
        Arrays.fill(near, 0, opens, (short) 0);
        EchoCanceller heard = new EchoCanceller(NARROW_HZ);
        EchoCanceller counted = new EchoCanceller(NARROW_HZ);
        float[] expected = new float[FRAME];
        float[] out = new float[FRAME];
        for (int at = 0; at < opens; at += FRAME) {
            short[] sent = at < begins ? null : far;
            heard.process(near, at, sent, at, expected);
            counted.sentIntoQuiet(sent, at);
        }
        counted.wasQuiet(opens / FRAME);
        for (int at = opens; at < far.length; at += FRAME) {
            heard.process(near, at, far, at, expected);
            counted.process(near, at, far, at, out);
            assertThat(out).as("frame %d", at / FRAME).isEqualTo(expected);
        }
        assertThat(counted.cancelling()).as("the echo was found").isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {50, 118, 205, 310})
    void shouldBeginAtTheFirstOfTwoEchoesWhenTheSecondIsALittleLouder(int delayMs) {
        short[] far = Voice.speech(31, NARROW_HZ, 3 * NARROW_HZ, 140, FAR_DBOV);
        short[] near = EchoLine.mix(
                EchoLine.clean(far, NARROW_HZ, delayMs, 13),
                EchoLine.clean(far, NARROW_HZ, delayMs + 33, 12),
                EchoLine.quietNoise(far.length));
        int fromMs = new EchoLine.Run(new EchoCanceller(NARROW_HZ), NARROW_HZ, near, far).cancellingFromMs(0);
        int begun = NARROW_HZ / 1_000 * (fromMs + 20);
        EchoCanceller canceller = new EchoCanceller(NARROW_HZ);
        new EchoLine.Run(canceller, NARROW_HZ, Arrays.copyOf(near, begun), Arrays.copyOf(far, begun));
        assertThat(canceller.cancelling()).isTrue();
        assertThat(canceller.delayFrames() * 20).isLessThanOrEqualTo(delayMs);
    }

    @ParameterizedTest
    @CsvSource({"8000,100", "16000,100"})
    void shouldMakeNoEchoLouderWhenItIsFaint(int rateHz, int delayMs) {
        short[] far = Voice.speech(21, rateHz, 6 * rateHz, 190, FAR_DBOV);
        short[] near = EchoLine.mix(EchoLine.echo(delayMs, far, rateHz, delayMs, 25), EchoLine.quietNoise(far.length));
        EchoLine.Run run = new EchoLine.Run(new EchoCanceller(rateHz), rateHz, near, far);
        for (int second = 1; second < 6; second++) {
            assertThat(EchoLine.louderDb(near, run.out(), 1_000 * second, 1_000 * second + 1_000, rateHz))
                    .isGreaterThan(-0.5);
        }
        assertThat(EchoLine.louderDb(near, run.out(), 2_000, 6_000, rateHz)).isGreaterThan(4);
    }

    @ParameterizedTest
    @CsvSource({"6,60,20", "15,60,20", "15,300,20", "6,160,55"})
    void shouldWorkOverCodedLines(double lossDb, int delayMs, long seed) {
        short[] far = EchoLine.coded(Voice.speech(seed, NARROW_HZ, 6 * NARROW_HZ, 120, FAR_DBOV));
        short[] near = EchoLine.coded(
                EchoLine.mix(EchoLine.echo(seed, far, NARROW_HZ, delayMs, lossDb), EchoLine.quietNoise(far.length)));
        EchoLine.Run run = new EchoLine.Run(new EchoCanceller(NARROW_HZ), NARROW_HZ, near, far);
        assertThat(EchoLine.louderDb(near, run.out(), 2_000 + delayMs, 6_000, NARROW_HZ))
                .isGreaterThan(8);
    }

    @ParameterizedTest
    @CsvSource({"8000,6,60", "8000,15,60", "8000,15,300", "16000,6,120", "16000,15,120"})
    void shouldLeaveTheCallerAsLoudAsHeIs(int rateHz, double lossDb, int delayMs) {
        short[] far = Voice.speech(5, rateHz, 8 * rateHz, 200, FAR_DBOV);
        short[] caller = new short[far.length];
        Voice.mix(caller, Voice.speech(6, rateHz, 3 * rateHz, 110, -24), 4 * rateHz, 1);
        short[] near = EchoLine.mix(
                EchoLine.echo(delayMs, far, rateHz, delayMs, lossDb), EchoLine.quietNoise(far.length), caller);
        EchoLine.Run run = new EchoLine.Run(new EchoCanceller(rateHz), rateHz, near, far);
        assertThat(EchoLine.louderDb(caller, run.out(), 4_000, 7_000, rateHz))
                .as("the clean caller over what is heard of him")
                .isCloseTo(0, within(2.0));
        float[] wrong = new float[caller.length];
        for (int i = 0; i < wrong.length; i++) {
            wrong[i] = run.out()[i] - caller[i];
        }
        assertThat(EchoLine.louderDb(caller, wrong, 4_000, 7_000, rateHz))
                .as("the caller over what is wrong with him")
                .isGreaterThan(6);
    }

    @ParameterizedTest
    @ValueSource(ints = {8_000, 16_000})
    void shouldDoNoHarmToAVoiceThatIsNoEcho(int rateHz) {
        Random random = new Random(4);
        for (int seed = 1; seed <= 6; seed++) {
            short[] far = Voice.speech(seed, rateHz, 15 * rateHz, 90 + random.nextInt(150), FAR_DBOV);
            short[] near = Voice.speech(100 + seed, rateHz, 15 * rateHz, 90 + random.nextInt(150), -24);
            float[] out = new EchoLine.Run(new EchoCanceller(rateHz), rateHz, near, far).out();
            float[] wrong = new float[near.length];
            for (int i = 0; i < wrong.length; i++) {
                wrong[i] = out[i] - near[i];
            }
            assertThat(EchoLine.louderDb(near, out, 0, 15_000, rateHz))
                    .as("seed %d", seed)
                    .isCloseTo(0, within(0.5));
            assertThat(EchoLine.louderDb(near, wrong, 0, 15_000, rateHz))
                    .as("seed %d", seed)
                    .isGreaterThan(10);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {8_000, 16_000})
    void shouldHoldOnToALineThatDoesNotChange(int rateHz) {
        for (int seed = 1; seed <= 6; seed++) {
            short[] far = Voice.speech(seed, rateHz, 12 * rateHz, 100 + 22 * seed, FAR_DBOV);
            short[] near = EchoLine.mix(
                    EchoLine.echo(seed, far, rateHz, 74 * seed, seed % 2 == 0 ? 6 : 15),
                    EchoLine.quietNoise(far.length));
            float[] out = new EchoLine.Run(new EchoCanceller(rateHz), rateHz, near, far).out();
            for (int ms = 3_000; ms < 12_000; ms += 1_000) {
                assertThat(EchoLine.louderDb(near, out, ms, ms + 1_000, rateHz))
                        .as("seed %d at %d ms", seed, ms)
                        .isGreaterThan(6);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"60,100,12,12", "100,60,12,12", "60,60,20,10", "200,240,10,10", "100,100,8,20", "60,300,10,10"})
    void shouldFollowAPathThatChanges(int firstMs, int thenMs, double firstLossDb, double thenLossDb) {
        int changeMs = 4_000;
        short[] far = Voice.speech(31, NARROW_HZ, 10 * NARROW_HZ, 150, FAR_DBOV);
        short[] echo = EchoLine.echo(1, far, NARROW_HZ, firstMs, firstLossDb);
        short[] later = EchoLine.echo(1, far, NARROW_HZ, thenMs, thenLossDb);
        int from = changeMs * NARROW_HZ / 1000;
        System.arraycopy(later, from, echo, from, echo.length - from);
        short[] near = EchoLine.mix(echo, EchoLine.quietNoise(far.length));
        EchoLine.Run run = new EchoLine.Run(new EchoCanceller(NARROW_HZ), NARROW_HZ, near, far);
        assertThat(EchoLine.louderDb(near, run.out(), 2_500, changeMs, NARROW_HZ))
                .isGreaterThan(9);
        assertThat(EchoLine.louderDb(near, run.out(), changeMs + 3_000, 10_000, NARROW_HZ))
                .isGreaterThan(9);
    }

    @Test
    void shouldPassWhatIsHeardUnchangedWhileNothingIsSent() {
        short[] near = Voice.speech(3, NARROW_HZ, 4 * NARROW_HZ, 120, -20);
        EchoLine.Run run = new EchoLine.Run(new EchoCanceller(NARROW_HZ), NARROW_HZ, near, new short[near.length]);
        for (int i = 0; i < near.length; i++) {
            assertThat(run.out()[i]).isEqualTo(near[i]);
        }
        assertThat(run.cancelled()).isZero();
    }

    @Test
    void shouldPassWhatIsHeardUnchangedOnceTheEchoIsOver() {
        short[] far = new short[8 * NARROW_HZ];
        Voice.mix(far, Voice.speech(21, NARROW_HZ, 4 * NARROW_HZ, 190, FAR_DBOV), 0, 1);
        short[] caller = new short[far.length];
        Voice.mix(caller, Voice.speech(22, NARROW_HZ, 2 * NARROW_HZ, 110, -24), 5 * NARROW_HZ, 1);
        short[] near = EchoLine.mix(EchoLine.echo(9, far, NARROW_HZ, 200, 12), caller);
        EchoCanceller canceller = new EchoCanceller(NARROW_HZ);
        EchoLine.Run run = new EchoLine.Run(canceller, NARROW_HZ, near, far);
        assertThat(run.cancellingAt(3_900)).isTrue();
        assertThat(run.cancellingAt(4_900)).isFalse();
        for (int i = 5 * NARROW_HZ; i < near.length; i++) {
            assertThat(run.out()[i]).isEqualTo(near[i]);
        }
        new EchoLine.Run(canceller, NARROW_HZ, Arrays.copyOf(near, FRAME), Arrays.copyOf(far, FRAME));
        assertThat(canceller.cancelling())
                .as("as soon as something is sent again")
                .isTrue();
    }

    @Test
    void shouldRestOnALineWithoutEchoAndBeginWhenOneComes() {
        short[] far = Voice.speech(21, NARROW_HZ, 32 * NARROW_HZ, 190, FAR_DBOV);
        short[] echo = EchoLine.echo(3, far, NARROW_HZ, 100, 10);
        short[] faint = EchoLine.echo(3, far, NARROW_HZ, 100, 44);
        System.arraycopy(faint, 4 * NARROW_HZ, echo, 4 * NARROW_HZ, 14 * NARROW_HZ);
        short[] near = EchoLine.mix(echo, EchoLine.quietNoise(far.length));
        EchoLine.Run run = new EchoLine.Run(new EchoCanceller(NARROW_HZ), NARROW_HZ, near, far);
        assertThat(run.cancellingAt(3_980)).isTrue();
        assertThat(run.cancellingAt(16_000)).as("the echo went at 4 s").isFalse();
        assertThat(run.cancellingAt(17_980)).isFalse();
        assertThat(run.cancellingFromMs(18_000)).as("it is back at 18 s").isLessThan(24_500);
        assertThat(EchoLine.louderDb(near, run.out(), 28_000, 32_000, NARROW_HZ))
                .isGreaterThan(10);
    }

    @Test
    void shouldBeginBeforeTheFoundDelayWhereverItLies() {
        short[] far = Voice.speech(21, NARROW_HZ, 3 * NARROW_HZ, 190, FAR_DBOV);
        for (int delayMs = 26; delayMs <= 66; delayMs++) {
            EchoCanceller canceller = new EchoCanceller(NARROW_HZ);
            new EchoLine.Run(canceller, NARROW_HZ, EchoLine.echo(3, far, NARROW_HZ, delayMs, 10), far);
            assertThat(canceller.cancelling()).isTrue();
            assertThat(20 * canceller.delayFrames())
                    .as("first tap in ms for an echo after %d ms", delayMs)
                    .isBetween(delayMs - 28, delayMs - 4);
        }
    }

    @Test
    void shouldNeverBeginOnALineWhoseEchoIsFaint() {
        short[] far = Voice.speech(21, NARROW_HZ, 15 * NARROW_HZ, 190, FAR_DBOV);
        short[] near = EchoLine.mix(EchoLine.echo(3, far, NARROW_HZ, 100, 38), EchoLine.quietNoise(far.length));
        EchoLine.Run run = new EchoLine.Run(new EchoCanceller(NARROW_HZ), NARROW_HZ, near, far);
        assertThat(run.cancelled()).isZero();
        for (int i = 0; i < near.length; i++) {
            assertThat(run.out()[i]).isEqualTo(near[i]);
        }
    }

    @Test
    void shouldKeepStepWhenFramesAreMissed() {
        short[] far = Voice.speech(21, NARROW_HZ, 8 * NARROW_HZ, 190, FAR_DBOV);
        short[] near = EchoLine.mix(EchoLine.echo(3, far, NARROW_HZ, 140, 12), EchoLine.quietNoise(far.length));
        EchoCanceller canceller = new EchoCanceller(NARROW_HZ);
        Random random = new Random(8);
        float[] out = new float[FRAME];
        double heard = 0;
        double left = 0;
        int missed = 0;
        for (int at = 0; at < near.length; at += FRAME) {
            if (random.nextInt(10) == 0) {
                canceller.miss(far, at);
                missed++;
                continue;
            }
            canceller.process(near, at, far, at, out);
            for (int i = 0; at > 3 * NARROW_HZ && i < FRAME; i++) {
                heard += near[at + i] * near[at + i];
                left += out[i] * out[i];
            }
        }
        assertThat(missed).isGreaterThan(20);
        assertThat(10 * Math.log10(heard / left)).isGreaterThan(10);
    }

    @ParameterizedTest
    @ValueSource(ints = {8_000, 16_000})
    void shouldBeAsNewWhenReset(int rateHz) {
        short[] far = new short[6 * rateHz];
        Voice.mix(far, Voice.speech(21, rateHz, 4 * rateHz, 190, FAR_DBOV), rateHz / 2, 1);
        short[] near = EchoLine.mix(EchoLine.echo(3, far, rateHz, 140, 12), EchoLine.quietNoise(far.length));
        EchoCanceller canceller = new EchoCanceller(rateHz);
        float[] first = new EchoLine.Run(canceller, rateHz, near, far).out();
        new EchoLine.Run(canceller, rateHz, far, near);
        canceller.reset();
        assertThat(canceller.active()).isFalse();
        assertThat(canceller.cancelling()).isFalse();
        assertThat(canceller.unlike()).isFalse();
        assertThat(new EchoLine.Run(canceller, rateHz, near, far).out()).isEqualTo(first);
    }

    @ParameterizedTest
    @ValueSource(ints = {8_000, 16_000})
    void shouldStayFiniteWhateverIsSentAndHeard(int rateHz) {
        int frame = rateHz / 50;
        for (long seed = 1; seed <= 6; seed++) {
            EchoCanceller canceller = new EchoCanceller(rateHz);
            Random random = new Random(seed);
            float[] out = new float[frame];
            short[] speech = Voice.speech(seed, rateHz, 4 * rateHz, 150, -12);
            short[] echo = EchoLine.echo(seed, speech, rateHz, 60, 0);
            for (int i = 0; i < 1_200; i++) {
                boolean lockedFirst = i < 150;
                int at = i % 200 * frame;
                short[] near = lockedFirst ? Arrays.copyOfRange(echo, at, at + frame) : harsh(random, frame);
                short[] far = lockedFirst ? Arrays.copyOfRange(speech, at, at + frame) : harsh(random, frame);
                if (random.nextInt(50) == 0) {
                    canceller.miss(far, 0);
                    continue;
                }
                canceller.process(near, 0, random.nextInt(40) == 0 ? null : far, 0, out);
                for (float sample : out) {
                    assertThat(Math.abs(sample)).as("seed %d frame %d", seed, i).isLessThan(1e6f);
                }
                if (canceller.cancelling()) {
                    for (float share : canceller.echoShares()) {
                        assertThat(share)
                                .as("seed %d frame %d", seed, i)
                                .isFinite()
                                .isNotNegative();
                    }
                }
            }
        }
    }

    /** Zeros, offsets, full-scale squares, pulses, noise. */
    private static short[] harsh(Random random, int samples) {
        short[] pcm = new short[samples];
        int kind = random.nextInt(6);
        int half = 1 + random.nextInt(40);
        short level = (short) random.nextInt();
        for (int i = 0; i < samples; i++) {
            pcm[i] = switch (kind) {
                case 0 -> 0;
                case 1 -> level;
                case 2 -> i / half % 2 == 0 ? Short.MAX_VALUE : Short.MIN_VALUE;
                case 3 -> i % (2 * half) == 0 ? Short.MIN_VALUE : 0;
                case 4 -> (short) random.nextInt();
                default -> random.nextBoolean() ? Short.MAX_VALUE : Short.MIN_VALUE;
            };
        }
        return pcm;
    }

    /** Whether an echo may still return is known without the silent frames themselves. */
    @Test
    void shouldGoOnAsAfterSilenceWhenNoEchoReturnsAnyMore() {
        short[] far = Voice.speech(9, NARROW_HZ, 6 * NARROW_HZ, 120, -22);
        short[] near = Voice.noise(10, far.length, true, -50);
        EchoCanceller silence = new EchoCanceller(NARROW_HZ);
        EchoCanceller skipped = new EchoCanceller(NARROW_HZ);
        float[] expected = new float[FRAME];
        float[] out = new float[FRAME];
        for (int at = 0; at < far.length; at += FRAME) {
            if (at == far.length / 2) {
                for (int i = 0; i < EchoCanceller.FAR_FRAMES; i++) {
                    silence.sentIntoQuiet(null, 0);
                }
                skipped.sentUnheard(EchoCanceller.FAR_FRAMES - 1, 0);
                skipped.echoOver();
                assertThat(skipped.active()).isFalse();
            }
            silence.process(near, at, far, at, expected);
            skipped.process(near, at, far, at, out);
            assertThat(out).as("frame %d", at / FRAME).isEqualTo(expected);
            assertThat(skipped.unlike()).isEqualTo(silence.unlike());
        }
    }

    @Test
    void shouldGiveTheSameBitsEachTime() {
        short[] far = Voice.speech(21, NARROW_HZ, 3 * NARROW_HZ, 190, FAR_DBOV);
        short[] near = EchoLine.mix(EchoLine.echo(3, far, NARROW_HZ, 140, 12), EchoLine.quietNoise(far.length));
        EchoLine.Run run = new EchoLine.Run(new EchoCanceller(NARROW_HZ), NARROW_HZ, near, far);
        EchoLine.Run again = new EchoLine.Run(new EchoCanceller(NARROW_HZ), NARROW_HZ, near, far);
        assertThat(run.cancelled()).isPositive();
        assertThat(again.out()).isEqualTo(run.out());
    }

    @Test
    void shouldRefuseARateItDoesNotKnow() {
        assertThatThrownBy(() -> new EchoCanceller(48_000))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("48000 Hz is not supported; give 8000 or 16000 Hz");
    }
}

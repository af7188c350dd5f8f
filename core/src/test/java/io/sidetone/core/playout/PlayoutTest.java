package io.sidetone.core.playout;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.WordTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PlayoutTest {
    private static final long MS = 1_000_000L;
    private static final int RATE = 8_000;

    private final Playout playout = new Playout(RATE);
    private final short[] out = new short[960];
    private long nowNs;

    private static PcmChunk chunk(int ms, int value, WordTimes words) {
        short[] pcm = new short[ms * RATE / 1000];
        java.util.Arrays.fill(pcm, (short) value);
        return new PcmChunk(RATE, pcm, 0, pcm.length, words);
    }

    private List<Integer> play(int frames) {
        List<Integer> values = new ArrayList<>();
        for (int i = 0; i < frames; i++) {
            nowNs += 20 * MS;
            int n = playout.fill(out, nowNs);
            values.add(n == 0 ? null : (int) out[n / 2]);
        }
        return values;
    }

    private void givenClause(String text, int ms, int value) {
        int clause = playout.addClause(text);
        for (int at = 0; at < ms; at += 100) {
            assertThat(playout.add(clause, chunk(100, value, null))).isTrue();
        }
        playout.clauseDone(clause);
    }

    @Test
    void shouldPlayClausesInOrderAndBeCompleteAtTheEnd() {
        givenClause("one", 100, 1000);
        givenClause("two", 100, 2000);
        assertThat(play(10)).startsWith(1000, 1000, 1000, 1000, 1000, 2000).endsWith(2000);
        assertThat(playout.complete()).isFalse();
        playout.end();
        assertThat(playout.complete()).isTrue();
        assertThat(play(1)).containsExactly((Integer) null);
        assertThat(playout.sentMs()).isEqualTo(200);
    }

    @Test
    void shouldStillKnowWhatWasSaidWhenItsSoundIsDropped() {
        givenClause("one", 100, 1000);
        play(5);
        playout.end();
        playout.dropSound();
        assertThat(playout.complete()).isTrue();
        assertThat(playout.hasAudio()).isTrue();
        assertThat(playout.sentMs()).isEqualTo(100);
        assertThat(playout.bufferedMs()).isZero();
        assertThat(playout.spokenText()).isEqualTo("one");
        assertThat(play(1)).containsExactly((Integer) null);
        playout.begin();
        givenClause("two", 100, 2000);
        assertThat(play(5)).containsExactly(2000, 2000, 2000, 2000, 2000);
    }

    @Test
    void shouldSayTheTextOfAClauseThatCameSinceItWasAsked() {
        playout.addClause("one");
        assertThat(playout.text()).isEqualTo("one");
        playout.addClause("two");
        assertThat(playout.text()).isEqualTo("one two");
        playout.begin();
        assertThat(playout.text()).isEmpty();
    }

    @Test
    void shouldWaitWithoutLosingSamplesWhenTheSynthesizerIsBehind() {
        int clause = playout.addClause("late");
        playout.add(clause, chunk(30, 500, null));
        assertThat(play(3)).containsExactly(500, null, null);
        playout.add(clause, chunk(30, 500, null));
        playout.clauseDone(clause);
        assertThat(play(3)).containsExactly(500, 500, null);
        assertThat(playout.sentMs()).isEqualTo(60);
        assertThat(playout.starvedFrames()).isGreaterThanOrEqualTo(2);
    }

    @Test
    @Tag("ITE-GUD-001")
    void shouldFadeOneFrameThenFallSilentWhenPaused() {
        givenClause("hello there", 1_000, 8000);
        play(10);
        playout.pause();
        nowNs += 20 * MS;
        int n = playout.fill(out, nowNs);
        assertThat(n).isEqualTo(160);
        assertThat(Math.abs(out[0])).isGreaterThan(Math.abs(out[80]));
        assertThat(Math.abs(out[159])).isLessThan(100);
        assertThat(play(5)).containsOnlyNulls();
        assertThat(playout.sentMs()).isEqualTo(220);
        playout.resume();
        assertThat(play(2)).doesNotContainNull();
    }

    @Test
    void shouldResumeAtTheStartOfTheWordWhenWordTimesAreKnown() {
        int clause = playout.addClause("alpha beta gamma");
        playout.add(clause, chunk(500, 1, new WordTimes(new int[] {0, 300, 600}, new int[] {300, 600, 900}, new int[] {
            5, 10, 16
        })));
        playout.add(clause, chunk(400, 1, null));
        playout.clauseDone(clause);
        play(20);
        playout.pause();
        play(3);
        assertThat(playout.positionMs()).isEqualTo(420);
        playout.resume();
        assertThat(playout.positionMs()).isEqualTo(300);
    }

    @Test
    @Tag("VAN-08")
    void shouldCountAWordAsHeardWhenHalfOfItWas() {
        int clause = playout.addClause("alpha beta gamma");
        playout.add(clause, chunk(500, 1, new WordTimes(new int[] {0, 300, 600}, new int[] {300, 600, 900}, new int[] {
            5, 10, 16
        })));
        playout.add(clause, chunk(400, 1, null));
        playout.clauseDone(clause);
        play(25);
        assertThat(playout.heardText(nowNs, 60)).isEqualTo("alpha");
        assertThat(playout.heardText(nowNs, 40)).isEqualTo("alpha beta");
        assertThat(playout.heardText(nowNs, 200)).as("never decreases").isEqualTo("alpha beta");
    }

    @Test
    void shouldHearEverythingSentWhenTheDelayHasPassed() {
        givenClause("alpha beta", 400, 1);
        play(10);
        playout.pause();
        assertThat(playout.heardMs(nowNs, 60)).isEqualTo(140);
        play(1);
        assertThat(playout.heardMs(nowNs + 200 * MS, 60)).isEqualTo(220);
    }

    @Test
    void shouldCutAtAWordByPositionWhenThereAreNoWordTimes() {
        givenClause("alpha beta gamma delta", 2_200, 1);
        play(60);
        assertThat(playout.heardText(nowNs, 0)).isEqualTo("alpha beta");
        playout.end();
        play(60);
        assertThat(playout.heardText(nowNs, 0)).isEqualTo("alpha beta gamma delta");
    }

    @Test
    void shouldCountTheCharactersOfAllClausesHeardAndOfTheOneThatSounds() {
        givenClause("one", 100, 1000);
        playout.addSound(List.of(chunk(40, 3000, null)));
        givenClause("two three", 100, 2000);
        playout.end();

        List<Integer> chars = new ArrayList<>();
        for (int frame = 0; frame < 13; frame++) {
            play(1);
            chars.add(playout.heardChars(nowNs, 0));
        }

        // "one", a sound without text and the spaces after both come before "two".
        assertThat(chars).containsExactly(0, 0, 0, 0, 3, 3, 3, 3, 8, 8, 8, 14, 14);
        playout.begin();
        assertThat(playout.heardChars(nowNs, 0)).isZero();
    }

    /** Most frames are within a word: who asks for each of them gets the answer of who asks for that one only. */
    @Test
    void shouldCountTheSameCharactersHoweverOftenItIsAsked() {
        for (int seed = 1; seed <= 300; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Playout often = new Playout(RATE);
            Playout seldom = new Playout(RATE);
            int clauses = 0;
            int spoken = 0;
            for (int frame = 0; frame < 200; frame++) {
                long ns = frame * 20 * MS;
                int step = spoken == clauses ? 0 : random.nextInt(12);
                int ms = 20 * random.nextInt(1, 15);
                for (Playout each : List.of(often, seldom)) {
                    switch (step) {
                        case 0 -> each.addClause("some words of clause " + frame);
                        case 1, 2 -> each.add(spoken, chunk(ms, 500, frame % 3 == 0 ? null : words(ms)));
                        case 3 -> each.clauseDone(spoken);
                        case 4 -> each.clauseFailed(spoken);
                        default -> {}
                    }
                    each.fill(out, ns);
                    each.heardMs(ns, 60);
                }
                clauses += step == 0 ? 1 : 0;
                spoken += step == 3 || step == 4 ? 1 : 0;
                int heard = often.heardChars(ns, 60);
                if (random.nextInt(6) == 0) {
                    assertThat(heard).as("seed %d, frame %d", seed, frame).isEqualTo(seldom.heardChars(ns, 60));
                }
            }
        }
    }

    /** Four words in the time of a chunk. */
    private static WordTimes words(int ms) {
        return new WordTimes(
                new int[] {0, ms / 4, ms / 2, 3 * ms / 4},
                new int[] {ms / 5, ms / 2, 2 * ms / 3, ms},
                new int[] {4, 10, 13, 20});
    }

    @Test
    void shouldRefuseAudioWhenTheClauseIsUnknown() {
        int clause = playout.addClause("x");
        assertThat(playout.add(clause + 1, chunk(20, 1, null))).isFalse();
        assertThat(playout.add(clause, chunk(20, 1, null))).isTrue();
    }

    @Test
    void shouldBringTheSoundOfAnotherRateToThatOfTheTurn() {
        int clause = playout.addClause("x");
        assertThat(playout.add(clause, chunk(100, 1_000, null))).isTrue();
        short[] wide = new short[8_000];
        java.util.Arrays.fill(wide, (short) 1_000);
        assertThat(playout.add(clause, new PcmChunk(16_000, wide, 0, wide.length, null)))
                .isTrue();
        playout.clauseDone(clause);
        playout.end();
        assertThat(playout.bufferedMs()).isEqualTo(600);
        List<Integer> values = play(30);
        assertThat(values).doesNotContainNull();
        assertThat(values.subList(8, 30)).allMatch(value -> Math.abs(value - 1_000) < 20);
        assertThat(playout.complete()).isTrue();
    }

    @Test
    void shouldPlayASoundWhenTheClauseBeforeItIsDone() {
        int before = playout.addClause("before");
        playout.addSound(List.of(chunk(100, 3, null), chunk(100, 4, null)));
        playout.addSound(List.of(chunk(100, 5, null)));
        int behind = playout.addClause("behind");
        assertThat(playout.hasAudio()).isFalse();
        playout.clauseFailed(before);
        assertThat(playout.bufferedMs()).isEqualTo(300);
        assertThat(playout.add(behind, chunk(100, 6, null))).isTrue();
        playout.clauseDone(behind);
        assertThat(playout.heardText(0, 0)).isEmpty();
        play(20);
        assertThat(playout.spokenText()).isEqualTo("behind");
    }

    @Test
    void shouldLeaveOutWhatCouldNotBeSpoken() {
        givenClause("alpha", 100, 1);
        int broken = playout.addClause("beta gamma delta epsilon");
        playout.add(broken, chunk(100, 2, null));
        playout.clauseFailed(broken);
        int mute = playout.addClause("zeta");
        playout.clauseFailed(mute);
        playout.end();
        play(20);
        assertThat(playout.complete()).isTrue();
        assertThat(playout.spokenText()).startsWith("alpha").doesNotContain("zeta");
    }

    @Test
    void shouldRefuseAudioWhenTheClauseBeforeIsNotDone() {
        int first = playout.addClause("first");
        int second = playout.addClause("second");
        assertThat(playout.add(second, chunk(20, 2, null))).isFalse();
        assertThat(playout.add(first, chunk(20, 1, null))).isTrue();
        playout.clauseDone(first);
        assertThat(playout.add(first, chunk(20, 1, null))).isFalse();
        assertThat(playout.add(second, chunk(20, 2, null))).isTrue();
    }

    @Test
    void shouldResampleToTheMediaRateWhenTheVoiceHasAnother() {
        int clause = playout.addClause("x");
        playout.add(clause, new PcmChunk(16_000, new short[3_200], 0, 3_200, null));
        playout.clauseDone(clause);
        nowNs += 20 * MS;
        assertThat(playout.fill(out, nowNs)).isEqualTo(160);
        assertThat(playout.sentMs()).isEqualTo(20);
    }
}

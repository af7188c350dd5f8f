package io.sidetone.tools.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.vad.VoiceActivityEngine;
import io.sidetone.core.port.vad.VoiceActivityEvents;
import io.sidetone.core.port.vad.VoiceActivitySession;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.SpeechSource;
import io.sidetone.core.turn.TurnPolicy;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which events come of a clip, and when. */
class ClipEvaluatorTest {
    private static final TurnPolicy POLICY = TurnPolicy.DEFAULT;

    @TempDir
    private Path folder;

    private List<ClipResult> hear(TestCorpus corpus) throws Exception {
        ClipEvaluator stt = new ClipEvaluator(POLICY);
        List<ClipResult> results = new java.util.ArrayList<>();
        for (Clip clip : Manifest.read(corpus.manifest())) {
            results.add(stt.hear(clip));
        }
        return results;
    }

    private static List<Long> times(ClipResult result, String name) {
        return result.events().stream()
                .filter(event -> event.name().equals(name))
                .map(ClipEvent::timeMs)
                .toList();
    }

    @Test
    void shouldTellSpeechAndTheEndOfTheTurnWhenOnlyTheCallerIsHeard() throws Exception {
        short[] near = TestCorpus.voice(6_000, -20, 7, new int[] {1_000, 2_000}, new int[] {2_500, 3_500});
        ClipResult result = hear(new TestCorpus(folder).caller("one", near)).get(0);
        assertThat(result.scores()).hasSize(300);
        assertThat(result.flags()).hasSize(300).contains("0", "1");
        assertThat(times(result, ClipEvent.SPEECH_START)).hasSize(2);
        assertThat(times(result, ClipEvent.SPEECH_START).get(0))
                .isBetween(1_000L + POLICY.yieldMs(), 1_000L + POLICY.yieldMs() + 60);
        assertThat(times(result, ClipEvent.SPEECH_END)).hasSize(2);
        assertThat(times(result, ClipEvent.SPEECH_END).get(1))
                .isBetween(3_500L + POLICY.resumeSilenceMs(), 3_700L + POLICY.resumeSilenceMs());
        int shortest = POLICY.number(PolicyNumber.SPEECH_STOP_DEBOUNCE);
        assertThat(times(result, ClipEvent.TURN_END)).isNotEmpty();
        assertThat(times(result, ClipEvent.TURN_END)).last().satisfies(end -> assertThat(end)
                .isBetween(3_500L + shortest, 5_400L));
        assertThat(times(result, ClipEvent.YIELD)).isEmpty();
        assertThat(times(result, ClipEvent.INTERRUPT)).isEmpty();
    }

    @Test
    void shouldTellYieldsAndInterruptionsAgainAndAgainWhenTheAgentSpeaksThroughout() throws Exception {
        short[] near = TestCorpus.voice(6_000, -14, 7, new int[] {1_000, 1_600}, new int[] {4_000, 4_700});
        short[] far = TestCorpus.voice(6_000, -40, 8, new int[] {0, 6_000});
        ClipResult result = hear(new TestCorpus(folder).both("both", near, far)).get(0);
        long surelyMs = POLICY.yieldMs() * 2L / 3;
        assertThat(result.events().stream().map(ClipEvent::name))
                .containsOnly(ClipEvent.YIELD, ClipEvent.INTERRUPT)
                .startsWith(ClipEvent.YIELD, ClipEvent.INTERRUPT);
        assertThat(times(result, ClipEvent.YIELD).get(0)).isBetween(1_000L + surelyMs, 1_200L);
        // The voice has gaps of syllables: in pieces 14 of 25 parts of minSpeechMs are enough.
        long leastMs = POLICY.minSpeechMs() * 14L / 25;
        assertThat(times(result, ClipEvent.INTERRUPT).get(0)).isBetween(1_000L + leastMs, 1_800L);
        assertThat(times(result, ClipEvent.YIELD))
                .anySatisfy(time -> assertThat(time).isBetween(4_000L + surelyMs, 4_200L));
        assertThat(times(result, ClipEvent.INTERRUPT))
                .anySatisfy(time -> assertThat(time).isBetween(4_000L + leastMs, 4_800L));
        assertThat(result.events())
                .allSatisfy(event ->
                        assertThat(event.timeMs() % 20).as("ends of frames").isZero());
    }

    @Test
    void shouldResumeAndNotInterruptWhenASoundIsShort() throws Exception {
        short[] near = TestCorpus.voice(4_000, -14, 7, new int[] {2_000, 2_140});
        short[] far = TestCorpus.voice(4_000, -40, 8, new int[] {0, 4_000});
        ClipResult result =
                hear(new TestCorpus(folder).both("short", near, far)).get(0);
        assertThat(times(result, ClipEvent.YIELD)).hasSize(1);
        assertThat(times(result, ClipEvent.INTERRUPT)).isEmpty();
    }

    @Test
    void shouldComeToTheSameWhateverAClipIsCalledAndWhatIsSaidOfIt() throws Exception {
        short[] near = TestCorpus.voice(4_000, -20, 7, new int[] {1_000, 2_000});
        TestCorpus corpus = new TestCorpus(folder).caller("plain", near);
        corpus.clip("{\"id\":\"told\",\"kind\":\"bargein\",\"near\":\"plain.near.ulaw\",\"far\":null,"
                + "\"speech\":[[0,4000]],\"event\":{\"type\":\"none\"},\"turn_end_ms\":12}");
        List<ClipResult> first = hear(corpus);
        List<ClipResult> second = hear(corpus);
        assertThat(second).isEqualTo(first);
        assertThat(ResultJson.of(second.get(0))).isEqualTo(ResultJson.of(first.get(0)));
        assertThat(ResultJson.of(first.get(1)).replace("told", "plain")).isEqualTo(ResultJson.of(first.get(0)));
    }

    @Test
    void shouldHearWholeFramesOnlyWhenAClipEndsWithinOne() throws Exception {
        TestCorpus corpus = new TestCorpus(folder)
                .caller("tail", new short[161])
                .caller("scrap", new short[1])
                .both("lone", new short[480], new short[480]);
        corpus.audio("lone.far.ulaw", new short[200]);
        List<ClipResult> results = hear(corpus);
        assertThat(results.get(0).flags()).isEqualTo("0");
        assertThat(results.get(1).flags()).isEmpty();
        assertThat(results.get(2).flags()).isEqualTo("000");
        assertThat(results).allSatisfy(result -> assertThat(result.events()).isEmpty());
    }

    @Test
    void shouldHearADetectorBesideTheLaneOneFrameLater() throws Exception {
        short[] silence = new short[8_000];
        ClipEvaluator stt = new ClipEvaluator(POLICY.withVad(SpeechSource.SILERO), new OddFrames());
        Clip clip = Manifest.read(new TestCorpus(folder).caller("one", silence).manifest())
                .get(0);
        List<Float> scores = stt.hear(clip).scores();
        assertThat(scores.get(0)).as("nothing is said yet: energy").isLessThan(0.7f);
        assertThat(scores.subList(1, 5)).containsExactly(0.9f, 0.1f, 0.9f, 0.1f);
        assertThat(stt.hear(clip).scores()).isEqualTo(scores);
    }

    /** Takes every other frame for speech, beginning with the first. */
    private static final class OddFrames implements VoiceActivityEngine {
        @Override
        public boolean present() {
            return true;
        }

        @Override
        public VoiceActivitySession open(CallContext call, int sampleRateHz, VoiceActivityEvents events) {
            return new VoiceActivitySession() {
                @Override
                public boolean hear(short[] pcm, int offset, int samples, long streamPosMs) {
                    events.evidence(streamPosMs, streamPosMs % 40 == 20 ? 0.9f : 0.1f);
                    return true;
                }

                @Override
                public void close() {
                    events.closed();
                }
            };
        }

        @Override
        public EngineHealth health() {
            return EngineHealth.up("odd");
        }

        @Override
        public void close() {}
    }
}

package io.sidetone.core.turn;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.audio.prosody.VoiceContour;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How long speech over the agent must be to take the floor, by how it sounds. */
class FloorClaimModelTest {
    private static final long MS = 1_000_000L;
    private static final TurnPolicy POLICY = TurnPolicy.DEFAULT;
    private static final int USUAL_MS = POLICY.minSpeechMs();
    private static final int LEAST_MS = 400;
    private static final int MOST_MS = 760;
    private static final float SURELY = 0.97f;
    private static final float PERHAPS = 0.92f;

    private final VoiceContour voice = new VoiceContour();
    private TurnEngine engine = new TurnEngine(POLICY, voice);
    private long nowNs = 1_000 * MS;

    /** A sentence has a syllable every 160 ms; a mhm keeps its level for 200 ms and dies away. */
    private void sound(boolean sentence, int atMs) {
        double dbov = sentence ? atMs % 160 < 80 ? -20 : -28 : Math.min(-20, -20 - (atMs - 200) / 20.0);
        voice.frame(new Heard(dbov, 0), true);
    }

    private void sentence(int ms) {
        for (int at = 0; at < ms; at += 20) {
            sound(true, at);
        }
    }

    private void mhm(int ms) {
        for (int at = 0; at < ms; at += 20) {
            sound(false, at);
        }
    }

    private int needed(float score, int minSpeechMs) {
        return FloorClaimModel.neededMs(voice.loudness(), score, minSpeechMs);
    }

    /** When a sentence takes the floor, and when a mhm that does not end. */
    private List<Integer> commits() {
        List<Integer> times = new ArrayList<>();
        for (boolean sentence : new boolean[] {true, false}) {
            voice.reset();
            engine.mode(TurnMode.CLOSED, nowNs);
            engine.mode(TurnMode.SPEAKING, nowNs);
            int atMs = 0;
            TurnSignal heard = TurnSignal.NONE;
            while (heard != TurnSignal.COMMIT && atMs < 2_000) {
                sound(sentence, atMs);
                atMs += 20;
                nowNs += 20 * MS;
                heard = engine.onFrame(SURELY, nowNs);
            }
            times.add(atMs);
        }
        return times;
    }

    @Test
    void shouldNeedLessOfSeveralSyllablesThanOfOneThatDiesAway() {
        sentence(400);
        int sentenceMs = needed(SURELY, USUAL_MS);
        voice.reset();
        mhm(400);
        assertThat(sentenceMs).isLessThan(USUAL_MS);
        assertThat(needed(SURELY, USUAL_MS)).isGreaterThan(sentenceMs + 100);
    }

    @Test
    void shouldNeedLessTheSurerItIsThatAVoiceSounds() {
        sentence(300);
        assertThat(needed(SURELY, USUAL_MS)).isLessThan(needed(PERHAPS, USUAL_MS));
    }

    @Test
    void shouldStayNearThePolicysNumber() {
        sentence(2_000);
        assertThat(needed(1, USUAL_MS)).isEqualTo(LEAST_MS);
        voice.reset();
        mhm(700);
        assertThat(needed(0.7f, USUAL_MS)).isEqualTo(MOST_MS);
    }

    @Test
    void shouldFollowThePolicysNumberButNeverTakeACoughForSpeech() {
        sentence(2_000);
        assertThat(needed(1, 400)).isEqualTo(250);
        assertThat(needed(1, 200)).isEqualTo(200);
        voice.reset();
        mhm(700);
        assertThat(needed(0.7f, 400)).isEqualTo(475);
        assertThat(needed(0.7f, 1_200)).isEqualTo(1_425);
    }

    @Test
    void shouldTakeTheFloorSoonerWithSeveralSyllablesAndLaterWithASoundThatDiesAway() {
        List<Integer> times = commits();
        assertThat(times.get(0)).isBetween(LEAST_MS, USUAL_MS - 100);
        assertThat(times.get(1)).isBetween(USUAL_MS + 20, MOST_MS);
    }

    @Test
    void shouldNotTakeTheFloorBeforeTheSpeechThatPausesTheAgentIsReached() {
        engine.policy(POLICY.with(PolicyNumber.YIELD, USUAL_MS - 40));
        assertThat(commits().get(0)).isBetween(USUAL_MS - 40, USUAL_MS);
    }

    @Test
    void shouldNotCountTheSyllablesOfSpeechBeforeTheAgents() {
        sentence(1_000);
        engine.mode(TurnMode.CLOSED, nowNs);
        engine.mode(TurnMode.SPEAKING, nowNs);
        assertThat(voice.loudness().syllables()).isZero();
    }

    @Test
    void shouldKeepThePolicysNumberWhenNoVoiceIsHeard() {
        engine = new TurnEngine(POLICY);
        assertThat(commits()).containsOnly(USUAL_MS);
    }

    @Test
    void shouldKeepThePolicysNumberInOneStage() {
        engine.policy(POLICY.with(PolicyNumber.YIELD, USUAL_MS));
        assertThat(commits()).containsOnly(USUAL_MS);
    }

    @Test
    void shouldKeepThePolicysNumberWhenTheScoresAreOfAnotherDetector() {
        engine.policy(POLICY.withVad(SpeechSource.SILERO));
        assertThat(commits()).containsOnly(USUAL_MS);
    }

    @Test
    void shouldKeepThePolicysNumberWhenOtherScoresCountAsSpeech() {
        engine.policy(POLICY.withSpeechThreshold(0.6f));
        assertThat(commits()).containsOnly(USUAL_MS);
    }

    @Test
    void shouldKeepThePolicysNumberWhenWordsDecide() {
        engine.policy(POLICY.with(PolicyNumber.MIN_WORDS, 1));
        assertThat(commits()).containsOnly(POLICY.number(PolicyNumber.BACKCHANNEL_MAX));
    }
}

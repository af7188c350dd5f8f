package io.sidetone.core.turn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TurnEngineTest {
    private static final long MS = 1_000_000L;
    private static final float SPEECH = 0.8f;
    private static final float SURELY = 0.95f;
    private static final float PERHAPS = 0.75f;
    private static final float QUIET = 0.1f;

    private final TurnPolicy policy = TurnPolicy.DEFAULT;
    private final TurnEngine engine = new TurnEngine(policy);
    private long nowNs = 1_000 * MS;

    private List<String> play(float score, int ms) {
        List<String> signals = new ArrayList<>();
        for (int t = 20; t <= ms; t += 20) {
            nowNs += 20 * MS;
            note(signals, engine.onFrame(score, nowNs), t);
            note(signals, engine.onTick(nowNs), t);
        }
        return signals;
    }

    /** Time passes and no frame comes. */
    private List<String> pass(int ms) {
        List<String> signals = new ArrayList<>();
        for (int t = 20; t <= ms; t += 20) {
            nowNs += 20 * MS;
            note(signals, engine.onTick(nowNs), t);
        }
        return signals;
    }

    private static void note(List<String> signals, TurnSignal signal, int ms) {
        if (signal != TurnSignal.NONE) {
            signals.add(signal + "@" + ms);
        }
    }

    private void mode(TurnMode mode) {
        engine.mode(mode, nowNs);
    }

    @Test
    void shouldStartATurnWhenSpeechLastsAsLongAsThePolicyAsks() {
        mode(TurnMode.OPEN);
        assertThat(play(SPEECH, policy.onsetMs() - 20)).isEmpty();
        assertThat(play(SPEECH, 20)).containsExactly("SPEECH_START@20");
        assertThat(engine.burstStartNs()).isEqualTo(nowNs - policy.onsetMs() * MS);
    }

    @Test
    @Tag("VAN-07")
    void shouldIgnoreASoundWhenItIsShorterThanTwoHundredMilliseconds() {
        mode(TurnMode.OPEN);
        assertThat(policy.onsetMs()).isGreaterThanOrEqualTo(200);
        assertThat(policy.minSpeechMs()).isGreaterThanOrEqualTo(200);
        assertThat(play(SPEECH, 180)).isEmpty();
        assertThat(play(QUIET, 500)).isEmpty();
        mode(TurnMode.SPEAKING);
        assertThat(play(SPEECH, 180)).containsExactly("YIELD@" + policy.yieldMs());
        assertThat(play(QUIET, 600)).containsExactly("RESUME@" + policy.resumeSilenceMs());
    }

    @Test
    void shouldNotCommitByTheTailOfAShortWord() {
        mode(TurnMode.SPEAKING);
        assertThat(play(SURELY, 540)).containsExactly("YIELD@40");
        assertThat(play(PERHAPS, 200)).as("the tail").isEmpty();
        assertThat(play(QUIET, policy.resumeSilenceMs())).containsExactly("RESUME@" + policy.resumeSilenceMs());
    }

    @Test
    void shouldCommitAFaintVoiceThatGoesOn() {
        mode(TurnMode.SPEAKING);
        assertThat(play(PERHAPS, policy.minSpeechMs() + 120))
                .containsExactly("YIELD@" + policy.yieldMs(), "COMMIT@" + (policy.minSpeechMs() + 120));
    }

    @Test
    void shouldYieldThenCommitWhenTheCallerKeepsSpeaking() {
        mode(TurnMode.SPEAKING);
        assertThat(play(SURELY, policy.minSpeechMs())).containsExactly("YIELD@40", "COMMIT@" + policy.minSpeechMs());
    }

    @Test
    void shouldCommitInOneStageWhenYieldEqualsCommit() {
        engine.policy(policy.with(PolicyNumber.YIELD, policy.minSpeechMs()));
        mode(TurnMode.SPEAKING);
        assertThat(play(SURELY, policy.minSpeechMs())).containsExactly("COMMIT@" + policy.minSpeechMs());
    }

    @Test
    void shouldCountTheEndSilenceFromTheLastFrameThatWasSurelySpeech() {
        mode(TurnMode.LISTENING);
        play(SURELY, 400);
        assertThat(play(PERHAPS, 100)).isEmpty();
        assertThat(play(QUIET, policy.endSilenceMs() - 120)).isEmpty();
        assertThat(play(QUIET, 20)).containsExactly("END_OF_TURN@20");
    }

    @Test
    void shouldNotDiscountMoreThanTheTailOfTheDetector() {
        mode(TurnMode.LISTENING);
        play(SPEECH, 400);
        assertThat(play(PERHAPS, 3_000)).isEmpty();
        assertThat(play(QUIET, policy.endSilenceMs() - 140)).isEmpty();
        assertThat(play(QUIET, 20)).containsExactly("END_OF_TURN@20");
    }

    @Test
    void shouldBridgeAShortGapWhenSpeechGoesOn() {
        mode(TurnMode.SPEAKING);
        int before = policy.minSpeechMs() - 120;
        play(SURELY, before);
        assertThat(play(QUIET, 60)).isEmpty();
        assertThat(play(SURELY, 60)).containsExactly("COMMIT@60");
    }

    @Test
    void shouldNotCommitWhenBurstsAreFarApart() {
        mode(TurnMode.SPEAKING);
        for (int i = 0; i < 20; i++) {
            assertThat(play(SPEECH, 60)).doesNotContain("COMMIT@60");
            assertThat(play(QUIET, 100)).noneMatch(s -> s.startsWith("COMMIT"));
        }
    }

    @Test
    void shouldCommitWhenTheCallerSaysItInTwoPieces() {
        mode(TurnMode.SPEAKING);
        assertThat(play(SPEECH, 320)).containsExactly("YIELD@" + policy.yieldMs());
        assertThat(play(QUIET, 360)).isEmpty();
        assertThat(play(SPEECH, 40)).containsExactly("COMMIT@40");
    }

    @Test
    void shouldYieldSoonerWhenItIsSurelySpeech() {
        mode(TurnMode.SPEAKING);
        play(SURELY, 20);
        assertThat(play(QUIET, 400)).as("a click").isEmpty();
        assertThat(play(SURELY, 60)).as("two thirds of it").containsExactly("YIELD@40");
    }

    /** What a canceller leaves of an echo comes in pieces too, at each word of the agent. */
    @Test
    void shouldForgetThePiecesWhenItPausedForNothingMoreThanOnce() {
        mode(TurnMode.SPEAKING);
        play(SPEECH, 100);
        assertThat(play(QUIET, 580)).containsExactly("RESUME@" + policy.resumeSilenceMs());
        play(SPEECH, 240);
        assertThat(play(QUIET, 580)).containsExactly("RESUME@" + policy.resumeSilenceMs());
        assertThat(play(SPEECH, 240)).as("400 ms in pieces").containsExactly("YIELD@120");
    }

    @Test
    void shouldKeepThePiecesWhenItPausedForNothingOnce() {
        mode(TurnMode.SPEAKING);
        play(SPEECH, 240);
        assertThat(play(QUIET, 580)).containsExactly("RESUME@" + policy.resumeSilenceMs());
        assertThat(play(SPEECH, 200)).as("400 ms in pieces").contains("COMMIT@160");
    }

    @Test
    void shouldResumeWhenNoiseNeitherCommitsNorEndsAndNotYieldAgainBeforeItIsQuiet() {
        mode(TurnMode.SPEAKING);
        List<String> signals = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            signals.addAll(play(SPEECH, 60));
            signals.addAll(play(QUIET, 120));
        }
        assertThat(signals).extracting(s -> s.substring(0, s.indexOf('@'))).containsExactly("YIELD", "RESUME");
        play(QUIET, policy.resumeSilenceMs());
        assertThat(play(SPEECH, 100)).containsExactly("YIELD@" + policy.yieldMs());
    }

    @Test
    void shouldTakeMoreToPauseWhenItPausedForNothingBefore() {
        List<String> yields = new ArrayList<>();
        mode(TurnMode.SPEAKING);
        for (int i = 0; i < 5; i++) {
            yields.addAll(play(SPEECH, 540));
            assertThat(play(QUIET, 600)).containsExactly("RESUME@" + policy.resumeSilenceMs());
        }
        assertThat(yields).containsExactly("YIELD@60", "YIELD@60", "YIELD@120", "YIELD@240", "YIELD@480");
        mode(TurnMode.OPEN);
        mode(TurnMode.SPEAKING);
        play(QUIET, 1_200);
        mode(TurnMode.OPEN);
        mode(TurnMode.SPEAKING);
        assertThat(play(SPEECH, 100)).containsExactly("YIELD@60");
    }

    @Test
    void shouldKeepSpeechOnceAndNeitherYieldNorCommitWhenBargeInIsNotAllowed() {
        engine.policy(policy.withBargeIn(false));
        mode(TurnMode.SPEAKING);
        assertThat(play(SPEECH, 5_000)).containsExactly("PENDING_START@" + policy.minSpeechMs());
        assertThat(play(QUIET, 1_000)).containsExactly("PENDING_END@" + policy.endSilenceMs());
    }

    @Test
    void shouldEndTheTurnWhenSilenceLasts() {
        mode(TurnMode.LISTENING);
        play(SURELY, 1_000);
        assertThat(play(QUIET, policy.endSilenceMs())).containsExactly("END_OF_TURN@" + policy.endSilenceMs());
    }

    @Test
    @Tag("ITE-RES-001")
    void shouldEndTheTurnByTimeWhenTheStreamStops() {
        mode(TurnMode.LISTENING);
        play(SURELY, 1_000);
        assertThat(pass(policy.endSilenceMs())).containsExactly("END_OF_TURN@" + policy.endSilenceMs());
    }

    @Test
    void shouldEndTheTurnWhenItIsTheLongestAllowed() {
        mode(TurnMode.LISTENING);
        assertThat(play(SPEECH, policy.maxTurnMs() + 20)).contains("TURN_TOO_LONG@" + policy.maxTurnMs());
    }

    @Test
    void shouldWantAPauseOfWhoeverHadTheLongestTurnBeforeHeTakesTheFloorAgain() {
        mode(TurnMode.LISTENING);
        assertThat(play(SURELY, policy.maxTurnMs())).containsExactly("TURN_TOO_LONG@" + policy.maxTurnMs());
        mode(TurnMode.THINKING);
        assertThat(play(SURELY, 2_000)).isEmpty();
        mode(TurnMode.SPEAKING);
        assertThat(play(SURELY, 2_000)).isEmpty();
        assertThat(play(QUIET, policy.resumeSilenceMs())).isEmpty();
        assertThat(play(SURELY, policy.minSpeechMs())).containsExactly("YIELD@40", "COMMIT@" + policy.minSpeechMs());
    }

    @Test
    @Tag("ITE-AC-007")
    void shouldHearTheAgentOutForTwoSecondsWhenItWasInterruptedThreeTimes() {
        engine.policy(PolicyProfiles.of("assertive"));
        for (int i = 0; i < 3; i++) {
            engine.interrupted(nowNs);
        }
        mode(TurnMode.SPEAKING);
        assertThat(play(SPEECH, 1_900)).containsExactly("PENDING_START@400");
        assertThat(play(SPEECH, 100)).containsExactly("COMMIT@100");
    }

    @Test
    void shouldStayPausedUntilSpeechWithoutWordsIsLongEnoughWhenWordsAreWanted() {
        engine.policy(policy.with(PolicyNumber.MIN_WORDS, 2).with(PolicyNumber.BACKCHANNEL_MAX, 4_000));
        mode(TurnMode.SPEAKING);
        assertThat(play(SURELY, 4_000)).containsExactly("YIELD@40", "COMMIT@4000");
    }

    @Test
    @Tag("ITE-CON-002")
    void shouldNeitherBeginNorEndAnythingByEvidenceWhenEverythingIsDoneByHand() {
        engine.manual(true);
        assertThat(engine.commitsByHand()).isTrue();
        for (TurnMode mode : TurnMode.values()) {
            mode(mode);
            assertThat(play(SPEECH, 2_000)).as("speech in %s", mode).isEmpty();
            assertThat(play(QUIET, 2_000)).as("silence in %s", mode).isEmpty();
        }
    }

    @Test
    @Tag("ITE-CON-002")
    void shouldBeginTurnsAndLeaveTheirEndToTheCallerWhenCommitsAreByHand() {
        engine.commitByHand(true);
        assertThat(engine.commitsByHand()).isTrue();
        mode(TurnMode.OPEN);
        assertThat(play(SPEECH, policy.onsetMs())).containsExactly("SPEECH_START@" + policy.onsetMs());
        mode(TurnMode.LISTENING);
        assertThat(play(QUIET, 10_000)).isEmpty();
        engine.commitByHand(false);
        assertThat(play(QUIET, 20)).containsExactly("END_OF_TURN@20");
    }

    @Test
    void shouldHearNothingWhenClosed() {
        mode(TurnMode.CLOSED);
        assertThat(play(SPEECH, 5_000)).isEmpty();
    }

    @Test
    void shouldForgetEvidenceWhenTheFloorChangesHands() {
        mode(TurnMode.OPEN);
        play(SPEECH, policy.onsetMs() - 20);
        mode(TurnMode.SPEAKING);
        assertThat(play(SPEECH, policy.yieldMs() - 20)).isEmpty();
    }

    @Test
    @Tag("ITE-AC-001")
    void shouldDecideAtOnceWhenTheSourceIsCertain() {
        assertThat(engine.certain(nowNs)).as("closed").isEqualTo(TurnSignal.NONE);
        mode(TurnMode.OPEN);
        assertThat(engine.certain(nowNs)).isEqualTo(TurnSignal.SPEECH_START);
        assertThat(engine.burstStartNs()).isEqualTo(nowNs);
        mode(TurnMode.LISTENING);
        assertThat(engine.certain(nowNs)).as("he speaks already").isEqualTo(TurnSignal.NONE);
        engine.awaitSpeech();
        assertThat(engine.certain(nowNs)).isEqualTo(TurnSignal.SPEECH_START);
        mode(TurnMode.THINKING);
        assertThat(engine.certain(nowNs)).isEqualTo(TurnSignal.SPEECH_START);
        for (TurnMode speaking : List.of(TurnMode.SPEAKING, TurnMode.GREETING)) {
            mode(speaking);
            assertThat(engine.certain(nowNs)).isEqualTo(TurnSignal.CERTAIN_COMMIT);
        }
        mode(TurnMode.ACTION);
        assertThat(engine.certain(nowNs)).isEqualTo(TurnSignal.PENDING_START);
        assertThat(engine.certain(nowNs)).as("kept once").isEqualTo(TurnSignal.NONE);
        engine.manual(true);
        mode(TurnMode.OPEN);
        assertThat(engine.certain(nowNs)).as("by hand").isEqualTo(TurnSignal.NONE);
    }

    @Test
    void shouldKeepWhatIsSaidForCertainWhereTheStageAllowsNoBargeIn() {
        engine.policy(policy.with(TurnStage.THINKING, "allowBargeIn", false)
                .with(TurnStage.ACTION, "allowBargeIn", false)
                .with(PolicyNumber.PROTECTION, 500));
        mode(TurnMode.THINKING);
        assertThat(engine.certain(nowNs)).isEqualTo(TurnSignal.PENDING_START);
        mode(TurnMode.ACTION);
        assertThat(engine.certain(nowNs)).isEqualTo(TurnSignal.NONE);
        mode(TurnMode.SPEAKING);
        assertThat(engine.certain(nowNs)).as("protected").isEqualTo(TurnSignal.PENDING_START);
        engine.policy(policy.with(PolicyNumber.MIN_WORDS, 1));
        mode(TurnMode.GREETING);
        assertThat(engine.certain(nowNs)).isEqualTo(TurnSignal.YIELD);
        assertThat(engine.certain(nowNs)).isEqualTo(TurnSignal.NONE);
    }

    /** What was understood in one pause says nothing of the speech that leads to the next. */
    @Test
    @Tag("VAN-07")
    void shouldForgetTheBackchannelsOfOnePauseAtTheNext() {
        mode(TurnMode.SPEAKING);
        play(SURELY, policy.yieldMs());
        assertThat(engine.onWords(true, 0)).isEqualTo(TurnSignal.NONE);
        play(QUIET, 600);
        assertThat(engine.yielded()).isFalse();
        assertThat(play(SURELY, policy.minSpeechMs())).contains("COMMIT@" + policy.minSpeechMs());
    }
}

package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.LaneRig;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.turn.InterruptionSource;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.TurnPolicy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How much speech, and of what, takes the floor from an agent that speaks. */
class BargeInThresholdScenarioTest extends CallScenario {
    private void policy(TurnPolicy policy) {
        call.publish(LaneEventType.POLICY, 0, 0, policy.checked());
    }

    private static TurnPolicy oneStage(int ms) {
        return TurnPolicy.DEFAULT
                .with(PolicyNumber.YIELD, ms)
                .with(PolicyNumber.MIN_SPEECH, ms)
                .with(PolicyNumber.INTERRUPTION_BUDGET, PolicyNumber.MAX_BUDGET_MS);
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 300, 500})
    @Tag("ITE-REQ-005")
    @Tag("ITE-AC-001")
    void shouldCommitInOneStageWhenTheThresholdsAreEqual(int ms) {
        givenSpeaking(2_800);
        policy(oneStage(ms));
        call.hear(quiet, 600);
        long onsetNs = rig.nowNs;
        call.hear(talking, 900);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        assertThat(rules()).containsExactly("VIP-T11", "VIP-T12");
        assertThat(rig.metrics().value(LaneCounter.YIELDS)).isZero();
        assertThat((rig.moves.get(0).nowNs() - onsetNs) / LaneRig.MS).isBetween(ms - 20L, ms + 120L);
        assertThat(rig.metrics().bargeInCommit.total().getMinValue() / LaneRig.MS)
                .as("from the caller's onset")
                .isBetween(ms - 20L, ms + 20L);
    }

    // ---- words ------------------------------------------------------------------------------------------------------

    /** An agent that speaks, and a caller who speaks into it until it pauses. */
    private void givenYielding(TurnPolicy policy) {
        givenSpeaking(8_000);
        policy(policy);
        call.hear(quiet, 1_000);
        call.hear(talking, 160);
        assertThat(call.record.yielding()).isTrue();
    }

    private void partial(String text) {
        engines.stt.events.partial(engines.stt.token, text);
        rig.poll();
    }

    @Test
    @Tag("ITE-REQ-003")
    void shouldCommitAtOnceWhenTheRecognizerHearsAWordBeyondTheBackchannels() {
        givenYielding(TurnPolicy.DEFAULT.with(PolicyNumber.MIN_SPEECH, 2_000));
        call.hear(talking, 100);
        partial("okay wait");
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        assertThat(rig.moves.get(0).reason()).isEqualTo("words");
        assertThat(call.record.turns().entries())
                .filteredOn(turn -> turn.interruption() != null)
                .singleElement()
                .satisfies(turn -> assertThat(turn.interruption().source()).isEqualTo(InterruptionSource.SERVICE));
    }

    @Test
    @Tag("VAN-07")
    void shouldGoOnWhenTheCallerOnlySaysThatHeListens() {
        givenYielding(TurnPolicy.DEFAULT);
        partial("mhm");
        call.hear(talking, 800);
        partial("mhm yeah okay");
        assertThat(call.state())
                .as("longer than minSpeechMs, and no more than backchannels")
                .isEqualTo(FloorState.SPEAKING);
        call.hear(quiet, 600);
        assertThat(call.record.yielding()).isFalse();
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        assertThat(rig.metrics().value(LaneCounter.FALSE_ALARMS)).isEqualTo(1);
        assertThat(rig.moves).isEmpty();
    }

    @Test
    void shouldCommitWhenBackchannelsGoOnForTooLong() {
        givenYielding(TurnPolicy.DEFAULT);
        partial("mhm");
        call.hear(talking, TurnPolicy.DEFAULT.number(PolicyNumber.BACKCHANNEL_MAX) - 260);
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        call.hear(talking, 260);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
    }

    @Test
    void shouldCommitAfterAllWhenAWordFollowsTheBackchannels() {
        givenYielding(TurnPolicy.DEFAULT);
        partial("yeah");
        call.hear(talking, 500);
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        partial("yeah but");
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
    }

    @Test
    void shouldWaitForAsManyWordsAsThePolicyWants() {
        givenYielding(TurnPolicy.DEFAULT.with(PolicyNumber.MIN_WORDS, 3));
        partial("okay wait please");
        call.hear(talking, 500);
        assertThat(call.state()).as("two words").isEqualTo(FloorState.SPEAKING);
        partial("okay wait please stop");
        assertThat(call.state()).as("three words").isEqualTo(FloorState.LISTENING);
    }

    @Test
    void shouldCommitByTheFinalTranscriptToo() {
        givenYielding(TurnPolicy.DEFAULT.with(PolicyNumber.MIN_WORDS, 2));
        call.hear(talking, 100);
        engines.stt.events.finalTranscript(engines.stt.token, "on monday");
        rig.poll();
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        call.hear(quiet, 600);
        assertThat(engines.llm.asked)
                .as("and it is the turn's transcript")
                .last()
                .isEqualTo("respond SPEECH on monday");
    }

    @Test
    void shouldCommitByLengthWhenWordsAreWantedAndTheRecognizerSaysNothing() {
        givenSpeaking(8_000);
        policy(TurnPolicy.DEFAULT.with(PolicyNumber.MIN_WORDS, 1));
        call.hear(quiet, 1_000);
        long onsetNs = rig.nowNs;
        call.hear(talking, 2_000);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        assertThat((rig.moves.get(0).nowNs() - onsetNs) / LaneRig.MS).isBetween(1_480L, 1_620L);
    }

    @Test
    void shouldPauseAtOnceAndCommitByWordsInOneStageToo() {
        givenSpeaking(8_000);
        policy(oneStage(300).with(PolicyNumber.MIN_WORDS, 2));
        call.hear(quiet, 1_000);
        call.hear(talking, 400);
        assertThat(call.record.yielding()).isTrue();
        partial("please stop");
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
    }

    // ---- protection -------------------------------------------------------------------------------------------------

    @Test
    @Tag("ITE-REQ-005")
    void shouldKeepWhatIsSaidWithinTheProtectionAndPauseForNothing() {
        givenIdleAfterGreeting();
        policy(TurnPolicy.DEFAULT.with(PolicyNumber.PROTECTION, 3_000));
        call.publish(LaneEventType.DIGIT, 0, '1', null);
        engines.llm.say("We are open from nine to five.");
        speakClause(0, 4_000, null);
        rig.sent.clear();
        call.hear(quiet, 1_000);
        call.hear(talking, 600);
        call.hear(quiet, 900);
        assertThat(rig.sent).noneMatch(LaneRig.Sent::silence);
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        engines.stt.events.finalTranscript(engines.stt.token, "and sundays");
        call.hear(quiet, 2_000);
        assertThat(engines.llm.asked).last().isEqualTo("respond SPEECH and sundays");
    }

    @Test
    void shouldTakeTheFloorWithTheWholeUtteranceWhenSpeechOutlastsTheProtection() {
        givenIdleAfterGreeting();
        policy(TurnPolicy.DEFAULT.with(PolicyNumber.PROTECTION, 2_000));
        call.publish(LaneEventType.DIGIT, 0, '1', null);
        engines.llm.say("We are open from nine to five.");
        speakClause(0, 6_000, null);
        call.hear(quiet, 1_300);
        rig.moves.clear();
        long spokenNs = rig.nowNs - 1_300 * LaneRig.MS;
        call.hear(talking, 1_200);
        assertThat(rules()).containsExactly("VIP-T11", "VIP-T12");
        assertThat((rig.moves.get(0).nowNs() - spokenNs) / LaneRig.MS).isBetween(1_980L, 2_060L);
        assertThat(engines.stt.asked).last().isEqualTo("start");
        assertThat(engines.stt.frames).as("heard from the onset on").isGreaterThanOrEqualTo(1_200 / 20);
    }

    @Test
    @Tag("VIP-07")
    void shouldStopWithinTheProtectionWhenAKeyIsPressed() {
        givenIdleAfterGreeting();
        policy(TurnPolicy.DEFAULT.with(PolicyNumber.PROTECTION, 5_000));
        call.publish(LaneEventType.DIGIT, 0, '1', null);
        engines.llm.say("We are open from nine to five.");
        speakClause(0, 4_000, null);
        call.hear(quiet, 500);
        call.publish(LaneEventType.DIGIT, 0, '2', null);
        assertThat(rules()).endsWith("VIP-T11", "VIP-T12", "VIP-T05", "VIP-T16");
    }

    // ---- another policy in the middle of it -------------------------------------------------------------------------

    @Test
    @Tag("ITE-AC-006")
    void shouldResumeBySilenceWhenAPolicyWithoutBargeInComesWhileTheAgentPauses() {
        givenYielding(TurnPolicy.DEFAULT.with(PolicyNumber.MIN_SPEECH, 2_000));
        policy(TurnPolicy.DEFAULT.withBargeIn(false));
        call.hear(talking, 500);
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        call.hear(quiet, 600);
        assertThat(call.record.yielding()).isFalse();
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
    }

    @Test
    @Tag("ITE-AC-006")
    @Tag("ITE-PAT-003")
    void shouldEndTheTurnByTheNewSilenceWhenThePolicyChangesInTheMiddleOfIt() {
        givenIdleAfterGreeting();
        call.hear(talking, 500);
        policy(TurnPolicy.DEFAULT.with(PolicyNumber.END_SILENCE, 2_000).named("patient"));
        call.hear(quiet, 1_500);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        assertThat(call.record.activeTurn().policyProfile())
                .as("the one it began under")
                .isEqualTo("default");
        policy(TurnPolicy.DEFAULT);
        call.hear(quiet, 40);
        assertThat(call.state()).isEqualTo(FloorState.FINALIZING);
    }
}

package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.control.EndCause;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.LaneRig;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.turn.InterruptionSource;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.event.Interruption;
import io.sidetone.core.turn.event.TurnEventType;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How the agent ends a call: a silent caller, the longest call. */
@Tag("VIP-T18")
class PartingScenarioTest extends CallScenario {
    private static final int LONGEST_MS = 30_000;
    private static final int NOTICE_MS = 8_000;

    private long openedNs;

    private static TurnPolicy limited(int noticeMs) {
        TurnPolicy standard = TurnPolicy.DEFAULT;
        return standard.with(PolicyNumber.NO_INPUT, 0)
                .within(new TurnPolicy.Bounds(
                        standard.bounds().mediaTimeoutMs(),
                        standard.bounds().maxHoldMs(),
                        LONGEST_MS,
                        noticeMs,
                        standard.bounds().creditMs()));
    }

    private void givenGreeted(TurnPolicy policy) {
        openedNs = rig.nowNs;
        givenCall(policy, ActionInvoker.none());
        call.publish(LaneEventType.ANSWERED, 0, 0, null);
        engines.llm.say("Hi.");
        speakClause(0, 200, null);
        call.hear(quiet, 400);
        rig.recordFrames = false;
        rig.moves.clear();
        engines.llm.asked.clear();
    }

    private long ageMs() {
        return (rig.nowNs - openedNs) / LaneRig.MS;
    }

    private void until(int ms) {
        call.hear(quiet, ms - ageMs());
    }

    private void speaks(int ms) {
        call.publish(LaneEventType.DIGIT, 0, '1', null);
        engines.llm.say("We are open from nine to five.");
        speakClause(0, ms, null);
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
    }

    // ---- a silent caller --------------------------------------------------------------------------------------------

    @Test
    void shouldAskThreeTimesThenSayGoodbyeAndHangUpWhenNothingIsSaid() {
        TurnPolicy policy = TurnPolicy.DEFAULT.with(PolicyNumber.NO_INPUT, 2_000);
        givenGreeted(policy);
        for (int i = 0; i < policy.number(PolicyNumber.NO_INPUT_PROMPTS); i++) {
            call.hear(quiet, 2_000);
            assertThat(engines.llm.asked).as("prompt %d", i + 1).last().isEqualTo("announce NO_INPUT");
            engines.llm.say("Are you still there?");
            speakClause(0, 200, null);
            call.hear(quiet, 300);
        }
        call.hear(quiet, 2_000);
        assertThat(engines.llm.asked).last().isEqualTo("announce GOODBYE");
        engines.llm.say("Goodbye.");
        speakClause(0, 200, null);
        call.hear(quiet, 400);
        assertThat(call.record.endCause()).isNull();
        call.hear(quiet, 300);
        assertThat(call.record.endCause()).isEqualTo(EndCause.AGENT_HUNG_UP);
        assertThat(rig.table.active()).isZero();
    }

    @Test
    void shouldCountPromptsFromTheBeginningWhenTheCallerAnswersOne() {
        givenGreeted(TurnPolicy.DEFAULT.with(PolicyNumber.NO_INPUT, 2_000).with(PolicyNumber.NO_INPUT_PROMPTS, 1));
        for (int i = 0; i < 3; i++) {
            call.hear(quiet, 2_400);
            assertThat(engines.llm.asked).last().isEqualTo("announce NO_INPUT");
            speaks(200);
            call.hear(quiet, 300);
        }
        assertThat(engines.llm.asked).doesNotContain("announce GOODBYE");
    }

    @Test
    void shouldAskForEverWhenThePolicySaysSo() {
        givenGreeted(TurnPolicy.DEFAULT.with(PolicyNumber.NO_INPUT, 2_000).with(PolicyNumber.NO_INPUT_PROMPTS, 0));
        for (int i = 0; i < 8; i++) {
            call.hear(quiet, 2_400);
            assertThat(engines.llm.asked).last().isEqualTo("announce NO_INPUT");
            engines.llm.say("Are you still there?");
            speakClause(0, 200, null);
        }
        assertThat(engines.llm.asked).hasSizeGreaterThanOrEqualTo(8).doesNotContain("announce GOODBYE");
    }

    // ---- the longest call -------------------------------------------------------------------------------------------

    @Test
    void shouldSayThatTheTimeIsUpAndHangUpBeforeTheLongestCallIsReached() {
        givenGreeted(limited(NOTICE_MS));
        until(LONGEST_MS - NOTICE_MS - 100);
        assertThat(engines.llm.asked).isEmpty();
        until(LONGEST_MS - NOTICE_MS + 40);
        assertThat(engines.llm.asked).containsExactly("announce TIME_UP");
        engines.llm.say("Our time is up, goodbye.");
        speakClause(0, 1_000, null);
        call.hear(quiet, 1_200);
        assertThat(call.record.endCause()).isNull();
        call.hear(quiet, 300);
        assertThat(call.record.endCause()).isEqualTo(EndCause.MAX_CALL_LENGTH);
        assertThat(ageMs()).isLessThan(LONGEST_MS - 5_000);
        assertThat(last(call.record.history().entries()))
                .extracting(History.Entry::text, History.Entry::interrupted)
                .containsExactly("Our time is up, goodbye.", false);
    }

    @Test
    void shouldWaitForItsTurnForHalfOfTheNotice() {
        givenGreeted(limited(NOTICE_MS));
        until(LONGEST_MS - NOTICE_MS - 1_000);
        speaks(3_000);
        until(LONGEST_MS - NOTICE_MS + 1_500);
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        call.hear(quiet, 700);
        assertThat(rules()).endsWith("VIP-T10");
        assertThat(engines.llm.asked).last().isEqualTo("announce TIME_UP");
    }

    @Test
    void shouldInterruptItselfWhenHalfOfTheNoticeHasPassed() {
        givenGreeted(limited(NOTICE_MS));
        until(LONGEST_MS - NOTICE_MS - 1_000);
        speaks(12_000);
        until(LONGEST_MS - NOTICE_MS / 2 + 40);
        assertThat(rules()).endsWith("VIP-T11", "VIP-T12");
        assertThat(engines.llm.asked).last().isEqualTo("announce TIME_UP");
        Interruption how = rig.events.stream()
                .filter(event -> event.type() == TurnEventType.INTERRUPTION)
                .findFirst()
                .orElseThrow()
                .turn()
                .interruption();
        assertThat(how.source()).isEqualTo(InterruptionSource.SYSTEM);
        assertThat(how.reasonCode()).isEqualTo("time_up");
        engines.llm.say("Our time is up.");
        speakClause(0, 1_000, null);
        call.hear(quiet, 1_500);
        assertThat(call.record.endCause()).isEqualTo(EndCause.MAX_CALL_LENGTH);
    }

    @Test
    void shouldTakeTheFloorFromACallerWhoGoesOn() {
        givenGreeted(limited(NOTICE_MS));
        until(LONGEST_MS - NOTICE_MS - 1_000);
        call.hear(talking, 1_000 + NOTICE_MS / 2 + 40);
        assertThat(rules()).containsExactly("VIP-T03", "VIP-T06");
        assertThat(engines.llm.asked).last().isEqualTo("announce TIME_UP");
    }

    @Test
    void shouldEndHardWhenTheCallerSpeaksIntoTheGoodbye() {
        givenGreeted(limited(NOTICE_MS));
        until(LONGEST_MS - NOTICE_MS + 40);
        engines.llm.say("Our time is up, goodbye.");
        speakClause(0, 3_000, null);
        call.hear(quiet, 600);
        call.hear(talking, 600);
        call.hear(quiet, 900);
        engines.stt.events.finalTranscript(engines.stt.token, "no wait");
        rig.poll();
        assertThat(engines.llm.asked).as("once is enough").last().isEqualTo("respond SPEECH no wait");
        until(LONGEST_MS - 40);
        assertThat(call.record.endCause()).isNull();
        call.hear(quiet, 100);
        assertThat(call.record.endCause()).isEqualTo(EndCause.MAX_CALL_LENGTH);
        assertThat(engines.llm.asked).filteredOn("announce TIME_UP"::equals).hasSize(1);
    }

    @Test
    void shouldEndHardWhenTheDialogueHasNothingToSay() {
        givenGreeted(limited(NOTICE_MS));
        until(LONGEST_MS + 40);
        assertThat(engines.llm.asked).contains("announce TIME_UP");
        assertThat(call.record.endCause()).isEqualTo(EndCause.MAX_CALL_LENGTH);
        assertThat(rig.table.active()).isZero();
    }

    @Test
    void shouldEndWithoutAWordWhenThereIsNoNotice() {
        givenGreeted(limited(0));
        until(LONGEST_MS - 40);
        List<String> asked = List.copyOf(engines.llm.asked);
        assertThat(call.record.endCause()).isNull();
        call.hear(quiet, 100);
        assertThat(asked).isEmpty();
        assertThat(call.record.endCause()).isEqualTo(EndCause.MAX_CALL_LENGTH);
    }

    @Test
    void shouldSayItAfterTheHoldWhenTheCallIsHeldAtThatTime() {
        givenGreeted(limited(NOTICE_MS));
        call.publish(LaneEventType.HOLD, 0, 1, null);
        until(LONGEST_MS - NOTICE_MS + 1_000);
        assertThat(engines.llm.asked).isEmpty();
        call.publish(LaneEventType.HOLD, 0, 0, null);
        call.hear(quiet, 40);
        assertThat(engines.llm.asked).containsExactly("announce TIME_UP");
    }

    @Test
    void shouldHangUpWhenTheGoodbyeNeverBecomesAudible() {
        TurnPolicy policy =
                TurnPolicy.DEFAULT.with(PolicyNumber.NO_INPUT, 2_000).with(PolicyNumber.NO_INPUT_PROMPTS, 1);
        givenGreeted(policy);
        call.hear(quiet, 2_020);
        engines.llm.say("Are you still there?");
        speakClause(0, 200, null);
        call.hear(quiet, 2_400);
        assertThat(engines.llm.asked).last().isEqualTo("announce GOODBYE");
        call.hear(quiet, 11_000);
        assertThat(call.record.endCause()).isEqualTo(EndCause.AGENT_HUNG_UP);
    }
}

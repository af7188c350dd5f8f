package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.TurnPolicy;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The agent asks a question: whose is the floor when it has been heard (VIP 5.2.2). */
class FollowUpScenarioTest extends CallScenario {
    private static final int FOLLOW_UP_MS = 3_000;

    /** The agent is asked and says {@code answer}, which is played to its end. */
    private void givenAnswered(int followUpMs, String answer) {
        givenCall(
                TurnPolicy.DEFAULT.with(PolicyNumber.FOLLOW_UP, followUpMs).with(PolicyNumber.NO_INPUT, 0),
                ActionInvoker.none());
        call.publish(LaneEventType.ANSWERED, 0, 0, null);
        engines.llm.events.done(engines.llm.token, null);
        call.hear(quiet, 400);
        call.hear(talking, 400);
        call.hear(quiet, 900);
        engines.stt.events.finalTranscript(engines.stt.token, "book it");
        rig.poll();
        rig.moves.clear();
        engines.llm.say(answer);
        speakClause(0, 400, null);
        call.hear(quiet, 440);
    }

    @ParameterizedTest
    @Tag("VIP-T10")
    @Tag("VIP-T10.a")
    @ValueSource(strings = {"Which day would you like?", "He said \"when?\"", "日曜日ですか？"})
    void shouldGiveTheCallerTheFloorInOneEventWhenTheTurnEndedInAQuestion(String question) {
        givenAnswered(FOLLOW_UP_MS, question);
        assertThat(rules()).containsExactly("VIP-T07", "VIP-T10", "VIP-T03");
        FloorTransition idle = rig.moves.get(1);
        FloorTransition listening = rig.moves.get(2);
        assertThat(listening.nowNs()).isEqualTo(idle.nowNs());
        assertThat(listening.reason()).isEqualTo("follow_up");
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        int fed = engines.stt.asked.size();
        call.hear(quiet, 1_000);
        assertThat(engines.stt.asked)
                .as("silence is not sent to the recognizer")
                .hasSize(fed);
        call.hear(talking, 600);
        call.hear(quiet, 1_400);
        engines.stt.events.finalTranscript(engines.stt.token, "on monday");
        rig.poll();
        assertThat(engines.llm.asked).last().isEqualTo("respond SPEECH on monday");
        assertThat(rules()).containsExactly("VIP-T07", "VIP-T10", "VIP-T03", "VIP-T05", "VIP-T16");
    }

    @Test
    @Tag("VIP-T06")
    @Tag("VIP-T10")
    @Tag("VIP-T10.a")
    void shouldFreeTheFloorWhenTheCallerDoesNotAnswerTheQuestion() {
        givenAnswered(FOLLOW_UP_MS, "Which day would you like?");
        call.hear(quiet, FOLLOW_UP_MS - 100);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        call.hear(quiet, 200);
        assertThat(rules()).containsExactly("VIP-T07", "VIP-T10", "VIP-T03", "VIP-T06");
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
    }

    @ParameterizedTest
    @Tag("VIP-T10")
    @Tag("VIP-T10.a")
    @CsvSource({"0, Which day would you like?", "3000, It is on Monday."})
    void shouldFreeTheFloorWhenThePolicySaysNothingOfQuestionsOrNoneWasAsked(int followUpMs, String answer) {
        givenAnswered(followUpMs, answer);
        assertThat(rules()).isEqualTo(List.of("VIP-T07", "VIP-T10"));
        call.hear(quiet, 5_000);
        assertThat(rules()).isEqualTo(List.of("VIP-T07", "VIP-T10"));
    }

    @Test
    void shouldLeaveTheFloorToASentenceThatWaitsToBeSaid() {
        givenAnswered(0, "Just a moment.");
        call.publish(LaneEventType.POLICY, 0, 0, call.record.policy().with(PolicyNumber.FOLLOW_UP, FOLLOW_UP_MS));
        call.publish(LaneEventType.SAY_REQUEST, 0, 0, "Shall I go on?");
        speakClause(0, 400, null);
        call.hear(quiet, 100);
        call.publish(LaneEventType.SAY_REQUEST, 0, 0, "There is one thing more.");
        call.hear(quiet, 400);
        assertThat(rules()).containsExactly("VIP-T07", "VIP-T10", "VIP-T04", "VIP-T10");
        speakClause(0, 400, null);
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
    }
}

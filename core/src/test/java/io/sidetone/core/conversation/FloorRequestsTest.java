package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.TurnHints;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("ITE-REQ-008")
class FloorRequestsTest {
    private final PartsRig rig = new PartsRig();
    private final FloorRequests requests =
            new FloorRequests(rig.context, rig.parts, rig.agent, rig.caller, rig.interruptions);

    private void event(LaneEventType type, long a, Object what) {
        requests.onEvent(rig.event(type, 0, a, what));
    }

    @Test
    void shouldSayASentenceWhenTheFloorIsFree() {
        rig.idle();
        event(LaneEventType.SAY_REQUEST, 0, "One moment.");
        assertThat(rig.log).contains("tts.speak");
        assertThat(requests.nothingToSay()).isTrue();
    }

    @Test
    void shouldKeepASentenceWhenTheCallerHasTheFloor() {
        rig.listening();
        event(LaneEventType.SAY_REQUEST, 0, "One moment.");
        assertThat(rig.log).isEmpty();
        assertThat(requests.nothingToSay()).isFalse();
    }

    @Test
    void shouldRefuseASentenceWhenTooManyWait() {
        rig.listening();
        for (int i = 0; i < 17; i++) {
            event(LaneEventType.SAY_REQUEST, 0, "One moment.");
        }
        event(LaneEventType.SAY_REQUEST, 0, " ");
        assertThat(rig.notes.stream().filter(note -> note.startsWith("warning: ")))
                .hasSize(2);
    }

    @Test
    void shouldTakeTheFloorWhenASentenceInterrupts() {
        long token = rig.speaking("Certainly.", 400);
        event(LaneEventType.SAY_REQUEST, 1, "Fire!");
        assertThat(rig.fence.isDead(token)).isTrue();
        assertThat(rig.log).containsSubsequence("kill", "floor IDLE", "tts.speak");
    }

    @Test
    @Tag("ITE-AC-005")
    void shouldYieldAfterTheGraceWhenARuleOfTheApplicationAsks() {
        rig.turn.policy(rig.turn.policy().with(PolicyNumber.COMPLETION_GRACE, 400));
        rig.speaking("Certainly.", 2_000);
        event(LaneEventType.YIELD_REQUEST, 1, "rule");
        assertThat(rig.log).isEmpty();
        rig.after(399);
        requests.yieldIfDue(rig.nowNs);
        assertThat(rig.log).isEmpty();
        rig.after(1);
        requests.yieldIfDue(rig.nowNs);
        assertThat(rig.floor.state()).isEqualTo(FloorState.LISTENING);
    }

    @Test
    void shouldYieldAtOnceWhenSomebodyAsks() {
        rig.speaking("Certainly.", 2_000);
        event(LaneEventType.YIELD_REQUEST, 0, "stop");
        assertThat(rig.log).startsWith("kill", "turn.interrupted");
        assertThat(rig.floor.state()).isEqualTo(FloorState.LISTENING);
    }

    @Test
    void shouldForgetAYieldWithGraceWhenItsTurnIsOver() {
        rig.turn.policy(rig.turn.policy().with(PolicyNumber.COMPLETION_GRACE, 400));
        rig.speaking("Certainly.", 400);
        event(LaneEventType.YIELD_REQUEST, 1, "rule");
        rig.play(400);
        rig.agent.completeIfPlayed(rig.nowNs);
        rig.after(400);
        rig.log.clear();
        requests.yieldIfDue(rig.nowNs);
        assertThat(rig.log).isEmpty();
    }

    @Test
    void shouldLeaveTheNextTurnAloneWhenAYieldWithGraceWasForTheLast() {
        rig.turn.policy(rig.turn.policy().with(PolicyNumber.COMPLETION_GRACE, 400));
        rig.speaking("Certainly.", 400);
        event(LaneEventType.YIELD_REQUEST, 1, "rule");
        rig.play(400);
        rig.agent.completeIfPlayed(rig.nowNs);
        rig.next();
        rig.agent.say("Anything else?", rig.nowNs);
        rig.agent.onEvent(rig.event(LaneEventType.SYNTHESIS_AUDIO, rig.speaking.token(), 0, PartsRig.sound(400)));
        assertThat(rig.floor.state()).isEqualTo(FloorState.SPEAKING);
        rig.after(400);
        requests.yieldIfDue(rig.nowNs);
        assertThat(rig.floor.state()).isEqualTo(FloorState.SPEAKING);
    }

    @Test
    void shouldEndTheCallersTurnWhenTheFloorIsGranted() {
        rig.listening();
        rig.turn.press();
        event(LaneEventType.GRANT_REQUEST, 0, new TurnHints(true, 0, "r1"));
        assertThat(rig.log).containsSubsequence("turn.granted", "floor FINALIZING");
        assertThat(rig.parts.grant().hints().requestId()).isEqualTo("r1");
    }

    @Test
    void shouldTakeTheResponseBackWhenItIsCancelled() {
        rig.thinking();
        event(LaneEventType.RESPONSE_CANCEL, 0, null);
        assertThat(rig.floor.state()).isEqualTo(FloorState.IDLE);
    }

    @Test
    void shouldAnswerNothingByItselfWhenTheClientWantsToAsk() {
        rig.idle();
        event(LaneEventType.AUTO_RESPONSE, 0, null);
        assertThat(rig.parts.grant().unasked()).isFalse();
        event(LaneEventType.AUTO_RESPONSE, 1, null);
        assertThat(rig.parts.grant().unasked()).isTrue();
    }
}

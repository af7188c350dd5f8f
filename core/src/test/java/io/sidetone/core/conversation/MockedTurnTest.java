package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.fence.Token;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.turn.ClientInput;
import io.sidetone.core.turn.MockedRequest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("VEL-05")
class MockedTurnTest {
    private final PartsRig rig = new PartsRig();
    private final MockedTurn mocked = new MockedTurn(rig.context, rig.parts, rig.agent.termination(), rig.agent);

    private boolean event(LaneEventType type, long a) {
        return mocked.takes(rig.event(type, 0, a, null));
    }

    private void trigger() {
        rig.idle();
        event(LaneEventType.MOCKED_TURN, MockedRequest.TRIGGER.ordinal());
        rig.next();
    }

    private void steps(int count) {
        for (int i = 0; i < count; i++) {
            rig.after(60);
            mocked.tick(rig.nowNs);
        }
    }

    @Test
    void shouldAskNoEngineWhenItIsPlayedToItsEnd() {
        trigger();
        steps(4);
        assertThat(mocked.active()).isFalse();
        assertThat(rig.log)
                .containsExactly(
                        "floor LISTENING",
                        "observer.Transcript",
                        "floor FINALIZING",
                        "floor THINKING",
                        "floor SPEAKING",
                        "observer.ResponseText",
                        "observer.ResponseText",
                        "observer.ResponseDone",
                        "floor IDLE");
    }

    @Test
    void shouldHaveATokenWhileItAnswersOnly() {
        assertThat(mocked.answering()).isEqualTo(Token.NONE);
        trigger();
        assertThat(mocked.answering()).isGreaterThan(rig.parts.utterance().token());
        steps(4);
        assertThat(mocked.answering()).isEqualTo(Token.NONE);
    }

    @Test
    void shouldLeaveEveryOtherEventWhenItIsNotActive() {
        for (LaneEventType type : LaneEventType.values()) {
            if (type != LaneEventType.MOCKED_TURN) {
                assertThat(event(type, 0)).as(type.name()).isFalse();
            }
        }
        assertThat(rig.log).isEmpty();
    }

    @Test
    void shouldEndAndLeaveTheEventWhenTheSessionIsAskedForSomething() {
        trigger();
        steps(2);
        assertThat(event(LaneEventType.SAY_REQUEST, 0)).isFalse();
        assertThat(mocked.active()).isFalse();
        assertThat(rig.log).containsSubsequence("kill", "floor INTERRUPTED", "observer.ResponseDone", "floor IDLE");
    }

    @Test
    @Tag("VEL-06")
    void shouldAnswerWhenPlaceholderInputEnds() {
        rig.idle();
        event(LaneEventType.MOCKED_TURN, MockedRequest.APPEND.ordinal());
        assertThat(rig.floor.state()).isEqualTo(FloorState.LISTENING);
        assertThat(event(LaneEventType.CLIENT_INPUT, ClientInput.END.ordinal())).isTrue();
        assertThat(rig.floor.state()).isEqualTo(FloorState.THINKING);
    }

    @Test
    void shouldRefuseAnotherWhenOneIsUnderWay() {
        trigger();
        rig.log.clear();
        event(LaneEventType.MOCKED_TURN, MockedRequest.TRIGGER.ordinal());
        assertThat(rig.log).containsExactly("observer.Problem");
    }
}

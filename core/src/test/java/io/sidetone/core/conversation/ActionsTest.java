package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ActionsTest {
    private final PartsRig rig = new PartsRig();
    private final Actions actions = rig.agent.actions();
    private long token;

    private void asked() {
        rig.thinking();
        rig.parts.utterance().grant();
        rig.agent.respond(new UserInput(UserInput.Kind.SPEECH, "book a table"), rig.nowNs);
        token = rig.speaking.token();
        rig.next();
        rig.log.clear();
    }

    private void wants(ActionCall call) {
        actions.onEvent(rig.event(LaneEventType.MODEL_ACTION, token, 0, call));
    }

    private void answers(long kind, ActionResult result) {
        actions.onEvent(rig.event(LaneEventType.ACTION_RESULT, token, kind, result));
    }

    private static ActionCall booking() {
        return new ActionCall("i1", "book", Map.of(), false);
    }

    @Test
    @Tag("VIP-T08")
    void shouldShowTheActionBeforeItIsCarriedOutWhenTheModelIsWaitedFor() {
        asked();
        wants(booking());
        assertThat(rig.log).containsExactly("floor ACTION", "observer.Acting", "invoke");
        assertThat(actions.running()).isTrue();
    }

    @Test
    @Tag("VIP-T13")
    void shouldGoOnThinkingBeforeTheModelHasTheResult() {
        asked();
        wants(booking());
        rig.log.clear();
        answers(0, ActionResult.ok("i1", Map.of()));
        assertThat(rig.log).containsExactly("acted ok", "floor THINKING", "llm.actionResult");
        assertThat(actions.running()).isFalse();
    }

    @Test
    @Tag("VIP-T14")
    void shouldLeaveTheFloorWhenTheActionWasTheWholeAnswer() {
        asked();
        wants(new ActionCall("i1", "book", Map.of(), false, false, 0));
        rig.log.clear();
        answers(0, ActionResult.ok("i1", Map.of()));
        assertThat(rig.log)
                .containsExactly(
                        "acted ok", "kill", "tts.cancel", "observer.Dropped", "floor IDLE", "llm.actionResult");
    }

    @Test
    void shouldCountAnAnswerThatNobodyWaitsFor() {
        asked();
        wants(booking());
        rig.log.clear();
        answers(0, ActionResult.ok("i2", Map.of()));
        answers(Effects.CHECKED, ActionResult.ok("i1", Map.of()));
        assertThat(rig.log).isEmpty();
        assertThat(rig.metrics.value(LaneCounter.STALE_DROPPED)).isEqualTo(2);
        assertThat(actions.running()).isTrue();
    }

    @Test
    void shouldCountAnActionOfATurnThatIsOver() {
        asked();
        rig.agent.dropPendingSpeech();
        rig.log.clear();
        wants(booking());
        assertThat(rig.log).isEmpty();
        assertThat(rig.metrics.value(LaneCounter.STALE_DROPPED)).isEqualTo(1);
    }

    @Test
    void shouldCarryItOutWhenTheAgentHasFinishedSpeaking() {
        asked();
        wants(new ActionCall("i1", ActionCall.TRANSFER, Map.of("to", "100"), true));
        assertThat(rig.log).containsExactly("check");
        answers(Effects.CHECKED, ActionResult.ok("i1", Map.of()));
        assertThat(rig.log).endsWith("llm.actionResult");
        assertThat(actions.afterSpeech()).isTrue();
        assertThat(actions.running()).as("the turn does not wait").isFalse();
        rig.log.clear();
        actions.speechEnded(rig.nowNs);
        assertThat(rig.log).containsExactly("observer.Acting", "invoke");
        answers(0, ActionResult.ok("i1", Map.of()));
        assertThat(rig.log).endsWith("request TRANSFER");
    }

    @Test
    void shouldFailTheActionWhenItsAnswerDoesNotCome() {
        asked();
        wants(new ActionCall("i1", "book", Map.of(), false, true, 700));
        rig.log.clear();
        rig.after(699);
        actions.tick(rig.nowNs);
        assertThat(rig.log).isEmpty();
        rig.after(1);
        actions.tick(rig.nowNs);
        assertThat(rig.log).containsExactly("cancel", "acted timeout", "floor THINKING", "llm.actionResult");
    }

    @Test
    void shouldLetItRunOnWhenItsTurnIsCancelled() {
        asked();
        wants(booking());
        rig.log.clear();
        actions.cancel(token);
        assertThat(rig.log).as("an attempt").containsExactly("cancel");
        answers(0, ActionResult.ok("i1", Map.of()));
        assertThat(rig.log).containsSubsequence("acted ok", "llm.actionResult");
    }

    @Test
    void shouldBeCancelledOrCarriedOutWhenTheCallEnds() {
        asked();
        wants(booking());
        rig.log.clear();
        actions.end(false);
        assertThat(rig.log).containsExactly("cancel", "acted cancelled");
        assertThat(rig.floor.state()).isEqualTo(FloorState.ACTION);
    }
}

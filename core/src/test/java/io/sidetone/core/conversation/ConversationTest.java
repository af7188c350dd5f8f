package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.floor.FloorTrigger;
import io.sidetone.core.floor.FloorViews;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.metrics.LaneCounter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ConversationTest {
    private final PartsRig rig = new PartsRig();
    private final Conversation conversation = new Conversation(rig.context);

    private void moved(FloorState from, FloorState to) {
        conversation.moved(new FloorTransition(
                1, "test", from, to, FloorTrigger.INPUT_START, "test", rig.nowNs, 0, FloorViews.of(to, false, false)));
    }

    @Test
    @Tag("ITE-REQ-006")
    void shouldEndOneTurnBeforeTheNextStarts() {
        moved(FloorState.IDLE, FloorState.LISTENING);
        moved(FloorState.LISTENING, FloorState.FINALIZING);
        moved(FloorState.FINALIZING, FloorState.THINKING);
        moved(FloorState.THINKING, FloorState.SPEAKING);
        moved(FloorState.SPEAKING, FloorState.IDLE);
        assertThat(rig.log).containsExactly("turn.turnStarted", "turn.turnEnded", "turn.turnStarted", "turn.turnEnded");
    }

    @Test
    void shouldFenceTheUtteranceBeforeTheTurnEndsWhenTheFloorIsLeftWithoutAnAnswer() {
        conversation.session(rig.llm);
        rig.idle();
        conversation.up(rig.nowNs);
        conversation.digit('1', rig.nowNs);
        rig.log.clear();
        moved(FloorState.THINKING, FloorState.IDLE);
        assertThat(rig.log).startsWith("fence");
        rig.log.clear();
        moved(FloorState.THINKING, FloorState.IDLE);
        assertThat(rig.log).as("once").doesNotContain("fence");
    }

    @Test
    void shouldCountAnEventThatIsForNoPart() {
        conversation.onEvent(rig.event(LaneEventType.TICK, 0, 0, null));
        assertThat(rig.metrics.value(LaneCounter.STRAY_EVENTS)).isEqualTo(1);
        assertThat(rig.log).isEmpty();
    }
}

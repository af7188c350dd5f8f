package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.metrics.LaneCounter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A transcript that comes when its turn is over, in every state a call can be in (VAN-04). */
class LateTranscriptScenarioTest extends ClientScenario {
    private long userToken() {
        return Math.max(engines.stt.token, 16);
    }

    private void late(long token) {
        long dropped = rig.metrics().value(LaneCounter.STALE_DROPPED);
        FloorState state = call.state();
        call.publish(LaneEventType.TRANSCRIPT_FINAL, token, 0, "late words");
        assertThat(rig.metrics().value(LaneCounter.STALE_DROPPED)).isEqualTo(dropped + 1);
        assertThat(call.state()).isEqualTo(state);
        assertThat(engines.llm.asked).noneMatch(asked -> asked.contains("late words"));
        assertThat(userTexts()).doesNotContain("late words");
        assertThat(call.record.timeline().entries())
                .filteredOn(entry -> entry.kind().equals("late"))
                .singleElement()
                .satisfies(
                        entry -> assertThat(entry.text()).isEqualTo("transcript in " + state + " dropped: late words"));
    }

    /** ENDED is not here: its call is forgotten, see the next test but one. */
    @ParameterizedTest
    @Tag("VAN-04")
    @Tag("VAN-04.a")
    @Tag("VAN-04.b")
    @EnumSource(
            value = FloorState.class,
            names = {"CONNECTING", "IDLE", "THINKING", "ACTION", "SPEAKING", "ENDING"})
    void shouldDropCountAndNoteATranscriptOfItsOwnTurnWhenTheTurnIsOver(FloorState state) {
        given(state);
        late(userToken());
    }

    @ParameterizedTest
    @Tag("VAN-04")
    @Tag("VAN-04.a")
    @EnumSource(
            value = FloorState.class,
            names = {"LISTENING", "FINALIZING"})
    void shouldDropCountAndNoteATranscriptOfAnotherTurnWhenATurnIsOpen(FloorState state) {
        given(state);
        late(userToken() - 1);
    }

    @Test
    @Tag("VAN-04")
    @Tag("VAN-04.a")
    void shouldCountATranscriptWhenTheCallIsForgotten() {
        given(FloorState.ENDED);
        long stray =
                rig.metrics().value(LaneCounter.STRAY_EVENTS) + rig.metrics().value(LaneCounter.STALE_DROPPED);
        call.publish(LaneEventType.TRANSCRIPT_FINAL, userToken(), 0, "late words");
        assertThat(rig.metrics().value(LaneCounter.STRAY_EVENTS) + rig.metrics().value(LaneCounter.STALE_DROPPED))
                .isEqualTo(stray + 1);
    }

    @Test
    void shouldTakeTheWordsOfTheProvisionalTurnWhenTheAgentPausesForThem() {
        given(FloorState.SPEAKING);
        while (!call.record.yielding()) {
            call.hear(talking, 20);
        }
        engines.stt.events.finalTranscript(engines.stt.token, "no wait");
        rig.poll();
        call.hear(talking, 500);
        call.hear(quiet, 1_200);
        assertThat(userTexts()).last().isEqualTo("no wait");
        assertThat(call.record.timeline().entries())
                .noneMatch(entry -> entry.kind().equals("late"));
    }
}

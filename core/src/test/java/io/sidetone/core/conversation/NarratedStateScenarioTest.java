package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.floor.FloorState;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.turn.ClientInput;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the caller sees reaches the model: at once, or when nobody is listened to or thinks; never lost (VIP-11, VIP-16). */
@Tag("VIP-11")
@Tag("VIP-16")
class NarratedStateScenarioTest extends ClientScenario {
    @ParameterizedTest
    @EnumSource(
            value = FloorState.class,
            names = {"IDLE", "ACTION", "SPEAKING"})
    void shouldTellTheModelAtOnce(FloorState state) {
        given(state);
        sees("The start page.");
        assertThat(engines.llm.views).containsExactly("The start page.");
        assertThat(client.told).containsExactly("applied");
    }

    @ParameterizedTest
    @EnumSource(
            value = FloorState.class,
            names = {"LISTENING", "FINALIZING", "THINKING"})
    void shouldKeepTheLatestUntilTheFloorIsFree(FloorState state) {
        given(state);
        sees("The start page.");
        sees("The form.");
        assertThat(engines.llm.views).isEmpty();
        assertThat(client.told).containsExactly("deferred", "deferred");
        client.told.clear();
        call.publish(io.sidetone.core.lane.LaneEventType.RESPONSE_CANCEL, 0, 0, null);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        assertThat(engines.llm.views).containsExactly("The form.");
        assertThat(client.told).containsExactlyInAnyOrder("applied", "state IDLE");
    }

    @Test
    void shouldApplyWhatWasKeptWhenAnActionBegins() {
        given(FloorState.THINKING);
        sees("The form.");
        wants("1", "book");
        assertThat(call.state()).isEqualTo(FloorState.ACTION);
        assertThat(engines.llm.views).containsExactly("The form.");
        assertThat(client.told).contains("applied");
    }

    @Test
    void shouldTellTheViewOfAResultBeforeTheModelGoesOn() {
        given(FloorState.THINKING);
        sees("Old news.");
        wants("1", "book");
        engines.llm.views.clear();
        client.told.clear();
        actions.invoked
                .get("1")
                .accept(ActionResult.ok("1", Map.of(ActionResult.NARRATED_STATE, "The booking is on the screen.")));
        rig.poll();
        assertThat(engines.llm.views).containsExactly("The booking is on the screen.");
        assertThat(client.told).containsExactly("applied", "state THINKING");
        assertThat(engines.llm.asked).containsExactly("result ok");
    }

    @Test
    void shouldKeepWhatComesBeforeTheEnginesAreOpen() {
        given(FloorState.CONNECTING);
        sees("The start page.");
        assertThat(engines.llm.views).isEmpty();
        engines.stt.events.ready();
        engines.llm.events.ready();
        engines.voice.events.ready();
        rig.poll();
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        assertThat(engines.llm.views).containsExactly("The start page.");
    }

    @Test
    void shouldTellAnotherSessionOfTheModelWhatTheLastOneKnew() {
        given(FloorState.IDLE);
        sees("The start page.");
        engines.llm.events.closed();
        rig.poll();
        rig.advance(10_000);
        assertThat(engines.llm.opened).isGreaterThan(1);
        assertThat(engines.llm.views).containsExactly("The start page.", "The start page.");
    }

    @Test
    void shouldCutWhatIsLongerThanAModelShouldRead() {
        given(FloorState.IDLE);
        sees("x".repeat(40_000));
        assertThat(engines.llm.views.get(0)).hasSize(32_768);
    }

    @Test
    void shouldForgetWhatWasKeptWhenTheCallEnds() {
        given(FloorState.LISTENING);
        sees("Never told.");
        hangUp();
        rig.advance(100);
        assertThat(engines.llm.views).isEmpty();
        input(ClientInput.START, "tap");
        assertThat(call.state()).isEqualTo(FloorState.ENDED);
    }
}

package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.floor.FloorState;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.turn.ClientInput;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every word of a client about its caller's input, in every state: where the floor goes, or that it is refused (VIP 7.3). */
@Tag("VIP-02")
@Tag("VIP-T20")
class ClientInputScenarioTest extends ClientScenario {
    @ParameterizedTest(name = "{1} in {0}: {2}")
    @CsvSource({
        "CONNECTING, START, refused",
        "CONNECTING, PRESS, refused",
        "CONNECTING, END, refused",
        "CONNECTING, CANCEL, refused",
        "CONNECTING, TIMEOUT, refused",
        "CONNECTING, BARGE_IN, refused",
        "CONNECTING, BARGE_IN_PRESS, refused",
        "CONNECTING, DETECTED, unchanged",
        "IDLE, START, LISTENING",
        "IDLE, PRESS, LISTENING",
        "IDLE, DETECTED, LISTENING",
        "IDLE, END, refused",
        "IDLE, CANCEL, refused",
        "IDLE, TIMEOUT, refused",
        "IDLE, BARGE_IN, refused",
        "IDLE, BARGE_IN_PRESS, refused",
        "LISTENING, START, unchanged",
        "LISTENING, PRESS, unchanged",
        "LISTENING, DETECTED, unchanged",
        "LISTENING, END, FINALIZING",
        "LISTENING, CANCEL, IDLE",
        "LISTENING, TIMEOUT, IDLE",
        "LISTENING, BARGE_IN, unchanged",
        "LISTENING, BARGE_IN_PRESS, unchanged",
        "FINALIZING, START, refused",
        "FINALIZING, PRESS, refused",
        "FINALIZING, END, refused",
        "FINALIZING, CANCEL, refused",
        "FINALIZING, TIMEOUT, refused",
        "FINALIZING, BARGE_IN, LISTENING",
        "FINALIZING, BARGE_IN_PRESS, LISTENING",
        "FINALIZING, DETECTED, LISTENING",
        "THINKING, START, refused",
        "THINKING, PRESS, refused",
        "THINKING, END, refused",
        "THINKING, CANCEL, refused",
        "THINKING, TIMEOUT, refused",
        "THINKING, BARGE_IN, LISTENING",
        "THINKING, BARGE_IN_PRESS, LISTENING",
        "THINKING, DETECTED, LISTENING",
        "ACTION, START, unchanged",
        "ACTION, PRESS, unchanged",
        "ACTION, DETECTED, unchanged",
        "ACTION, END, refused",
        "ACTION, CANCEL, refused",
        "ACTION, TIMEOUT, refused",
        "ACTION, BARGE_IN, refused",
        "ACTION, BARGE_IN_PRESS, refused",
        "SPEAKING, START, refused",
        "SPEAKING, PRESS, refused",
        "SPEAKING, END, refused",
        "SPEAKING, CANCEL, refused",
        "SPEAKING, TIMEOUT, refused",
        "SPEAKING, BARGE_IN, LISTENING",
        "SPEAKING, BARGE_IN_PRESS, LISTENING",
        "SPEAKING, DETECTED, LISTENING",
        "CONNECTING, TALK, refused",
        "IDLE, TALK, LISTENING",
        "LISTENING, TALK, unchanged",
        "FINALIZING, TALK, LISTENING",
        "THINKING, TALK, LISTENING",
        "SPEAKING, TALK, LISTENING",
        "ACTION, TALK, unchanged",
        "ENDING, START, unchanged",
        "ENDING, BARGE_IN, unchanged",
        "ENDING, END, unchanged",
        "ENDED, START, unchanged",
        "ENDED, DETECTED, unchanged"
    })
    void shouldMoveTheFloorOrRefuse(FloorState from, ClientInput what, String expected) {
        given(from);
        input(what, "test");
        boolean refused = expected.equals("refused");
        boolean stays = refused || expected.equals("unchanged");
        assertThat(call.state()).isEqualTo(stays ? from : FloorState.valueOf(expected));
        assertThat(refusals()).as("the client is told once: %s", client.told).isEqualTo(refused ? 1 : 0);
        assertThat(rig.metrics().value(LaneCounter.ILLEGAL_TRANSITIONS)).isEqualTo(refused ? 1 : 0);
        assertThat(rig.metrics().value(LaneCounter.TURN_TOKEN_VIOLATIONS)).isZero();
        assertThat(rig.metrics().value(LaneCounter.FAULTS)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"IDLE", "LISTENING", "FINALIZING", "THINKING", "ACTION", "SPEAKING"})
    @Tag("VIP-17")
    @Tag("VIP-T18")
    void shouldEndFromEveryStateWhenTheClientHangsUp(FloorState from) {
        given(from);
        hangUp();
        rig.advance(100);
        assertThat(call.state()).isEqualTo(FloorState.ENDED);
    }
}

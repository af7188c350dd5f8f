package io.sidetone.core.floor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class FloorMachineTest {
    private final FloorTransitionsTest.Recorder recorder = new FloorTransitionsTest.Recorder();
    private final FloorMachine machine = new FloorMachine("01CALL", recorder, 100);

    @Test
    @Tag("VAN-12")
    void shouldLogEveryTransitionWithItsTimeInStateWhenStatesChange() {
        machine.transition(FloorTrigger.CONNECT, 200, "invite");
        machine.transition(FloorTrigger.READY, 700, "open");
        machine.transition(FloorTrigger.INPUT_START, 900, "speech");

        assertThat(recorder.moves).extracting(FloorTransition::sequence).containsExactly(1L, 2L, 3L);
        assertThat(recorder.moves).extracting(FloorTransition::rule).containsExactly("VIP-T01", "VIP-T02", "VIP-T03");
        assertThat(recorder.moves).extracting(FloorTransition::timeInFromNs).containsExactly(100L, 500L, 200L);
        assertThat(machine.timeInStateNs(FloorState.CONNECTING)).isEqualTo(500);
        assertThat(machine.enteredNs()).isEqualTo(900);
    }

    @Test
    @Tag("VIP-T03")
    void shouldShowEachDesignItsOwnNameWhenStateChanges() {
        assertThat(FloorViews.of(FloorState.FINALIZING, false, false))
                .isEqualTo(new FloorViews("ai_thinking", "thinking", "listening", "LISTENING"));
        assertThat(FloorViews.of(FloorState.SPEAKING, false, false))
                .isEqualTo(new FloorViews("ai_speaking", "speaking", "speaking", "RESPONDING"));
        assertThat(FloorViews.of(FloorState.INTERRUPTED, false, false))
                .isEqualTo(new FloorViews(null, null, null, "INTERRUPTED"));
        assertThat(FloorViews.of(FloorState.ENDED, false, false))
                .isEqualTo(new FloorViews("not_connected", "idle", null, "ENDED"));
    }

    @Test
    @Tag("VIP-T04")
    void shouldKeepTheVantumViewInListeningWhenSpeechFollowsNoTurnOfTheCaller() {
        machine.transition(FloorTrigger.CONNECT, 1, "");
        machine.transition(FloorTrigger.READY, 2, "");
        machine.transition(FloorTrigger.ANNOUNCE, 3, "greeting");
        assertThat(machine.views().vantum()).isEqualTo("LISTENING");
        assertThat(machine.views().vip()).isEqualTo("ai_speaking");
        machine.transition(FloorTrigger.BARGE_IN, 4, "speech");
        assertThat(machine.views().vantum()).isEqualTo("LISTENING");
    }

    @Test
    void shouldChangeNoViewWhenYielding() {
        FloorMachine speaking = FloorTransitionsTest.machineIn(FloorState.SPEAKING, recorder);
        FloorViews before = speaking.views();
        speaking.yielding(true);
        assertThat(speaking.yielding()).isTrue();
        assertThat(speaking.views()).isEqualTo(before);
        assertThat(speaking.state()).isEqualTo(FloorState.SPEAKING);
        speaking.transition(FloorTrigger.BARGE_IN, 9_000, "speech");
        assertThat(speaking.yielding()).isFalse();
    }

    @Test
    void shouldNotYieldWhenNotSpeaking() {
        machine.yielding(true);
        assertThat(machine.yielding()).isFalse();
    }

    @Test
    void shouldShowRecoveringInTheIteViewOnlyWhenRecovering() {
        FloorMachine idle = FloorTransitionsTest.machineIn(FloorState.IDLE, recorder);
        idle.recovering(true);
        assertThat(idle.views().ite()).isEqualTo("recovering");
        assertThat(idle.views().vela()).isEqualTo("idle");
    }
}

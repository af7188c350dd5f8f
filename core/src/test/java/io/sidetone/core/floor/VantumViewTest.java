package io.sidetone.core.floor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The Vantum view's own table, and its words for what is refused. */
@Tag("VAN-14")
class VantumViewTest {
    @ParameterizedTest
    @EnumSource
    void shouldNameAStateOfTheDocumentForEveryRefusedTrigger(FloorTrigger trigger) {
        assertThat(VantumView.refusal("THINKING", trigger, "42"))
                .matches("Invalid state transition: THINKING → "
                        + "(INITIALIZING|LISTENING|THINKING|RESPONDING|INTERRUPTED|ENDED) for session 42");
        assertThat(VantumView.refusal(null, trigger, "42")).startsWith("Invalid state transition: none → ");
    }

    @ParameterizedTest
    @CsvSource({
        "CONNECT, INITIALIZING",
        "FINAL_TRANSCRIPT, THINKING",
        "ACTION_RESULT, THINKING",
        "ANNOUNCE, RESPONDING",
        "RESPONSE_AUDIO, RESPONDING",
        "BARGE_IN, INTERRUPTED",
        "SESSION_CLOSE, ENDED",
        "INPUT_END, LISTENING"
    })
    void shouldNameTheStateThatTheTriggerWantsInVain(FloorTrigger trigger, String wanted) {
        assertThat(VantumView.refusal("ENDED", trigger, "7"))
                .isEqualTo("Invalid state transition: ENDED → " + wanted + " for session 7");
    }

    private static FloorTransition move(String vantum, long timeInFromNs) {
        FloorViews views = new FloorViews("idle", "idle", "idle", vantum);
        return new FloorTransition(
                1,
                "VIP-T03",
                FloorState.IDLE,
                FloorState.LISTENING,
                FloorTrigger.INPUT_START,
                "test",
                1,
                timeInFromNs,
                views);
    }

    /** The engine shows no such jump; a log of another hand might. */
    @Test
    void shouldCountWhatTheDocumentsTableDoesNotHave() {
        VantumView view = new VantumView();
        assertThat(view.moved(move(null, 5))).isNull();
        assertThat(view.moved(move("INITIALIZING", 5))).isNull();
        assertThat(view.moved(move("LISTENING", 10)).durationNs()).isEqualTo(10);
        assertThat(view.violations()).isZero();
        assertThat(view.moved(move("LISTENING", 10))).isNull();
        assertThat(view.moved(move("RESPONDING", 7)).durationNs()).isEqualTo(17);
        assertThat(view.violations()).isEqualTo(1);
        assertThat(view.state()).isEqualTo("RESPONDING");
        assertThat(VantumView.allowed("NOWHERE", "LISTENING")).isFalse();
        assertThat(VantumView.changes(List.of(move("INITIALIZING", 1), move("LISTENING", 2))))
                .hasSize(1);
    }
}

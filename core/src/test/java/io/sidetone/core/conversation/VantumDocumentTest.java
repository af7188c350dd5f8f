package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.core.control.EndCause;
import io.sidetone.core.floor.FloorListener;
import io.sidetone.core.floor.FloorMachine;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.floor.FloorTrigger;
import io.sidetone.core.floor.VantumView;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.turn.TurnPolicy;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The four unit tests and four integration flows of the Vantum document, against the Vantum view of the engine. */
@Tag("VAN-14")
@Tag("VAN-15")
class VantumDocumentTest extends CallScenario {
    /** The document's class over the engine: a Vantum state is asked for by the triggers that lead there. */
    private static final class ConversationStateMachine implements FloorListener {
        private final VantumView view = new VantumView();
        private final FloorMachine floor;
        private String error;

        ConversationStateMachine(String sessionId) {
            floor = new FloorMachine(sessionId, this, 0);
            floor.transition(FloorTrigger.CONNECT, 0, "");
        }

        String getState() {
            return view.state();
        }

        void transition(String to) {
            List<FloorTrigger> path = path(to);
            for (FloorTrigger trigger : path) {
                if (!floor.transition(trigger, 0, "")) {
                    throw new IllegalStateException(error);
                }
            }
        }

        private List<FloorTrigger> path(String to) {
            boolean idle = floor.in(FloorState.IDLE);
            return switch (to) {
                case "THINKING" ->
                    idle
                            ? List.of(FloorTrigger.INPUT_START, FloorTrigger.INPUT_END, FloorTrigger.FINAL_TRANSCRIPT)
                            : floor.in(FloorState.LISTENING)
                                    ? List.of(FloorTrigger.INPUT_END, FloorTrigger.FINAL_TRANSCRIPT)
                                    : List.of(FloorTrigger.FINAL_TRANSCRIPT);
                case "RESPONDING" -> List.of(FloorTrigger.RESPONSE_AUDIO);
                case "INTERRUPTED" -> List.of(FloorTrigger.BARGE_IN);
                case "ENDED" -> List.of(FloorTrigger.SESSION_CLOSE);
                default ->
                    switch (floor.state()) {
                        case THINKING -> List.of(FloorTrigger.NO_RESPONSE);
                        case SPEAKING -> List.of(FloorTrigger.AUDIO_COMPLETE);
                        case INTERRUPTED -> List.of(FloorTrigger.CLEANED_TO_LISTENING);
                        default -> List.of(FloorTrigger.READY);
                    };
            };
        }

        @Override
        public void moved(FloorTransition transition) {
            view.moved(transition);
        }

        @Override
        public void refused(FloorState state, FloorTrigger trigger, String message) {
            error = VantumView.refusal(view.state(), trigger, "test-session-id");
        }
    }

    private final ConversationStateMachine stateMachine = new ConversationStateMachine("test-session-id");

    @Test
    void shouldStartInInitializingState() {
        assertThat(stateMachine.getState()).isEqualTo("INITIALIZING");
    }

    @Test
    void shouldAllowInitializingToListeningTransition() {
        assertThatCode(() -> stateMachine.transition("LISTENING")).doesNotThrowAnyException();
        assertThat(stateMachine.getState()).isEqualTo("LISTENING");
    }

    @Test
    void shouldRejectInvalidTransitionInitializingToThinking() {
        assertThatThrownBy(() -> stateMachine.transition("THINKING"))
                .hasMessage("Invalid state transition: INITIALIZING → THINKING for session test-session-id");
        assertThat(stateMachine.getState()).isEqualTo("INITIALIZING");
    }

    @Test
    void shouldHandleInterruptionFlowCorrectly() {
        stateMachine.transition("LISTENING");
        stateMachine.transition("THINKING");
        stateMachine.transition("RESPONDING");
        assertThatCode(() -> stateMachine.transition("INTERRUPTED")).doesNotThrowAnyException();
        assertThat(stateMachine.getState()).isEqualTo("INTERRUPTED");
        stateMachine.transition("LISTENING");
        assertThat(stateMachine.getState()).isEqualTo("LISTENING");
    }

    @Test
    void shouldAllowExactlyTheTransitionsOfTheTable() {
        Map<String, Set<String>> table = Map.of(
                "INITIALIZING", Set.of("LISTENING", "ENDED"),
                "LISTENING", Set.of("THINKING", "ENDED"),
                "THINKING", Set.of("RESPONDING", "LISTENING", "ENDED"),
                "RESPONDING", Set.of("LISTENING", "INTERRUPTED", "ENDED"),
                "INTERRUPTED", Set.of("LISTENING", "ENDED"),
                "ENDED", Set.of());
        for (String from : table.keySet()) {
            for (String to : table.keySet()) {
                assertThat(VantumView.allowed(from, to))
                        .as("%s → %s", from, to)
                        .isEqualTo(table.get(from).contains(to));
            }
        }
    }

    private List<String> vantum() {
        return VantumView.changes(call.record.transitions().entries()).stream()
                .map(change -> change.from() + ">" + change.to())
                .toList();
    }

    @Test
    @Tag("VAN-06")
    void shouldGoThroughANormalConversation() {
        givenSpeaking(600);
        rig.advance(800);
        assertThat(vantum())
                .containsExactly(
                        "INITIALIZING>LISTENING", "LISTENING>THINKING", "THINKING>RESPONDING", "RESPONDING>LISTENING");
    }

    @Test
    @Tag("VAN-07")
    void shouldGoThroughAnInterruption() {
        givenSpeaking(2_800);
        call.hear(quiet, 1_000);
        call.hear(talking, 700);
        assertThat(vantum()).endsWith("THINKING>RESPONDING", "RESPONDING>INTERRUPTED", "INTERRUPTED>LISTENING");
        List<VantumView.Change> changes =
                VantumView.changes(call.record.transitions().entries());
        assertThat(changes.get(changes.size() - 1).durationNs())
                .as("time in INTERRUPTED, limit 100 ms")
                .isZero();
    }

    @Test
    @Tag("VAN-05")
    void shouldRecoverFromAnErrorOfTheModel() {
        givenIdleAfterGreeting();
        call.hear(talking, 400);
        call.hear(quiet, 900);
        engines.stt.events.finalTranscript(engines.stt.token, "opening hours please");
        rig.poll();
        assertThat(call.record.views().vantum()).isEqualTo("THINKING");
        engines.llm.events.failed(engines.llm.token, new EngineFailure("broken", "no answer", true));
        rig.poll();
        assertThat(vantum()).endsWith("LISTENING>THINKING", "THINKING>LISTENING");
        assertThat(call.record.views().vantum()).isEqualTo("LISTENING");
    }

    @Test
    @Tag("VAN-10")
    void shouldShutDownFromAnyState() {
        Runnable[] roads = {
            () -> givenCall(),
            () -> givenIdleAfterGreeting(),
            () -> {
                givenIdleAfterGreeting();
                call.hear(talking, 400);
            },
            () -> {
                givenIdleAfterGreeting();
                call.hear(talking, 400);
                call.hear(quiet, 900);
            },
            () -> givenSpeaking(2_000)
        };
        for (Runnable road : roads) {
            road.run();
            call.publish(LaneEventType.HANG_UP, 0, 0, EndCause.CALLER_HUNG_UP);
            rig.advance(20);
            assertThat(vantum().get(vantum().size() - 1)).endsWith(">ENDED");
            assertThat(call.record.timeline().entries())
                    .as("state at disconnect")
                    .anyMatch(
                            entry -> entry.kind().equals("end") && entry.text().contains("(in "));
        }
    }

    @Test
    void shouldShowTheViewInTheRecordWhilePolicyAndTextsDiffer() {
        givenCall(TurnPolicy.DEFAULT.withBargeIn(false), io.sidetone.core.port.ActionInvoker.none());
        assertThat(call.record.views().vantum()).isEqualTo("LISTENING");
    }
}

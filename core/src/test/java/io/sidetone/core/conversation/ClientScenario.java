package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.control.EndCause;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.turn.ClientInput;
import io.sidetone.core.turn.TurnPolicy;
import java.util.Map;

/** A call whose client shares the floor machine, brought into every state. */
abstract class ClientScenario extends CallScenario {
    final ScriptedActions actions = new ScriptedActions();
    final ClientLog client = new ClientLog();
    TurnPolicy policy = TurnPolicy.DEFAULT;

    /** Brings a call into {@code state}; what led there is forgotten. */
    void given(FloorState state) {
        rig.client = client;
        engines.readyAtOnce = state != FloorState.CONNECTING;
        givenCall(policy, actions);
        if (state != FloorState.CONNECTING) {
            answered();
            lead(state);
        }
        assertThat(call.state()).isEqualTo(state);
        rig.moves.clear();
        client.told.clear();
        engines.stt.asked.clear();
        engines.llm.asked.clear();
    }

    private void answered() {
        call.publish(LaneEventType.ANSWERED, 0, 0, null);
        engines.llm.events.done(engines.llm.token, null);
        call.hear(quiet, 400);
    }

    private void lead(FloorState state) {
        switch (state) {
            case LISTENING -> call.hear(talking, 400);
            case FINALIZING -> spoken();
            case THINKING -> asked();
            case ACTION -> {
                asked();
                wants("1", "book");
            }
            case SPEAKING -> {
                asked();
                engines.llm.say("We are open from nine to five.");
                speakClause(0, 3_000, null);
                rig.advance(400);
            }
            case ENDING -> {
                call.acknowledgeRelease = false;
                hangUp();
            }
            case ENDED -> {
                hangUp();
                rig.advance(100);
            }
            default -> assertThat(state).isEqualTo(FloorState.IDLE);
        }
    }

    private void spoken() {
        call.hear(talking, 400);
        call.hear(quiet, 900);
    }

    private void asked() {
        spoken();
        engines.stt.events.finalTranscript(engines.stt.token, "book it");
        rig.poll();
    }

    void wants(String id, String action) {
        engines.llm.events.action(engines.llm.token, new ActionCall(id, action, Map.of(), false));
        rig.poll();
    }

    void hangUp() {
        call.publish(LaneEventType.HANG_UP, 0, 0, EndCause.CALLER_HUNG_UP);
    }

    void input(ClientInput what, String by) {
        call.publish(LaneEventType.CLIENT_INPUT, 0, what.ordinal(), by);
    }

    void sees(String view) {
        call.publish(LaneEventType.NARRATED_STATE, 0, 0, view);
    }

    long refusals() {
        return client.told.stream().filter(line -> line.startsWith("refused")).count();
    }
}

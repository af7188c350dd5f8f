package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.TurnPolicy;

/** A call whose dialogue is asked before the caller's turn is over. */
abstract class PreemptionScenario extends CallScenario {
    static final TurnPolicy AHEAD = TurnPolicy.DEFAULT.with(PolicyNumber.PREEMPTIVE_AFTER, 160);
    static final EngineFailure LIMITED = new EngineFailure(EngineFailure.RATE_LIMITED, "too often", true);

    final ScriptedActions actions = new ScriptedActions();

    void given(TurnPolicy policy, ActionInvoker invoker) {
        engines.llm.preemptible = true;
        givenCall(policy, invoker);
        call.publish(LaneEventType.ANSWERED, 0, 0, null);
        engines.llm.say("Hi.");
        speakClause(0, 200, null);
        rig.advance(400);
        call.hear(quiet, 600);
        engines.llm.asked.clear();
        engines.voice.asked.clear();
        rig.sent.clear();
        rig.moves.clear();
    }

    /** The caller has said so much and pauses. */
    void says(String text) {
        call.hear(talking, 400);
        partial(text);
        call.hear(quiet, 300);
    }

    void partial(String text) {
        engines.stt.events.partial(engines.stt.token, text);
        rig.poll();
    }

    void finalTranscript(String text) {
        engines.stt.events.finalTranscript(engines.stt.token, text);
        rig.poll();
    }

    void givenAsked(String text) {
        given(AHEAD, actions);
        says(text);
        assertThat(engines.llm.asked).containsExactly("prepare " + text);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
    }

    void endsTurn(String text) {
        for (int ms = 0; ms < 2_000 && call.state() == FloorState.LISTENING; ms += 20) {
            call.hear(quiet, 20);
        }
        assertThat(call.state()).isEqualTo(FloorState.FINALIZING);
        finalTranscript(text);
    }

    void text(String piece) {
        engines.llm.events.text(engines.llm.token, piece);
        rig.poll();
    }

    boolean dead(long token) {
        return call.admission.fence().isDead(token);
    }
}

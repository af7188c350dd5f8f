package io.sidetone.core.call.life;

import io.sidetone.core.call.CallSetup;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.AgentDirectory;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.NextAgent;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.core.turn.TurnPolicy;

/**
 * Agent that serves a call, and with which engines. Immutable.
 *
 * @param context what its engines may know of the call
 * @param recognizer speech to text
 * @param dialogue text to text
 * @param synthesizer text to speech
 * @param actions what the dialogue may do
 * @param policy turn-taking when it takes the call
 * @param agents whom it can hand the call over to
 */
record ServingAgent(
        CallContext context,
        Recognizer recognizer,
        DialogueModel dialogue,
        Synthesizer synthesizer,
        ActionInvoker actions,
        TurnPolicy policy,
        AgentDirectory agents) {
    /** The agent that a call is opened with. */
    static ServingAgent first(CallSetup setup, CallContext context) {
        return new ServingAgent(
                context,
                setup.engines().recognizer(),
                setup.engines().dialogue(),
                setup.engines().synthesizer(),
                setup.engines().actions(),
                setup.terms().policy(),
                setup.engines().agents());
    }

    /** The agent that takes a call over, which may do {@code actions}. */
    static ServingAgent of(NextAgent next, ActionInvoker actions, CallContext context) {
        return new ServingAgent(
                context, next.recognizer(), next.dialogue(), next.synthesizer(), actions, next.policy(), next.agents());
    }
}

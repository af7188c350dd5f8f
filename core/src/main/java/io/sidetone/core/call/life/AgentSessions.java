package io.sidetone.core.call.life;

import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.EngineKind;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.core.port.SynthesisSession;

/** The newest sessions of one agent's engines in one call. Lane thread only. */
final class AgentSessions {
    private final ServingAgent agent;
    private RecognizerSession recognizer;
    private DialogueSession dialogue;
    private SynthesisSession synthesis;

    AgentSessions(ServingAgent agent) {
        this.agent = agent;
    }

    /** Opens session {@code number} of the engine {@code kind}; returns what closes it. */
    Runnable open(EngineKind kind, int number, EngineInbox inbox) {
        switch (kind) {
            case RECOGNIZER -> {
                recognizer = agent.recognizer().open(agent.context(), inbox.recognizer(number));
                return recognizer::close;
            }
            case DIALOGUE -> {
                dialogue = agent.dialogue().open(agent.context(), inbox.dialogue(number, agent.actions()));
                return dialogue::close;
            }
            case SYNTHESIZER -> {
                synthesis = agent.synthesizer().open(agent.context(), inbox.synthesis(number));
                return synthesis::close;
            }
            default -> throw new IllegalStateException("an agent brings no " + kind);
        }
    }

    /** The dialogue's session is that of the agent before. */
    void keep(DialogueSession present) {
        dialogue = present;
    }

    ServingAgent agent() {
        return agent;
    }

    RecognizerSession recognizer() {
        return recognizer;
    }

    DialogueSession dialogue() {
        return dialogue;
    }

    SynthesisSession synthesis() {
        return synthesis;
    }
}

package io.sidetone.server.wiring;

import io.sidetone.config.AgentConfig;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.server.command.ExitCode;
import java.util.List;

/** The embedded engines of one agent: its flow, the recogniser of the flow's grammars, its voice. */
final class EmbeddedAgent implements AutoCloseable {
    private final Recognizer recognizer;
    private final DialogueModel dialogue;
    private final Synthesizer synthesizer;

    private EmbeddedAgent(Recognizer recognizer, DialogueModel dialogue, Synthesizer synthesizer) {
        this.recognizer = recognizer;
        this.dialogue = dialogue;
        this.synthesizer = synthesizer;
    }

    static EmbeddedAgent open(SidetoneConfig config, AgentConfig agent) throws EngineSetupException {
        throw new EngineSetupException(
                ExitCode.UNAVAILABLE,
                List.of("agents." + agent.name()
                        + ": embedded engines are not part of this build; use --engines mock"));
    }

    Recognizer recognizer() {
        return recognizer;
    }

    DialogueModel dialogue() {
        return dialogue;
    }

    Synthesizer synthesizer() {
        return synthesizer;
    }

    @Override
    public void close() {}
}

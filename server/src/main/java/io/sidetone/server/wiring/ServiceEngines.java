package io.sidetone.server.wiring;

import io.sidetone.config.AgentConfig;
import io.sidetone.config.engine.EngineConfig;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.Synthesizer;

/** Engines that are services. */
final class ServiceEngines {
    Recognizer recognizer(EngineConfig engine) {
        throw new IllegalStateException(engine.type() + " is no recogniser");
    }

    DialogueModel dialogue(EngineConfig engine, AgentConfig agent) {
        throw new IllegalStateException(engine.type() + " is no dialogue model");
    }

    Synthesizer synthesizer(EngineConfig engine) {
        throw new IllegalStateException(engine.type() + " is no synthesizer");
    }
}

package io.sidetone.server.agents;

import io.sidetone.config.agent.AgentConfig;
import io.sidetone.config.engine.EngineConfig;
import io.sidetone.core.background.Background;
import io.sidetone.core.mock.MockDialogue;
import io.sidetone.core.mock.MockRecognizer;
import io.sidetone.core.mock.MockSynthesizer;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.EngineKind;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.server.actions.AllowedActions;
import io.sidetone.server.agents.services.PluginEngines;
import io.sidetone.server.agents.services.ServiceEngines;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.realtime.RealtimeModel;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;

/** The engines of the configuration as they are, by type: nothing stands between them and the lane yet. */
final class ConfiguredEngines implements AutoCloseable {
    private static final long MOCK_SEED = 1;

    private final EmbeddedAgents embedded;
    private final PluginEngines plugged;
    private final ServiceEngines services;
    private final ActionInvoker actions;
    private final List<AgentConfig> agents;
    private final MockRecognizer mockRecognizer = new MockRecognizer();
    private final MockSynthesizer mockSynthesizer = new MockSynthesizer(MOCK_SEED);
    private final ScheduledExecutorService timer = Background.timer("mock-timer");

    ConfiguredEngines(
            EmbeddedAgents embedded,
            PluginEngines plugged,
            ServiceEngines services,
            ActionInvoker actions,
            List<AgentConfig> agents) {
        this.embedded = embedded;
        this.plugged = plugged;
        this.services = services;
        this.actions = actions;
        this.agents = agents;
    }

    Recognizer recognizer(EngineConfig engine, AgentConfig agent) {
        return switch (engine.type()) {
            case EMBEDDED -> embedded.recognizer(agent);
            case MOCK -> mockRecognizer;
            case VOSK, PLUGIN -> plugged.recognizer(engine);
            case OPENAI_REALTIME, AZURE_REALTIME -> realtime(engine, agent).recognizer();
            default -> services.recognizer(engine);
        };
    }

    DialogueModel dialogue(EngineConfig engine, AgentConfig agent) {
        return switch (engine.type()) {
            case EMBEDDED -> embedded.dialogue(agent);
            case MOCK -> new MockDialogue(engine.mock(), timer);
            case PLUGIN -> plugged.dialogue(engine, agent, allowed(agent));
            case OPENAI_REALTIME, AZURE_REALTIME -> realtime(engine, agent).dialogue();
            default -> services.dialogue(engine, agent, allowed(agent));
        };
    }

    Synthesizer synthesizer(EngineConfig engine, AgentConfig agent) {
        return switch (engine.type()) {
            case EMBEDDED -> embedded.synthesizer();
            case MOCK -> mockSynthesizer;
            case PLUGIN -> plugged.synthesizer(engine);
            case OPENAI_REALTIME, AZURE_REALTIME -> realtime(engine, agent).synthesizer();
            default -> services.synthesizer(engine);
        };
    }

    private RealtimeModel realtime(EngineConfig engine, AgentConfig agent) {
        return services.realtime(engine, agent, allowed(agent));
    }

    /** Returns what {@code agent} may do. */
    ActionInvoker allowed(AgentConfig agent) {
        return AllowedActions.of(agent, agents, actions);
    }

    /** Returns the meter of {@code engine} in {@code role}. */
    EngineMeter meter(EngineConfig engine, EngineKind role) {
        return services.meter(engine, role);
    }

    @Override
    public void close() {
        embedded.close();
        plugged.close();
        timer.shutdownNow();
    }
}

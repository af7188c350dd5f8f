package io.sidetone.tools.scenario.persona;

import io.sidetone.config.agent.AgentConfig;
import io.sidetone.config.engine.EngineConfig;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.server.agents.services.ServiceEngines;
import io.sidetone.speech.chat.QuestionModel;
import io.sidetone.speech.net.EngineNet;
import java.util.function.Function;

/** Opens the chat models that play callers; without one no network is loaded. One thread opens, any asks. */
public final class PersonaServices implements Function<EngineConfig, QuestionModel>, AutoCloseable {
    /** Of an agent a question takes nothing; any will do. */
    private final AgentConfig agent;

    private EngineNet net;

    /** Opens models for calls to agents such as {@code agent}. */
    public PersonaServices(AgentConfig agent) {
        this.agent = agent;
    }

    @Override
    public QuestionModel apply(EngineConfig engine) {
        if (net == null) {
            net = EngineNet.open(1);
        }
        return (QuestionModel) new ServiceEngines(net).dialogue(engine, agent, ActionInvoker.none());
    }

    @Override
    public void close() {
        if (net != null) {
            net.close();
        }
    }
}

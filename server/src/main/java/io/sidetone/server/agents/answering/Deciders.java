package io.sidetone.server.agents.answering;

import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.SipConfig;
import io.sidetone.config.agent.AgentConfig;
import io.sidetone.config.agent.OnCallConfig;
import io.sidetone.core.port.plugin.RouterPlugin;
import io.sidetone.server.agents.services.PluginEngines;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Parties that one configuration asks about calls. Immutable. */
public final class Deciders {
    private final Map<String, Decider> trunks = new HashMap<>();
    private final Map<String, Decider> agents = new HashMap<>();

    /**
     * Reads who is asked.
     *
     * @param plugged has opened the routers that {@code config} names
     */
    public Deciders(SidetoneConfig config, PluginEngines plugged) {
        List<SipConfig.Trunk> configured = config.sip().trunks();
        for (int i = 0; i < configured.size(); i++) {
            int index = i;
            SipConfig.Trunk trunk = configured.get(i);
            add(trunks, trunk.name(), trunk.onCall(), () -> plugged.router(index, trunk));
        }
        for (AgentConfig agent : config.agents()) {
            add(agents, agent.name(), agent.onCall(), () -> plugged.router(agent));
        }
    }

    private static void add(
            Map<String, Decider> parties, String name, OnCallConfig how, Supplier<RouterPlugin.Engine> router) {
        if (how.asks()) {
            parties.put(name, new Decider(how, how.asksPlugin() ? Optional.of(router.get()) : Optional.empty()));
        }
    }

    /**
     * Returns who is asked about a call: whom its trunk names, else whom its agent names.
     *
     * @param trunk name of the trunk, or null
     * @param agent name of the agent that was found, or null
     */
    public Decider about(String trunk, String agent) {
        Decider ofTrunk = trunks.get(trunk);
        return ofTrunk == null ? agents.getOrDefault(agent, Decider.NOBODY) : ofTrunk;
    }
}

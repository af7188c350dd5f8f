package io.sidetone.server.actions;

import io.sidetone.config.AgentConfig;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.problem.ConfigException;
import io.sidetone.config.problem.Nearest;
import io.sidetone.config.problem.Problems;

/** Registers what every agent can do, then what the configuration adds. */
public final class ConfiguredActions {
    private ConfiguredActions() {}

    /**
     * Returns every action of {@code config}.
     *
     * @param source what is named as the origin of problems
     * @throws ConfigException with everything that cannot be registered, and every name that is no action
     */
    public static ActionRegistry registered(SidetoneConfig config, String source) throws ConfigException {
        Problems problems = new Problems();
        ActionRegistry registry = new ActionRegistry();
        TelephoneActions.register(registry, problems);
        new AppointmentDesk().register(registry, problems);
        if (problems.none()) {
            config.agents().forEach(agent -> names(agent, registry, problems));
        }
        problems.throwIfAny(source);
        return registry;
    }

    private static void names(AgentConfig agent, ActionRegistry registry, Problems problems) {
        for (String name : agent.actions()) {
            if (registry.definition(name).isEmpty()) {
                problems.add(
                        "agents." + agent.name() + ".actions",
                        "'" + name + "' is no action",
                        Nearest.to(name, registry.names())
                                .map(near -> "did you mean " + near + "?")
                                .orElse("define it under actions"));
            }
        }
    }
}

package io.sidetone.tools.scenario.run;

import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.agent.AgentConfig;
import io.sidetone.config.engine.EngineConfig;
import io.sidetone.config.problem.ConfigException;
import io.sidetone.config.problem.Nearest;
import io.sidetone.config.problem.Problems;
import io.sidetone.core.dialogue.SpokenGuidance;
import io.sidetone.core.turn.SpeechSource;
import io.sidetone.server.actions.ActionRegistry;
import io.sidetone.server.actions.ConfiguredActions;
import io.sidetone.speech.embedded.flow.Flow;
import io.sidetone.speech.embedded.flow.FlowReader;
import io.sidetone.speech.embedded.parts.SpeechSetupException;
import io.sidetone.tools.scenario.file.ActionStandIn;
import io.sidetone.tools.scenario.file.Scenario;
import io.sidetone.tools.scenario.file.ScenarioCase;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The agents of a configuration, for scenarios. Immutable once opened; any thread. */
public final class ScenarioAgents {
    private final SidetoneConfig config;
    private final ActionRegistry actions;
    private final Map<String, AgentParts> parts = new HashMap<>();

    private ScenarioAgents(SidetoneConfig config, ActionRegistry actions) {
        this.config = config;
        this.actions = actions;
    }

    /**
     * Reads the flows and registers the actions of {@code config}.
     *
     * @param source what problems name as their origin
     * @throws ConfigException with everything that cannot be used
     */
    public static ScenarioAgents open(SidetoneConfig config, String source) throws ConfigException {
        ScenarioAgents agents = new ScenarioAgents(config, ConfiguredActions.described(config, source));
        Problems problems = new Problems();
        for (AgentConfig agent : config.agents()) {
            agents.parts.put(
                    agent.name(),
                    new AgentParts(
                            agent,
                            config.agents(),
                            config.policy(agent.policy())
                                    .withVad(SpeechSource.ENERGY)
                                    .withPhrases(agent.phrases())
                                    .withGuidance(SpokenGuidance.of(agent.sentences())),
                            agents.flow(agent, problems)));
        }
        problems.throwIfAny(source);
        return agents;
    }

    private Flow flow(AgentConfig agent, Problems problems) {
        EngineConfig dialogue = config.engines().get(agent.dialogues().get(0));
        if (dialogue.type() != EngineConfig.Type.EMBEDDED || agent.flow().isEmpty()) {
            return null;
        }
        String path = "agents." + agent.name() + ".flow";
        try (InputStream in = agent.flow().get().open()) {
            return FlowReader.read(agent.flow().get().location(), in);
        } catch (SpeechSetupException bad) {
            bad.problems().forEach(problem -> problems.add(path, problem, "mend it"));
        } catch (IOException e) {
            problems.add(path, "cannot be read", "name a file this user may read");
        }
        return null;
    }

    /** Compares {@code cases} with the agents; what does not fit goes to {@code problems}. */
    public void check(List<ScenarioCase> cases, Problems problems) {
        cases.forEach(each -> check(each, problems));
    }

    private void check(ScenarioCase each, Problems problems) {
        Scenario scenario = each.scenario();
        AgentParts agent = agent(scenario).orElse(null);
        if (agent == null) {
            String name = scenario.agent().orElse("");
            problems.add(
                    each.place("agent"),
                    name.isEmpty()
                            ? "is not given, and no agent takes calls to " + scenario.to()
                            : "'" + name + "' is no agent",
                    Nearest.to(name, parts.keySet())
                            .map(near -> "did you mean " + near + "?")
                            .orElse("use one of " + String.join(", ", parts.keySet())));
            return;
        }
        if (agent.flow() == null && scenario.answers().isEmpty()) {
            problems.add(
                    each.place("answers"),
                    "is missing: what " + agent.config().name() + " says is decided by "
                            + agent.config().dialogues().get(0) + ", which is not asked in virtual time",
                    "write what the model answers, or run it with --real");
        }
        if (agent.flow() != null && !scenario.answers().isEmpty()) {
            problems.add(
                    each.place("answers"),
                    "is given, but " + agent.config().name() + " speaks by its flow",
                    "remove it");
        }
        for (int i = 0; i < scenario.outcomes().size(); i++) {
            ActionStandIn standIn = scenario.outcomes().get(i);
            if (actions.definition(standIn.action()).isEmpty()) {
                problems.add(
                        each.place("outcomes[" + i + "].action"),
                        "'" + standIn.action() + "' is no action",
                        Nearest.to(standIn.action(), actions.names())
                                .map(near -> "did you mean " + near + "?")
                                .orElse("name one of " + String.join(", ", actions.names())));
            }
        }
    }

    /** Returns who answers {@code scenario}. */
    Optional<AgentParts> agent(Scenario scenario) {
        return scenario.agent()
                .or(() -> config.agentFor(
                                scenario.to(), "", name -> scenario.headers().get(name))
                        .map(AgentConfig::name))
                .map(parts::get);
    }

    /** Returns the agent of that name, or null. */
    public AgentParts named(String agent) {
        return parts.get(agent);
    }

    ActionRegistry actions() {
        return actions;
    }

    SidetoneConfig config() {
        return config;
    }
}

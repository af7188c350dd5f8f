package io.sidetone.server.agents;

import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.agent.AgentConfig;
import io.sidetone.config.agent.FlowSource;
import io.sidetone.config.engine.EngineConfig;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.core.setting.Altered;
import io.sidetone.server.EngineSetupException;
import io.sidetone.server.ExitCode;
import io.sidetone.server.agents.reload.SharedParts;
import io.sidetone.speech.embedded.EmbeddedEngines;
import io.sidetone.speech.embedded.EmbeddedOptions;
import io.sidetone.speech.embedded.flite.VoiceName;
import io.sidetone.speech.embedded.flow.Flow;
import io.sidetone.speech.embedded.flow.FlowReader;
import io.sidetone.speech.embedded.parts.SpeechSetupException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The embedded engines of this process, and the flow of each agent that has one. An agent without a flow is heard in any words.
 * Nothing is opened when no agent uses them.
 */
final class EmbeddedAgents implements AutoCloseable {
    private final Map<String, Flow> flows;
    private final SharedParts.Use<EmbeddedEngines> engines;

    /** All that these engines depend on. */
    private record Needs(EmbeddedOptions options, Set<Flow> flows) {}

    private EmbeddedAgents(Map<String, Flow> flows, SharedParts.Use<EmbeddedEngines> engines) {
        this.flows = flows;
        this.engines = engines;
    }

    /**
     * Reads the flows and begins to open decoders and voice, where {@code shared} does not have them.
     *
     * @throws EngineSetupException when a library is missing (69) or a flow cannot be used (78)
     */
    static EmbeddedAgents open(SidetoneConfig config, SharedParts shared) throws EngineSetupException {
        List<AgentConfig> users =
                config.agents().stream().filter(a -> usesEmbedded(config, a)).toList();
        if (users.isEmpty()) {
            return new EmbeddedAgents(Map.of(), null);
        }
        VoiceName voice = VoiceName.valueOf(config.embedded().voice().toUpperCase(Locale.ROOT));
        EmbeddedOptions known = Altered.with(
                EmbeddedOptions.DEFAULTS, "decoders", config.embedded().decoders(), "voice", voice);
        List<String> missing = EmbeddedEngines.missing(known);
        if (!missing.isEmpty()) {
            throw new EngineSetupException(ExitCode.UNAVAILABLE, missing);
        }
        List<String> problems = new ArrayList<>();
        Map<String, Flow> byLocation = new HashMap<>();
        Map<String, Flow> flows = new HashMap<>();
        boolean anyWords = false;
        for (AgentConfig agent : users) {
            Flow flow = flow(agent, byLocation, problems);
            if (flow != null) {
                flows.put(agent.name(), flow);
            }
            anyWords |= agent.flow().isEmpty() && isEmbedded(config, agent.recognizers());
        }
        if (problems.isEmpty()) {
            try {
                int dictation = anyWords ? config.embedded().dictationDecoders() : 0;
                EmbeddedOptions options = Altered.with(known, "dictationDecoders", dictation);
                Needs needs = new Needs(options, Set.copyOf(byLocation.values()));
                return new EmbeddedAgents(
                        flows, shared.use(needs, () -> EmbeddedEngines.open(options, byLocation.values())));
            } catch (SpeechSetupException bad) {
                problems.addAll(bad.problems());
            }
        }
        throw new EngineSetupException(ExitCode.CONFIG, problems);
    }

    private static boolean usesEmbedded(SidetoneConfig config, AgentConfig agent) {
        List<String> names = new ArrayList<>(agent.recognizers());
        names.addAll(agent.dialogues());
        names.addAll(agent.synthesizers());
        return isEmbedded(config, names);
    }

    private static boolean isEmbedded(SidetoneConfig config, List<String> names) {
        return names.stream().anyMatch(n -> config.engines().get(n).type() == EngineConfig.Type.EMBEDDED);
    }

    private static Flow flow(AgentConfig agent, Map<String, Flow> byLocation, List<String> problems) {
        if (agent.flow().isEmpty()) {
            return null;
        }
        FlowSource source = agent.flow().get();
        Flow known = byLocation.get(source.resolved());
        if (known != null) {
            return known;
        }
        try (InputStream in = source.open()) {
            Flow flow = FlowReader.read(source.location(), in);
            byLocation.put(source.resolved(), flow);
            return flow;
        } catch (SpeechSetupException bad) {
            problems.addAll(bad.problems());
        } catch (IOException unreadable) {
            problems.add("agents." + agent.name() + ".flow: " + source.location() + " cannot be read ("
                    + unreadable.getMessage() + "); name a file this user may read");
        }
        return null;
    }

    Recognizer recognizer(AgentConfig agent) {
        Flow flow = flows.get(agent.name());
        return flow == null ? engines.part().dictation() : engines.part().recognizer(flow);
    }

    DialogueModel dialogue(AgentConfig agent) {
        return engines.part().dialogue(flows.get(agent.name()), agent.greeting().orElse(""), agent.texts());
    }

    Synthesizer synthesizer() {
        return engines.part().synthesizer();
    }

    @Override
    public void close() {
        if (engines != null) {
            engines.close();
        }
    }
}

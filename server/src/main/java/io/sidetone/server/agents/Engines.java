package io.sidetone.server.agents;

import io.sidetone.audio.wav.Wav;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.agent.AgentConfig;
import io.sidetone.config.engine.EngineConfig;
import io.sidetone.core.call.plan.CallPlan;
import io.sidetone.core.call.plan.EngineSet;
import io.sidetone.core.call.plan.EnginesByRate;
import io.sidetone.core.dialogue.SpokenGuidance;
import io.sidetone.core.playout.HoldMusic;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.vad.UnusableModelException;
import io.sidetone.core.port.vad.VoiceActivityEngine;
import io.sidetone.core.turn.SpeechSource;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.server.EngineSetupException;
import io.sidetone.server.ExitCode;
import io.sidetone.server.agents.handover.AgentChoice;
import io.sidetone.server.agents.handover.HandOvers;
import io.sidetone.server.agents.plugin.PluginUnavailableException;
import io.sidetone.server.agents.reload.SharedParts;
import io.sidetone.server.agents.services.PluginEngines;
import io.sidetone.server.agents.services.ServiceEngines;
import io.sidetone.server.ops.metrics.FailoverMetrics;
import io.sidetone.server.records.store.CallStore;
import io.sidetone.speech.chat.AlternativeQuestions;
import io.sidetone.speech.chat.QuestionModel;
import io.sidetone.speech.net.EngineNet;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The engines of every agent, opened once and shared by all calls. */
final class Engines implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Engines.class);
    private static final int NET_THREADS = 2;

    /** Agents with another voice or language than theirs; each holds connections and prompts of its own. */
    private static final int MAX_SPEAKING = 64;

    private final Map<String, CallPlan> plans = new HashMap<>();
    private final Map<String, QuestionModel> questions = new HashMap<>();
    private final SidetoneConfig config;
    private final SharedParts.Use<VoiceActivityEngine> detector;
    private final PluginEngines plugged;
    private final EngineNet net;
    private final ConfiguredEngines configured;
    private final EnginePipelines pipelines;
    private final CallStore memory;
    private final Map<AgentChoice, CallPlan> speaking = new HashMap<>();
    private final Map<Wav, HoldMusic> music = new IdentityHashMap<>();
    private final HandOvers handOvers = new HandOvers(this::plan, this::speaksEveryLanguage);

    private Engines(
            SidetoneConfig config,
            EmbeddedAgents embedded,
            SharedParts.Use<VoiceActivityEngine> detector,
            PluginEngines plugged,
            ActionInvoker actions,
            EngineNeeds needs) {
        this.config = config;
        this.detector = detector;
        this.plugged = plugged;
        this.net = EngineNet.open(NET_THREADS);
        this.configured = new ConfiguredEngines(
                embedded, plugged, new ServiceEngines(net, needs.meters(), needs.relays()), actions, config.agents());
        this.pipelines = new EnginePipelines(config, configured, net, needs.traces());
        this.memory = needs.memory();
    }

    /** Opens what plugins bring for {@code config}; the server does not begin before it is open. */
    static PluginEngines plugged(SidetoneConfig config, EngineNeeds needs) throws EngineSetupException {
        PluginEngines plugged = new PluginEngines(needs.plugins(), needs.shared());
        try {
            load(plugged, config);
            return plugged;
        } catch (EngineSetupException | RuntimeException impossible) {
            plugged.close();
            throw impossible;
        }
    }

    /**
     * Opens the engines of every agent of {@code config}; those that are slow to open go on in the background.
     *
     * @param plugged what {@link #plugged} opened; closed with the engines, also when they cannot be opened
     */
    static Engines open(SidetoneConfig config, ActionInvoker actions, PluginEngines plugged, EngineNeeds needs)
            throws EngineSetupException {
        Deque<AutoCloseable> opened = new ArrayDeque<>();
        opened.push(plugged);
        try {
            EmbeddedAgents embedded = EmbeddedAgents.open(config, needs.shared());
            opened.push(embedded);
            SharedParts.Use<VoiceActivityEngine> detector = detector(config, needs);
            opened.push(detector);
            Engines engines = new Engines(config, embedded, detector, plugged, actions, needs);
            opened.push(engines);
            for (AgentConfig agent : config.agents()) {
                engines.plans.put(agent.name(), engines.plan(agent, engines.pipelines));
                engines.asked(agent).ifPresent(model -> engines.questions.put(agent.name(), model));
            }
            config.agents().forEach(engines.handOvers::open);
            return engines;
        } catch (IllegalArgumentException impossible) {
            close(opened);
            throw new EngineSetupException(ExitCode.CONFIG, List.of(String.valueOf(impossible.getMessage())));
        } catch (EngineSetupException | RuntimeException | LinkageError impossible) {
            close(opened);
            throw impossible;
        }
    }

    /** Closes what was opened, the last first; each part may be closed more than once. */
    private static void close(Deque<AutoCloseable> opened) {
        for (AutoCloseable part : opened) {
            try {
                part.close();
            } catch (Exception fault) {
                LOG.warn("What was opened before did not close: {}", fault.toString());
            }
        }
    }

    private CallPlan plan(AgentConfig agent, EnginePipelines from) {
        EnginesByRate engines = from.of(agent);
        return new CallPlan(
                agent.name(),
                engines,
                detector.part(),
                configured.allowed(agent),
                policy(agent, agent.policy(), engines.narrow().recognizer()),
                config.limits().alerts(),
                ms(agent.answerAfter()),
                introduction(agent, memory),
                callId -> {},
                rateHz -> handOvers.of(agent.name(), rateHz),
                music(agent));
    }

    /** Agents of one recording share its loops. */
    private IntFunction<List<PcmChunk>> music(AgentConfig agent) {
        return agent.hold()
                .music()
                .or(config.limits()::holdMusic)
                .map(recording -> music.computeIfAbsent(recording, HoldMusic::new))
                .<IntFunction<List<PcmChunk>>>map(loops -> loops::at)
                .orElse(rateHz -> List.of());
    }

    private static SharedParts.Use<VoiceActivityEngine> detector(SidetoneConfig config, EngineNeeds needs)
            throws EngineSetupException {
        try {
            return needs.shared()
                    .<VoiceActivityEngine, PluginUnavailableException, UnusableModelException>use(
                            config.silero(), () -> needs.plugins().detector(config.silero()));
        } catch (UnusableModelException e) {
            throw new EngineSetupException(ExitCode.CONFIG, List.of(e.getMessage()));
        } catch (PluginUnavailableException e) {
            throw new EngineSetupException(ExitCode.UNAVAILABLE, e.problems());
        }
    }

    private static void load(PluginEngines plugged, SidetoneConfig config) throws EngineSetupException {
        try {
            for (PluginEngines.Use use : PluginEngines.used(config)) {
                plugged.open(use);
            }
        } catch (UnusableModelException | IllegalArgumentException e) {
            throw new EngineSetupException(ExitCode.CONFIG, List.of(e.getMessage()));
        } catch (PluginUnavailableException e) {
            throw new EngineSetupException(ExitCode.UNAVAILABLE, e.problems());
        }
    }

    /** An agent says that it records, and introduces itself to those it never spoke to (VIP-04). */
    private static UnaryOperator<String> introduction(AgentConfig agent, CallStore memory) {
        String sentence = agent.introduction().orElse("");
        String consent = agent.recording().consent().orElse("");
        String both = consent.isEmpty() || sentence.isEmpty() ? consent + sentence : consent + " " + sentence;
        return caller -> !sentence.isEmpty() && memory.firstVisit(agent.name(), caller) ? both : consent;
    }

    /** A realtime model that hears turns itself is listened to first (ITE-REQ-002); the detector on the lane is the fallback. */
    private TurnPolicy policy(AgentConfig agent, String name, Recognizer recognizer) {
        TurnPolicy policy =
                config.policy(name).withPhrases(agent.phrases()).withGuidance(SpokenGuidance.of(agent.sentences()));
        return pipelines.realtime(agent)
                        && recognizer.capabilities().givesEvidence()
                        && policy.vad() == SpeechSource.ENERGY
                ? policy.withVad(SpeechSource.RECOGNIZER)
                : policy;
    }

    private static int ms(Duration duration) {
        return (int) duration.toMillis();
    }

    /** Shows what is done about engines that fail or are slow, in place of what other engines showed. */
    void bind(FailoverMetrics metrics) {
        pipelines.bind(metrics);
    }

    /** The models that chat write down what calls of {@code agent} were about, where that is wanted: the next when one fails. */
    private Optional<QuestionModel> asked(AgentConfig agent) {
        List<QuestionModel> models = agent.dialogues().stream()
                .filter(name -> agent.afterCall().on())
                .map(config.engines()::get)
                .filter(engine -> engine.type().chat())
                .map(engine -> (QuestionModel) configured.dialogue(engine, agent))
                .toList();
        return models.isEmpty() ? Optional.empty() : Optional.of(new AlternativeQuestions(models));
    }

    /** Returns the model that can be asked about calls of the agent called {@code name}, or null. */
    QuestionModel questions(String name) {
        return questions.get(name);
    }

    /** Returns the plan of the agent called {@code name}, or null. */
    CallPlan plan(String name) {
        return plans.get(name);
    }

    /**
     * Returns the plan of an agent as {@code wish} wants it, or null where there is no such agent. Engines with another voice or
     * language are opened once and kept. May take a while.
     *
     * @throws IllegalArgumentException when the wish cannot be fulfilled; says why
     */
    CallPlan plan(AgentChoice wish) {
        CallPlan plan = wish.speaksAsEver() || !plans.containsKey(wish.agent()) ? plan(wish.agent()) : speaking(wish);
        if (plan == null || wish.policy().isEmpty()) {
            return plan;
        }
        return plan.withPolicy(policy(
                config.agent(wish.agent()).orElseThrow(),
                wish.policy(),
                plan.engines().narrow().recognizer()));
    }

    /** Text has every language: an agent that speaks text needs no other session for another one. */
    private boolean speaksEveryLanguage(String agent) {
        return config.agent(agent).orElseThrow().dialogues().stream()
                .allMatch(name -> config.engines().get(name).type() == EngineConfig.Type.RELAY);
    }

    private CallPlan speaking(AgentChoice wish) {
        synchronized (speaking) {
            AgentChoice key = wish.withoutPolicy();
            CallPlan plan = speaking.get(key);
            if (plan == null) {
                if (speaking.size() >= MAX_SPEAKING) {
                    throw new IllegalArgumentException("more than " + MAX_SPEAKING
                            + " different voices and languages were asked for; declare agents for them");
                }
                plan = plan(
                        config.agent(wish.agent()).orElseThrow(), pipelines.speaking(wish.voice(), wish.language()));
                speaking.put(key, plan);
            }
            return plan;
        }
    }

    /** Why new calls cannot be served, in words; empty when they can. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        for (CallPlan plan : plans.values()) {
            EngineSet engines = plan.engines().narrow();
            problem(problems, plan, "recognizer", engines.recognizer()::health);
            problem(problems, plan, "dialogue", engines.dialogue()::health);
            problem(problems, plan, "synthesizer", engines.synthesizer()::health);
        }
        problems.addAll(plugged.problems());
        EngineHealth hearing = detector.part().health();
        if (!hearing.up()) {
            problems.add("vad: " + hearing.detail());
        }
        return problems;
    }

    private static void problem(List<String> problems, CallPlan plan, String what, Supplier<EngineHealth> asked) {
        EngineHealth health = PluginEngines.health(asked);
        if (!health.up()) {
            problems.add("agent " + plan.agent() + ": " + what + ": " + health.detail());
        }
    }

    @Override
    public void close() {
        detector.close();
        configured.close();
        net.close();
    }
}

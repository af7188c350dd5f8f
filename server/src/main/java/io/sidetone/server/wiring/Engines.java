package io.sidetone.server.wiring;

import io.sidetone.audio.SampleRate;
import io.sidetone.config.AgentConfig;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.engine.EngineConfig;
import io.sidetone.core.dialogue.SpokenGuidance;
import io.sidetone.core.mock.MockDialogue;
import io.sidetone.core.mock.MockRecognizer;
import io.sidetone.core.mock.MockSynthesizer;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.EngineKind;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.core.port.vad.UnusableModelException;
import io.sidetone.core.port.vad.VoiceActivityEngine;
import io.sidetone.core.turn.SpeechSource;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.server.actions.AllowedActions;
import io.sidetone.server.command.ExitCode;
import io.sidetone.server.metrics.FailoverMetrics;
import io.sidetone.server.plugin.PluginUnavailableException;
import io.sidetone.server.reload.SharedParts;
import io.sidetone.server.services.PluginEngines;
import io.sidetone.server.services.ServiceEngines;
import io.sidetone.server.store.CallStore;
import io.sidetone.server.traces.Traces;
import io.sidetone.speech.failover.Candidate;
import io.sidetone.speech.failover.Circuit;
import io.sidetone.speech.failover.FailoverCounters;
import io.sidetone.speech.failover.FailoverDialogue;
import io.sidetone.speech.failover.FailoverRecognizer;
import io.sidetone.speech.failover.FailoverSynthesizer;
import io.sidetone.speech.filler.FillerDialogue;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.prompt.CachedSynthesizer;
import io.sidetone.speech.prompt.PromptCache;
import io.sidetone.speech.prompt.PromptVoice;
import io.sidetone.speech.rate.RateDialogue;
import io.sidetone.speech.rate.RateRecognizer;
import io.sidetone.speech.rate.RateSynthesizer;
import io.sidetone.speech.realtime.RealtimeModel;
import io.sidetone.speech.watch.EngineListeners;
import io.sidetone.speech.watch.InstrumentedDialogue;
import io.sidetone.speech.watch.InstrumentedRecognizer;
import io.sidetone.speech.watch.InstrumentedSynthesizer;
import io.sidetone.speech.watch.MeterListener;
import io.sidetone.speech.watch.OpeningListener;
import io.sidetone.transport.trunk.CallPlan;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The engines of every agent, opened once and shared by all calls. */
final class Engines implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Engines.class);
    private static final long MOCK_SEED = 1;
    private static final int NET_THREADS = 2;

    private final Map<String, CallPlan> plans = new HashMap<>();
    private final SidetoneConfig config;
    private final EmbeddedAgents embedded;
    private final SharedParts.Use<VoiceActivityEngine> detector;
    private final Optional<Traces> traces;
    private final Map<EngineUse, Circuit> circuits = new ConcurrentHashMap<>();
    private final Map<EngineKind, FailoverCounters> handOvers = new ConcurrentHashMap<>();
    private final Map<String, List<CachedSynthesizer>> voices = new ConcurrentHashMap<>();
    private final Map<String, List<FillerDialogue>> fillers = new ConcurrentHashMap<>();
    private final LongSupplier clock = System::nanoTime;
    private final ActionInvoker actions;
    private final PromptCache prompts = new PromptCache(PromptCache.MAX_BYTES);
    private final EngineNet net;
    private final ServiceEngines services;
    private final PluginEngines plugged;
    private final MockRecognizer mockRecognizer = new MockRecognizer();
    private final MockSynthesizer mockSynthesizer = new MockSynthesizer(MOCK_SEED);
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "mock-timer");
        thread.setDaemon(true);
        return thread;
    });

    /** One engine in one role. */
    private record EngineUse(String engine, EngineKind role) {
        String roleName() {
            return role.name().toLowerCase(Locale.ROOT);
        }
    }

    private Engines(
            SidetoneConfig config,
            EmbeddedAgents embedded,
            SharedParts.Use<VoiceActivityEngine> detector,
            PluginEngines plugged,
            ActionInvoker actions,
            EngineNeeds needs) {
        this.config = config;
        this.traces = needs.traces();
        this.actions = actions;
        this.detector = detector;
        this.embedded = embedded;
        this.plugged = plugged;
        this.net = EngineNet.open(NET_THREADS);
        this.services = new ServiceEngines(net, needs.meters());
    }

    /** Opens the engines of every agent of {@code config}; those that are slow to open go on in the background. */
    static Engines open(SidetoneConfig config, ActionInvoker actions, EngineNeeds needs) throws EngineSetupException {
        Deque<AutoCloseable> opened = new ArrayDeque<>();
        try {
            EmbeddedAgents embedded = EmbeddedAgents.open(config, needs.shared());
            opened.push(embedded);
            SharedParts.Use<VoiceActivityEngine> detector = detector(config, needs);
            opened.push(detector);
            PluginEngines plugged = new PluginEngines(needs.plugins(), needs.meters(), needs.shared());
            opened.push(plugged);
            load(plugged, config);
            Engines engines = new Engines(config, embedded, detector, plugged, actions, needs);
            opened.push(engines);
            for (AgentConfig agent : config.agents()) {
                engines.plans.put(agent.name(), engines.plan(agent, needs.memory()));
            }
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

    private CallPlan plan(AgentConfig agent, CallStore memory) {
        Recognizer recognizer = recognizer(agent);
        return new CallPlan(
                agent.name(),
                recognizer,
                dialogue(agent),
                synthesizer(agent),
                detector.part(),
                allowed(agent),
                policy(agent, recognizer)
                        .withPhrases(agent.phrases())
                        .withGuidance(SpokenGuidance.of(agent.sentences())),
                config.limits().alerts(),
                ms(agent.answerAfter()),
                introduction(agent, memory),
                callId -> {});
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

    /** Loads the models that plugins run; the server does not begin before they are there. */
    private static void load(PluginEngines plugged, SidetoneConfig config) throws EngineSetupException {
        try {
            for (EngineConfig engine : PluginEngines.used(config)) {
                plugged.open(engine);
            }
        } catch (UnusableModelException | IllegalArgumentException e) {
            throw new EngineSetupException(ExitCode.CONFIG, List.of(e.getMessage()));
        } catch (PluginUnavailableException e) {
            throw new EngineSetupException(ExitCode.UNAVAILABLE, e.problems());
        }
    }

    /** An agent introduces itself to those it never spoke to (VIP-04). */
    private static UnaryOperator<String> introduction(AgentConfig agent, CallStore memory) {
        String sentence = agent.introduction().orElse("");
        return caller -> !sentence.isEmpty() && memory.firstVisit(agent.name(), caller) ? sentence : "";
    }

    private Recognizer recognizer(AgentConfig agent) {
        Recognizer narrow = recognizer(agent, SampleRate.NARROWBAND_HZ);
        return ofCallsRate(agent.recognizers())
                ? new RateRecognizer(narrow, () -> recognizer(agent, SampleRate.WIDEBAND_HZ))
                : narrow;
    }

    private DialogueModel dialogue(AgentConfig agent) {
        DialogueModel narrow = dialogue(agent, SampleRate.NARROWBAND_HZ);
        return realtime(agent) && ofCallsRate(agent.dialogues())
                ? new RateDialogue(narrow, () -> dialogue(agent, SampleRate.WIDEBAND_HZ))
                : narrow;
    }

    private Synthesizer synthesizer(AgentConfig agent) {
        Synthesizer narrow = synthesizer(agent, SampleRate.NARROWBAND_HZ);
        return ofCallsRate(agent.synthesizers())
                ? new RateSynthesizer(narrow, () -> synthesizer(agent, SampleRate.WIDEBAND_HZ))
                : narrow;
    }

    private boolean ofCallsRate(List<String> names) {
        return names.stream()
                .anyMatch(name -> config.engines().get(name).service().rateOfCall());
    }

    private RealtimeModel realtimeModel(AgentConfig agent, int rateHz) {
        return services.realtime(first(agent).forCallsAt(rateHz), agent, allowed(agent));
    }

    private Recognizer recognizer(AgentConfig agent, int rateHz) {
        if (realtime(agent)) {
            return watched(first(agent), realtimeModel(agent, rateHz).recognizer());
        }
        List<Candidate<Recognizer>> alternatives = alternatives(
                agent.recognizers(),
                rateHz,
                EngineKind.RECOGNIZER,
                engine -> watched(
                        engine,
                        switch (engine.type()) {
                            case EMBEDDED -> embedded.recognizer(agent);
                            case MOCK -> mockRecognizer;
                            case VOSK -> plugged.recognizer(engine);
                            default -> services.recognizer(engine);
                        }));
        return alone(agent.recognizers())
                ? alternatives.get(0).engine()
                : new FailoverRecognizer(
                        alternatives,
                        net::next,
                        ms(config.failover().finalTranscript()),
                        handOvers(EngineKind.RECOGNIZER));
    }

    private DialogueModel dialogue(AgentConfig agent, int rateHz) {
        DialogueModel model = realtime(agent)
                ? watched(first(agent), realtimeModel(agent, rateHz).dialogue())
                : cascaded(agent);
        AgentConfig.Filler filler = agent.filler();
        if (filler.text().isBlank()) {
            return model;
        }
        FillerDialogue patient = new FillerDialogue(model, filler.text(), ms(filler.after()), net::next);
        fillers.computeIfAbsent(agent.name(), name -> new CopyOnWriteArrayList<>())
                .add(patient);
        return patient;
    }

    private DialogueModel cascaded(AgentConfig agent) {
        List<Candidate<DialogueModel>> alternatives = alternatives(
                agent.dialogues(),
                SampleRate.NARROWBAND_HZ,
                EngineKind.DIALOGUE,
                engine -> watched(
                        engine,
                        switch (engine.type()) {
                            case EMBEDDED -> embedded.dialogue(agent);
                            case MOCK -> new MockDialogue(engine.mock(), timer);
                            default -> services.dialogue(engine, agent, allowed(agent));
                        }));
        return alone(agent.dialogues())
                ? alternatives.get(0).engine()
                : new FailoverDialogue(
                        alternatives, net::next, ms(config.failover().firstText()), handOvers(EngineKind.DIALOGUE));
    }

    private Synthesizer synthesizer(AgentConfig agent, int rateHz) {
        if (realtime(agent)) {
            return traced(
                    first(agent),
                    watched(first(agent), realtimeModel(agent, rateHz).synthesizer()));
        }
        List<Candidate<Synthesizer>> alternatives =
                alternatives(agent.synthesizers(), rateHz, EngineKind.SYNTHESIZER, engine -> switch (engine.type()) {
                    case EMBEDDED -> traced(engine, watched(engine, embedded.synthesizer()));
                    case MOCK -> traced(engine, watched(engine, mockSynthesizer));
                    default -> traced(engine, prompted(engine, agent));
                });
        return alone(agent.synthesizers())
                ? alternatives.get(0).engine()
                : new FailoverSynthesizer(
                        alternatives, net::next, ms(config.failover().firstAudio()), handOvers(EngineKind.SYNTHESIZER));
    }

    /** A voice that is a service keeps what it says often, and what must be said when it cannot be reached. */
    private Synthesizer prompted(EngineConfig engine, AgentConfig agent) {
        CachedSynthesizer voice = new CachedSynthesizer(
                watched(engine, services.synthesizer(engine)),
                new PromptVoice(
                        engine.name(),
                        engine.service().voice(),
                        engine.service().language(),
                        engine.service().sampleRateHz()),
                prompts,
                net::next,
                clock);
        voices.computeIfAbsent(engine.name(), name -> new CopyOnWriteArrayList<>())
                .add(voice);
        // The greeting first: it is what the next call needs.
        List<String> sentences = new ArrayList<>(agent.greeting().stream().toList());
        sentences.addAll(SpokenGuidance.of(agent.sentences()).sentences());
        if (!agent.filler().text().isBlank()) {
            sentences.add(agent.filler().text());
        }
        voice.prepare(sentences);
        return voice;
    }

    /** A realtime model that hears turns itself is listened to first (ITE-REQ-002); the detector on the lane stands in. */
    private TurnPolicy policy(AgentConfig agent, Recognizer recognizer) {
        TurnPolicy policy = config.policy(agent.policy());
        return realtime(agent) && recognizer.givesEvidence() && policy.vad() == SpeechSource.ENERGY
                ? policy.withVad(SpeechSource.RECOGNIZER)
                : policy;
    }

    private static int ms(Duration duration) {
        return (int) duration.toMillis();
    }

    private EngineConfig first(AgentConfig agent) {
        return config.engines().get(agent.dialogues().get(0));
    }

    private boolean realtime(AgentConfig agent) {
        return first(agent).type().realtime();
    }

    private ActionInvoker allowed(AgentConfig agent) {
        return AllowedActions.of(agent.actions(), agent.transferTo(), actions);
    }

    private Recognizer watched(EngineConfig engine, Recognizer made) {
        Recognizer counted = new InstrumentedRecognizer(made, counting(engine, EngineKind.RECOGNIZER), clock);
        return traces.<Recognizer>map(open ->
                        new InstrumentedRecognizer(counted, open.watching(engine.name(), EngineKind.RECOGNIZER), clock))
                .orElse(counted);
    }

    private DialogueModel watched(EngineConfig engine, DialogueModel made) {
        DialogueModel counted = new InstrumentedDialogue(made, counting(engine, EngineKind.DIALOGUE), clock);
        return traces.<DialogueModel>map(open ->
                        new InstrumentedDialogue(counted, open.watching(engine.name(), EngineKind.DIALOGUE), clock))
                .orElse(counted);
    }

    private Synthesizer watched(EngineConfig engine, Synthesizer made) {
        return new InstrumentedSynthesizer(made, counting(engine, EngineKind.SYNTHESIZER), clock);
    }

    /** Of a voice that keeps what it says, what it says from there is traced, too. */
    private Synthesizer traced(EngineConfig engine, Synthesizer made) {
        return traces.<Synthesizer>map(open ->
                        new InstrumentedSynthesizer(made, open.watching(engine.name(), EngineKind.SYNTHESIZER), clock))
                .orElse(made);
    }

    /** Services and plugins count what they do themselves, but not that they cannot be reached. */
    private EngineListeners counting(EngineConfig engine, EngineKind role) {
        boolean plugin = engine.type().plugin();
        EngineMeter meter = plugin ? plugged.meter(engine) : services.meter(engine, role);
        return plugin || engine.type().service()
                ? call -> new OpeningListener(meter.forCall(call))
                : call -> new MeterListener(meter.forCall(call));
    }

    private FailoverCounters handOvers(EngineKind role) {
        return handOvers.computeIfAbsent(role, kind -> new FailoverCounters());
    }

    /** Shows what is done about engines that fail or are slow, in place of what other engines showed. */
    void bind(FailoverMetrics metrics) {
        metrics.clear();
        circuits.forEach((use, circuit) -> metrics.circuit(use.engine(), use.roleName(), circuit));
        handOvers.forEach((role, ways) -> metrics.handOvers(role.name().toLowerCase(Locale.ROOT), ways));
        voices.forEach(metrics::prompts);
        fillers.forEach(metrics::fillers);
    }

    /** Whether an engine needs nobody that watches over it: it is of this process. */
    private boolean alone(List<String> names) {
        EngineConfig first = config.engines().get(names.get(0));
        return names.size() == 1 && !first.type().service();
    }

    private <E> List<Candidate<E>> alternatives(
            List<String> names, int rateHz, EngineKind role, Function<EngineConfig, E> open) {
        return names.stream()
                .map(name -> new Candidate<>(
                        name,
                        open.apply(config.engines().get(name).forCallsAt(rateHz)),
                        circuits.computeIfAbsent(new EngineUse(name, role), key -> new Circuit(clock))))
                .toList();
    }

    /** Returns the plan of the agent called {@code name}. */
    CallPlan plan(String name) {
        return plans.get(name);
    }

    /** Why new calls cannot be served, in words; empty when they can. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        for (CallPlan plan : plans.values()) {
            problem(problems, plan, "recognizer", plan.recognizer().health());
            problem(problems, plan, "dialogue", plan.dialogue().health());
            problem(problems, plan, "synthesizer", plan.synthesizer().health());
        }
        EngineHealth hearing = detector.part().health();
        if (!hearing.up()) {
            problems.add("vad: " + hearing.detail());
        }
        return problems;
    }

    private static void problem(List<String> problems, CallPlan plan, String what, EngineHealth health) {
        if (!health.up()) {
            problems.add("agent " + plan.agent() + ": " + what + ": " + health.detail());
        }
    }

    @Override
    public void close() {
        detector.close();
        embedded.close();
        plugged.close();
        net.close();
        timer.shutdownNow();
    }
}

package io.sidetone.server.agents;

import io.sidetone.audio.SampleRate;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.agent.AgentConfig;
import io.sidetone.config.engine.EngineConfig;
import io.sidetone.core.call.plan.EngineSet;
import io.sidetone.core.call.plan.EnginesByRate;
import io.sidetone.core.dialogue.SpokenGuidance;
import io.sidetone.core.facts.CallTemplate;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.EngineKind;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.server.ops.metrics.FailoverMetrics;
import io.sidetone.server.ops.traces.Traces;
import io.sidetone.speech.failover.Candidate;
import io.sidetone.speech.failover.Circuit;
import io.sidetone.speech.failover.Failover;
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
import io.sidetone.speech.watch.EngineListeners;
import io.sidetone.speech.watch.InstrumentedDialogue;
import io.sidetone.speech.watch.InstrumentedRecognizer;
import io.sidetone.speech.watch.InstrumentedSynthesizer;
import io.sidetone.speech.watch.MeterListener;
import io.sidetone.speech.watch.OpeningListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/**
 * Pipelines between the engines of an agent and the lane: one {@link Pipeline} for each kind of engine, declared in the
 * constructor. The journal comes after it, on the lane: it records what the call asks and hears.
 */
final class EnginePipelines {
    private final SidetoneConfig config;
    private final ConfiguredEngines engines;
    private final EngineNet net;
    private final Optional<Traces> traces;
    private final UnaryOperator<EngineConfig> spoken;
    private final LongSupplier clock = System::nanoTime;
    private final PromptCache prompts;
    private final Map<EngineUse, Circuit> circuits = new ConcurrentHashMap<>();
    private final Map<EngineKind, FailoverCounters> failovers = new ConcurrentHashMap<>();
    private final Map<String, List<CachedSynthesizer>> voices = new ConcurrentHashMap<>();
    private final Map<String, List<FillerDialogue>> fillers = new ConcurrentHashMap<>();

    private final Pipeline<Recognizer> recognizers;
    private final Pipeline<DialogueModel> dialogues;
    private final Pipeline<Synthesizer> synthesizers;

    /** One engine in one role. */
    private record EngineUse(String engine, EngineKind role) {
        String roleName() {
            return role.name().toLowerCase(Locale.ROOT);
        }
    }

    /** A stage of one engine: takes what has been made of it so far, returns what stands before that. */
    @FunctionalInterface
    private interface Stage<E> {
        E before(E made, EngineConfig engine, AgentConfig agent);
    }

    /** Notifies listeners of what an engine is asked and answers. */
    @FunctionalInterface
    private interface Tap<E> {
        E before(E made, List<EngineListeners> listeners, LongSupplier nanoClock);
    }

    /**
     * Assembly of the engines of one kind, from the engine to the lane.
     *
     * @param role kind of engine
     * @param names what an agent names, the preferred one first
     * @param engine creates or finds an engine
     * @param each stages before each engine, the first next to it
     * @param failover makes the engines of an agent one
     * @param limit how long an engine may take before the next is asked
     * @param all stages before that, the first next to it
     */
    private record Pipeline<E>(
            EngineKind role,
            Function<AgentConfig, List<String>> names,
            BiFunction<EngineConfig, AgentConfig, E> engine,
            List<Stage<E>> each,
            Function<Failover<E>, E> failover,
            Duration limit,
            List<BiFunction<E, AgentConfig, E>> all) {
        E one(EngineConfig config, AgentConfig agent) {
            E made = engine.apply(config, agent);
            for (Stage<E> stage : each) {
                made = stage.before(made, config, agent);
            }
            return made;
        }
    }

    /** Creates the pipelines of the agents of {@code config}; timers and prompts run on the loops of {@code net}. */
    EnginePipelines(SidetoneConfig config, ConfiguredEngines engines, EngineNet net, Optional<Traces> traces) {
        this(config, engines, net, traces, UnaryOperator.identity(), new PromptCache(PromptCache.MAX_BYTES));
    }

    /** Returns pipelines of engines with another voice and language, each where it is not empty. */
    EnginePipelines speaking(String voice, String language) {
        return new EnginePipelines(config, engines, net, traces, engine -> engine.speaking(voice, language), prompts);
    }

    private EnginePipelines(
            SidetoneConfig config,
            ConfiguredEngines engines,
            EngineNet net,
            Optional<Traces> traces,
            UnaryOperator<EngineConfig> spoken,
            PromptCache prompts) {
        this.spoken = spoken;
        this.prompts = prompts;
        this.config = config;
        this.engines = engines;
        this.net = net;
        this.traces = traces;
        this.recognizers = new Pipeline<>(
                EngineKind.RECOGNIZER,
                AgentConfig::recognizers,
                engines::recognizer,
                List.of(tap(InstrumentedRecognizer::new, EngineKind.RECOGNIZER, List.of(this::meter, this::traces))),
                FailoverRecognizer::new,
                config.failover().finalTranscript(),
                List.of());
        this.dialogues = new Pipeline<>(
                EngineKind.DIALOGUE,
                AgentConfig::dialogues,
                engines::dialogue,
                List.of(tap(InstrumentedDialogue::new, EngineKind.DIALOGUE, List.of(this::meter, this::traces))),
                FailoverDialogue::new,
                config.failover().firstText(),
                List.of(this::filler));
        // The meter counts what the service is asked; traces also show what the prompt cache says in its place.
        this.synthesizers = new Pipeline<>(
                EngineKind.SYNTHESIZER,
                AgentConfig::synthesizers,
                engines::synthesizer,
                List.of(
                        tap(InstrumentedSynthesizer::new, EngineKind.SYNTHESIZER, List.of(this::meter)),
                        this::prompts,
                        tap(InstrumentedSynthesizer::new, EngineKind.SYNTHESIZER, List.of(this::traces))),
                FailoverSynthesizer::new,
                config.failover().firstAudio(),
                List.of());
    }

    /** Only engines that exchange audio at the rate of the call are opened a second time for wide-band calls. */
    EnginesByRate of(AgentConfig agent) {
        int wideHz = SampleRate.WIDEBAND_HZ;
        EngineSet narrow = new EngineSet(
                made(recognizers, agent, SampleRate.NARROWBAND_HZ),
                made(dialogues, agent, SampleRate.NARROWBAND_HZ),
                made(synthesizers, agent, SampleRate.NARROWBAND_HZ));
        return new EnginesByRate(
                narrow,
                () -> new EngineSet(
                        ofCallsRate(agent.recognizers()) ? made(recognizers, agent, wideHz) : narrow.recognizer(),
                        realtime(agent) && ofCallsRate(agent.dialogues())
                                ? made(dialogues, agent, wideHz)
                                : narrow.dialogue(),
                        ofCallsRate(agent.synthesizers()) ? made(synthesizers, agent, wideHz) : narrow.synthesizer()));
    }

    private boolean ofCallsRate(List<String> names) {
        return names.stream().anyMatch(name -> engine(name).ofCallsRate());
    }

    private <E> E made(Pipeline<E> pipeline, AgentConfig agent, int rateHz) {
        E made = together(pipeline, agent, rateHz);
        for (BiFunction<E, AgentConfig, E> stage : pipeline.all()) {
            made = stage.apply(made, agent);
        }
        return made;
    }

    /** The engines of {@code agent} as one. A realtime model is all three engines, and no other takes over from it. */
    private <E> E together(Pipeline<E> pipeline, AgentConfig agent, int rateHz) {
        if (realtime(agent)) {
            return pipeline.one(first(agent).forCallsAt(rateHz), agent);
        }
        List<String> names = pipeline.names().apply(agent);
        List<Candidate<E>> candidates = names.stream()
                .map(name -> new Candidate<>(
                        name,
                        pipeline.one(engine(name).forCallsAt(rateHz), agent),
                        circuits.computeIfAbsent(new EngineUse(name, pipeline.role()), key -> new Circuit(clock))))
                .toList();
        return alone(names)
                ? candidates.get(0).engine()
                : pipeline.failover()
                        .apply(new Failover<>(
                                candidates,
                                net::next,
                                ms(pipeline.limit()),
                                failovers.computeIfAbsent(pipeline.role(), kind -> new FailoverCounters())));
    }

    /** Returns whether an engine needs neither one that takes over from it nor a watch on its answers. */
    private boolean alone(List<String> names) {
        EngineConfig first = engine(names.get(0));
        return names.size() == 1 && !first.type().service() && first.type() != EngineConfig.Type.PLUGIN;
    }

    private EngineConfig first(AgentConfig agent) {
        return engine(agent.dialogues().get(0));
    }

    private EngineConfig engine(String name) {
        return spoken.apply(config.engines().get(name));
    }

    /** Returns whether {@code agent} has a realtime model, which hears, answers and speaks. */
    boolean realtime(AgentConfig agent) {
        return first(agent).type().realtime();
    }

    // ---- the stages -------------------------------------------------------------------------------------------------

    private <E> Stage<E> tap(
            Tap<E> tap, EngineKind role, List<BiFunction<EngineConfig, EngineKind, EngineListeners>> listeners) {
        return (made, engine, agent) -> tap.before(
                made, listeners.stream().map(each -> each.apply(engine, role)).toList(), clock);
    }

    /** Services count what they do themselves, but not that they cannot be reached. */
    private EngineListeners meter(EngineConfig engine, EngineKind role) {
        EngineMeter meter = engines.meter(engine, role);
        return engine.type().service()
                ? call -> new OpeningListener(meter.forCall(call))
                : call -> new MeterListener(meter.forCall(call));
    }

    private EngineListeners traces(EngineConfig engine, EngineKind role) {
        return traces.map(open -> open.watching(engine.name(), role)).orElse(call -> null);
    }

    /** A voice that is a service keeps what it says often, and what must be said when it cannot be reached. */
    private Synthesizer prompts(Synthesizer made, EngineConfig engine, AgentConfig agent) {
        if (!engine.type().service() || engine.type().realtime()) {
            return made;
        }
        CachedSynthesizer voice = new CachedSynthesizer(
                made,
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
        List<String> sentences = new ArrayList<>(
                agent.greeting().flatMap(greeting -> CallTemplate.of(greeting).always()).stream()
                        .toList());
        sentences.addAll(SpokenGuidance.of(agent.sentences()).sentences());
        if (!agent.filler().isBlank()) {
            sentences.add(agent.filler());
        }
        voice.prepare(sentences);
        return voice;
    }

    private DialogueModel filler(DialogueModel made, AgentConfig agent) {
        if (agent.filler().isBlank()) {
            return made;
        }
        FillerDialogue filled = new FillerDialogue(made, agent.filler(), ms(agent.fillerAfter()), net::next);
        fillers.computeIfAbsent(agent.name(), name -> new CopyOnWriteArrayList<>())
                .add(filled);
        return filled;
    }

    private static int ms(Duration duration) {
        return (int) duration.toMillis();
    }

    /** Shows what is done about engines that fail or are slow, in place of what other engines showed. */
    void bind(FailoverMetrics metrics) {
        metrics.clear();
        circuits.forEach((use, circuit) -> metrics.circuit(use.engine(), use.roleName(), circuit));
        failovers.forEach((role, ways) -> metrics.handOvers(role.name().toLowerCase(Locale.ROOT), ways));
        voices.forEach(metrics::prompts);
        fillers.forEach(metrics::fillers);
    }
}

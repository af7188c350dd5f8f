package io.sidetone.server.services;

import io.sidetone.config.agent.AgentConfig;
import io.sidetone.config.engine.EngineConfig;
import io.sidetone.config.engine.ServiceConfig;
import io.sidetone.config.value.Secret;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.EngineKind;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.speech.chat.QuestionModel;
import io.sidetone.speech.deepgram.FluxRecognizer;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.Deadlines;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.probe.Probe;
import io.sidetone.speech.realtime.RealtimeMeters;
import io.sidetone.speech.realtime.RealtimeModel;
import io.sidetone.speech.relay.RelayCalls;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** Creates the engines that are services, one for each use. Each pair of name and role has one meter. Thread-safe. */
public final class ServiceEngines {
    private final EngineNet net;
    private final LongSupplier clock = System::nanoTime;
    private final EngineMeters meters;
    private final RelayCalls relays;
    private final Map<String, Probe> probes = new LinkedHashMap<>();
    private final Map<String, RealtimeModel> realtime = new LinkedHashMap<>();
    private final Map<String, FluxRecognizer.ForcedEnds> forcedEnds = new LinkedHashMap<>();

    /** Creates the factory; engines connect through {@code net}. */
    public ServiceEngines(EngineNet net) {
        this(net, new EngineMeters(), new RelayCalls());
    }

    /**
     * The same.
     *
     * @param meters count what the engines do
     * @param relays observes calls for agents that speak text
     */
    public ServiceEngines(EngineNet net, EngineMeters meters, RelayCalls relays) {
        this.net = net;
        this.meters = meters;
        this.relays = relays;
    }

    /**
     * Returns the recognizer that {@code engine} describes.
     *
     * @throws IllegalArgumentException for a setting that the engine does not support; the message names it
     */
    public synchronized Recognizer recognizer(EngineConfig engine) {
        FluxRecognizer.ForcedEnds known =
                forcedEnds.computeIfAbsent(engine.name(), name -> new FluxRecognizer.ForcedEnds());
        Recognizers made = new Recognizers(net, clock, meter(engine, EngineKind.RECOGNIZER), known);
        return tried(engine, EngineKind.RECOGNIZER, made.of(engine));
    }

    /** Returns the model that {@code engine} describes, with the settings of {@code agent}. */
    public synchronized DialogueModel dialogue(EngineConfig engine, AgentConfig agent, ActionInvoker actions) {
        Models made = new Models(net, clock, meter(engine, EngineKind.DIALOGUE), relays);
        return tried(engine, EngineKind.DIALOGUE, made.of(engine, agent, actions));
    }

    /** Returns the chat model that {@code engine} describes, to be asked beside calls. */
    public synchronized QuestionModel questions(EngineConfig engine, AgentConfig agent, ActionInvoker actions) {
        return (QuestionModel) dialogue(engine, agent, actions);
    }

    /** Returns the voice that {@code engine} describes. */
    public synchronized Synthesizer synthesizer(EngineConfig engine) {
        Voices made = new Voices(net, clock, meter(engine, EngineKind.SYNTHESIZER));
        return tried(engine, EngineKind.SYNTHESIZER, made.of(engine));
    }

    /**
     * Returns the realtime model that {@code engine} describes, with the settings of {@code agent}; one per agent and
     * rate.
     */
    public synchronized RealtimeModel realtime(EngineConfig engine, AgentConfig agent, ActionInvoker actions) {
        String use = agent.name() + " " + engine.service().sampleRateHz();
        return realtime.computeIfAbsent(use, name -> {
            RealtimeMeters counted = new RealtimeMeters(
                    meter(engine, EngineKind.RECOGNIZER),
                    meter(engine, EngineKind.DIALOGUE),
                    meter(engine, EngineKind.SYNTHESIZER));
            RealtimeModel model = new RealtimeModel(
                    net,
                    RealtimeModels.settings(engine),
                    RealtimeModels.sessionInstructions(engine, agent, actions),
                    counted,
                    clock,
                    System::currentTimeMillis);
            probes.putIfAbsent(engine.name() + " (realtime)", model);
            return model;
        });
    }

    /** Returns the meter of {@code engine} in {@code role}; the engine need not be a service. */
    public EngineMeter meter(EngineConfig engine, EngineKind role) {
        return meters.of(engine.name(), role);
    }

    private <E> E tried(EngineConfig engine, EngineKind role, E made) {
        probes.putIfAbsent(engine.name() + " (" + role.name().toLowerCase(java.util.Locale.ROOT) + ")", (Probe) made);
        return made;
    }

    /** Returns the meters, for metrics. */
    public List<EngineMeter> meters() {
        return meters.all();
    }

    /** Returns the engines that can be tried, by name and role. */
    public synchronized Map<String, Probe> probes() {
        return new LinkedHashMap<>(probes);
    }

    static String key(EngineConfig engine) {
        return engine.service().key().map(Secret::value).orElse("");
    }

    static Deadlines deadlines(EngineConfig engine) {
        ServiceConfig service = engine.service();
        return new Deadlines(
                (int) service.connect().toMillis(), (int) service.answer().toMillis(), (int)
                        service.silence().toMillis());
    }

    static Path trust(EngineConfig engine) {
        return engine.service().trust().orElse(null);
    }

    static String or(String given, String usual) {
        return given.isEmpty() ? usual : given;
    }
}

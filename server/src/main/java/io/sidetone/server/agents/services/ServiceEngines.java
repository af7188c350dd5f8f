package io.sidetone.server.agents.services;

import io.sidetone.config.agent.AgentConfig;
import io.sidetone.config.engine.EngineConfig;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.EngineKind;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.speech.cartesia.CartesiaSettings;
import io.sidetone.speech.cartesia.CartesiaSynthesizer;
import io.sidetone.speech.chat.ChatModelDialogue;
import io.sidetone.speech.chat.ChatProvider;
import io.sidetone.speech.chat.ChatSentences;
import io.sidetone.speech.chat.ChatSettings;
import io.sidetone.speech.deepgram.DeepgramRecognizer;
import io.sidetone.speech.deepgram.DeepgramRecognizerSettings;
import io.sidetone.speech.deepgram.DeepgramSynthesizer;
import io.sidetone.speech.deepgram.DeepgramSynthesizerSettings;
import io.sidetone.speech.deepgram.FluxRecognizer;
import io.sidetone.speech.deepgram.FluxSettings;
import io.sidetone.speech.elevenlabs.ElevenLabsSettings;
import io.sidetone.speech.elevenlabs.ElevenLabsSynthesizer;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.Probe;
import io.sidetone.speech.net.ServiceAccess;
import io.sidetone.speech.openai.voice.OpenAiSynthesizer;
import io.sidetone.speech.openai.voice.OpenAiVoiceSettings;
import io.sidetone.speech.realtime.RealtimeMeters;
import io.sidetone.speech.realtime.RealtimeModel;
import io.sidetone.speech.realtime.RealtimeSettings;
import io.sidetone.speech.realtime.SessionInstructions;
import io.sidetone.speech.relay.RelayCalls;
import io.sidetone.speech.relay.RelayDialogue;
import io.sidetone.speech.relay.RelayOptions;
import io.sidetone.speech.relay.RelaySettings;
import io.sidetone.speech.transcription.TranscriptionRecognizer;
import io.sidetone.speech.transcription.TranscriptionSettings;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
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

    /** The constructor of an engine. */
    private interface Opening<S, E> {
        E open(EngineNet net, S settings, EngineMeter meter, LongSupplier clock);
    }

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
        EngineKind role = EngineKind.RECOGNIZER;
        return switch (engine.type()) {
            case DEEPGRAM ->
                engine.service().model().startsWith("flux-")
                        ? made(engine, role, FluxSettings::of, flux(engine))
                        : made(engine, role, DeepgramRecognizerSettings::of, DeepgramRecognizer::new);
            case OPENAI -> made(engine, role, TranscriptionSettings::of, TranscriptionRecognizer::new);
            default -> throw new IllegalArgumentException(engine.type().wireName() + " is no recognizer");
        };
    }

    private Opening<FluxSettings, Recognizer> flux(EngineConfig engine) {
        FluxRecognizer.ForcedEnds known =
                forcedEnds.computeIfAbsent(engine.name(), name -> new FluxRecognizer.ForcedEnds());
        return (to, settings, meter, time) -> new FluxRecognizer(to, settings, known, meter, time);
    }

    /** Returns the model that {@code engine} describes, with the settings of {@code agent}. */
    public synchronized DialogueModel dialogue(EngineConfig engine, AgentConfig agent, ActionInvoker actions) {
        return switch (engine.type()) {
            case OPENAI -> chat(engine, agent, actions, access -> ChatSettings.of(access, ChatProvider.OPENAI));
            case AZURE_OPENAI -> chat(engine, agent, actions, ChatSettings::azure);
            case ANTHROPIC -> chat(engine, agent, actions, access -> ChatSettings.of(access, ChatProvider.ANTHROPIC));
            case GEMINI -> chat(engine, agent, actions, access -> ChatSettings.of(access, ChatProvider.GEMINI));
            case RELAY -> made(engine, EngineKind.DIALOGUE, access -> RelayOptions.USUAL, relay(engine, agent));
            default -> throw new IllegalArgumentException(engine.type().wireName() + " is no dialogue model");
        };
    }

    private ChatModelDialogue chat(
            EngineConfig engine,
            AgentConfig agent,
            ActionInvoker actions,
            Function<ServiceAccess, ChatSettings> usual) {
        boolean own = engine.service().url().isEmpty();
        return made(
                engine,
                EngineKind.DIALOGUE,
                usual.andThen(settings -> settings.saying(agent.prompt(), sentences(agent))),
                (to, settings, meter, time) ->
                        new ChatModelDialogue(to, settings.answerable(own), meter, time, actions, agent.texts()));
    }

    private Opening<RelayOptions, RelayDialogue> relay(EngineConfig engine, AgentConfig agent) {
        return (to, options, meter, time) -> {
            RelaySettings settings = RelaySettings.of(EngineAccess.of(engine), sentences(agent), options);
            return new RelayDialogue(to, settings, meter, time, agent.texts(), relays);
        };
    }

    private static ChatSentences sentences(AgentConfig agent) {
        return ChatSentences.of(agent.sentences()).greeting(agent.greeting().orElse(""));
    }

    /** Returns the voice that {@code engine} describes. */
    public synchronized Synthesizer synthesizer(EngineConfig engine) {
        EngineKind role = EngineKind.SYNTHESIZER;
        return switch (engine.type()) {
            case DEEPGRAM -> made(engine, role, DeepgramSynthesizerSettings::of, DeepgramSynthesizer::new);
            case OPENAI -> made(engine, role, OpenAiVoiceSettings::of, OpenAiSynthesizer::new);
            case CARTESIA -> made(engine, role, CartesiaSettings::of, CartesiaSynthesizer::new);
            case ELEVENLABS -> made(engine, role, ElevenLabsSettings::of, ElevenLabsSynthesizer::new);
            default -> throw new IllegalArgumentException(engine.type().wireName() + " is no synthesizer");
        };
    }

    /** Makes an engine of its usual settings with the configured options. */
    private <S extends Record, E> E made(
            EngineConfig engine, EngineKind role, Function<ServiceAccess, S> usual, Opening<S, E> opening) {
        S settings = engine.options(usual.apply(EngineAccess.of(engine)));
        return tried(engine, role, opening.open(net, settings, meter(engine, role), clock));
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
                    realtimeSettings(engine),
                    sessionInstructions(engine, agent, actions),
                    counted,
                    clock,
                    System::currentTimeMillis);
            probes.putIfAbsent(engine.name() + " (realtime)", model);
            return model;
        });
    }

    /**
     * Returns the settings of the realtime model {@code engine}.
     *
     * @throws IllegalArgumentException for a value that the engine does not support; the message names it
     */
    static RealtimeSettings realtimeSettings(EngineConfig engine) {
        boolean azure = engine.type() == EngineConfig.Type.AZURE_REALTIME;
        ServiceAccess access = EngineAccess.of(engine);
        return engine.options(azure ? RealtimeSettings.azure(access) : RealtimeSettings.openAi(access));
    }

    static SessionInstructions sessionInstructions(EngineConfig engine, AgentConfig agent, ActionInvoker actions) {
        Map<String, String> words = new HashMap<>(agent.sentences());
        agent.greeting().ifPresent(text -> words.put("greeting", text));
        return SessionInstructions.of(
                EngineAccess.of(engine), agent.prompt(), words, actions::definitions, agent.texts());
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
}

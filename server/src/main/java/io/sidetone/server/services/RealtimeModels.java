package io.sidetone.server.services;

import static io.sidetone.server.services.ServiceEngines.deadlines;
import static io.sidetone.server.services.ServiceEngines.key;
import static io.sidetone.server.services.ServiceEngines.or;
import static io.sidetone.server.services.ServiceEngines.trust;

import io.sidetone.config.AgentConfig;
import io.sidetone.config.engine.EngineConfig;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.PromptReason;
import io.sidetone.speech.net.KeyHeader;
import io.sidetone.speech.realtime.RealtimeLimits;
import io.sidetone.speech.realtime.RealtimeSettings;
import io.sidetone.speech.realtime.SessionInstructions;
import io.sidetone.speech.realtime.TurnDetection;
import io.sidetone.speech.realtime.WireFormat;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/** Creates realtime models that are services. */
final class RealtimeModels {
    private static final String CONVENTIONS =
            "This is a telephone call. Answer in one to three short spoken sentences.";

    private static final Map<String, PromptReason> NAMES = Map.of(
            "no-match", PromptReason.NO_MATCH,
            "no-input", PromptReason.NO_INPUT,
            "keys-only", PromptReason.DIGITS_ONLY,
            "goodbye", PromptReason.GOODBYE,
            "time-up", PromptReason.TIME_UP);

    private static final Set<String> OWN_PARAMETERS = Set.of("model", "deployment", "call_id", "api-key");

    private RealtimeModels() {}

    /**
     * Returns the settings of {@code engine}.
     *
     * @throws IllegalArgumentException for a value that the engine does not support; the message names it
     */
    static RealtimeSettings settings(EngineConfig engine) {
        try {
            return asked(engine);
        } catch (IllegalArgumentException impossible) {
            String why = impossible.getMessage();
            throw why.startsWith("engines.")
                    ? impossible
                    : new IllegalArgumentException(
                            "engines." + engine.name() + ".options: "
                                    + why.replace("engine " + engine.name() + ": ", ""),
                            impossible);
        }
    }

    /** Whether the key is sent in the header of Azure and in no other. */
    private static boolean alone(ServiceOptions options, boolean azure) {
        KeyHeader header = options.keyHeader(azure ? KeyHeader.API_KEY : KeyHeader.BEARER);
        if (!header.bearer() && !header.name().equalsIgnoreCase(KeyHeader.API_KEY.name())) {
            throw new IllegalArgumentException(options.path("key-header") + ": '" + header.name()
                    + "' is not what a realtime service takes; write Authorization or api-key");
        }
        return !header.bearer();
    }

    /**
     * Optional session fields: how much the model thinks, whether it may ask for several actions at once, and the
     * operator's own fields.
     */
    private static Map<String, Object> session(EngineConfig engine, ServiceOptions options) {
        Map<String, Object> session = new Extras(engine).body(RealtimeSettings.OWN_FIELDS);
        String effort = options.text("reasoning-effort", "");
        if (!effort.isEmpty()) {
            session.put("reasoning", Map.of("effort", effort));
        }
        if (!options.text("parallel-tool-calls", "").isEmpty()) {
            session.put("parallel_tool_calls", options.flag("parallel-tool-calls", true));
        }
        return session;
    }

    private static RealtimeSettings asked(EngineConfig engine) {
        boolean azure = engine.type() == EngineConfig.Type.AZURE_REALTIME;
        ServiceOptions options = new ServiceOptions(engine);
        RealtimeSettings usual = RealtimeSettings.openAi(engine.name(), key(engine));
        TurnDetection detection = TurnDetection.SERVER;
        RealtimeLimits limits = RealtimeLimits.DEFAULT;
        RealtimeSettings settings = new RealtimeSettings(
                engine.name(),
                new Extras(engine)
                        .query(
                                ServiceAddress.socket(
                                        engine,
                                        RealtimeSettings.OPENAI_URL,
                                        azure ? "/openai/v1/realtime" : "/v1/realtime"),
                                OWN_PARAMETERS),
                key(engine),
                alone(options, azure),
                or(engine.service().model(), usual.model()),
                or(engine.service().voice(), usual.voice()),
                options.decimal("speed", usual.speed()),
                options.word(
                        "format",
                        WireFormat.class,
                        engine.service().sampleRateHz() == 8_000 ? WireFormat.PCMU : WireFormat.PCM),
                new TurnDetection(
                        options.word("turn-detection", TurnDetection.Kind.class, detection.kind()),
                        options.decimal("threshold", detection.threshold()),
                        options.whole("prefix-padding-ms", detection.prefixPaddingMs()),
                        options.whole("silence-ms", detection.silenceMs()),
                        options.text("eagerness", detection.eagerness())),
                options.text("transcription-model", usual.transcriptionModel()),
                engine.service().language(),
                options.text("noise-reduction", usual.noiseReduction()),
                options.whole("max-output-tokens", usual.maxOutputTokens()),
                options.flag("eager", usual.eager()),
                usual.placeholder(),
                session(engine, options),
                new RealtimeLimits(
                        options.whole("batch-ms", limits.batchMs()),
                        options.whole("transcript-ms", limits.transcriptMs()),
                        options.whole("setup-ms", limits.setupMs()),
                        (int) engine.service().answer().toMillis(),
                        options.whole("session-ms", limits.sessionMs()),
                        options.whole("renew-before-ms", limits.renewBeforeMs()),
                        options.whole("held-audio-ms", limits.heldAudioMs())),
                deadlines(engine),
                trust(engine));
        options.requireKnown();
        return settings;
    }

    static SessionInstructions sessionInstructions(EngineConfig engine, AgentConfig agent, ActionInvoker actions) {
        Map<String, String> words = agent.sentences();
        Map<PromptReason, String> sentences = new EnumMap<>(PromptReason.class);
        agent.greeting().ifPresent(text -> sentences.put(PromptReason.GREETING, text));
        NAMES.forEach((name, occasion) -> {
            if (words.containsKey(name)) {
                sentences.put(occasion, words.get(name));
            }
        });
        String language = engine.service().language();
        String instructions = Language.one(language)
                ? agent.prompt() + "\n" + CONVENTIONS + " Speak " + Language.name(language)
                        + ", unless the caller asks for another language."
                : agent.prompt() + "\n" + CONVENTIONS;
        return new SessionInstructions(instructions.strip(), sentences, actions::definitions);
    }
}

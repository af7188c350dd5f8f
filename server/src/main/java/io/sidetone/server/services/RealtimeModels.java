package io.sidetone.server.services;

import io.sidetone.config.agent.AgentConfig;
import io.sidetone.config.engine.EngineConfig;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.setting.Altered;
import io.sidetone.speech.net.KeyHeader;
import io.sidetone.speech.net.ServiceAccess;
import io.sidetone.speech.realtime.RealtimeLimits;
import io.sidetone.speech.realtime.RealtimeSettings;
import io.sidetone.speech.realtime.SessionInstructions;
import io.sidetone.speech.realtime.WireFormat;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
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
    private static boolean alone(EngineConfig engine, KeyHeader header) {
        if (!header.bearer() && !header.name().equalsIgnoreCase(KeyHeader.API_KEY.name())) {
            throw new IllegalArgumentException(ServiceOptions.path(engine) + ".key-header: '" + header.name()
                    + "' is not what a realtime service takes; write Authorization or api-key");
        }
        return !header.bearer();
    }

    /**
     * Optional session fields: how much the model thinks, whether it may ask for several actions at once, and the
     * operator's own fields.
     */
    private static Map<String, Object> session(ServiceAccess access, RealtimeOptions options) {
        Map<String, Object> session = new LinkedHashMap<>(access.body());
        if (!options.reasoningEffort().isEmpty()) {
            session.put("reasoning", Map.of("effort", options.reasoningEffort()));
        }
        options.parallelToolCalls().ifPresent(several -> session.put("parallel_tool_calls", several));
        return session;
    }

    private static RealtimeSettings asked(EngineConfig engine) {
        boolean azure = engine.type() == EngineConfig.Type.AZURE_REALTIME;
        ServiceAccess access = EngineAccess.of(engine)
                .socket(RealtimeSettings.OPENAI_URL, azure ? "/openai/v1/realtime" : "/v1/realtime", OWN_PARAMETERS)
                .without(RealtimeSettings.OWN_FIELDS)
                .usual(RealtimeSettings.OPENAI_MODEL, RealtimeSettings.VOICE, "");
        RealtimeSettings settings = Altered.with(
                RealtimeSettings.openAi(access.name(), access.key()),
                "url",
                access.url(),
                "azureKey",
                azure,
                "model",
                access.model(),
                "voice",
                access.voice(),
                "format",
                access.sampleRateHz() == 8_000 ? WireFormat.PCMU : WireFormat.PCM,
                "language",
                access.language(),
                "limits",
                Altered.with(
                        RealtimeLimits.DEFAULT, "answerMs", access.deadlines().firstByteMs()),
                "deadlines",
                access.deadlines(),
                "trust",
                access.trust());
        RealtimeOptions options = ServiceOptions.of(
                engine,
                new RealtimeOptions(settings, azure ? KeyHeader.API_KEY : KeyHeader.BEARER, "", Optional.empty()));
        return options.settings().asked(alone(engine, options.keyHeader()), session(access, options));
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
        String instructions = EngineAccess.of(engine).oneLanguage()
                ? agent.prompt() + "\n" + CONVENTIONS + " Speak " + ServiceAccess.languageName(language)
                        + ", unless the caller asks for another language."
                : agent.prompt() + "\n" + CONVENTIONS;
        return new SessionInstructions(instructions.strip(), sentences, actions::definitions, agent.texts());
    }
}

package io.sidetone.server.services;

import io.sidetone.config.agent.AgentConfig;
import io.sidetone.config.engine.EngineConfig;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.PromptReason;
import io.sidetone.speech.net.ServiceAccess;
import io.sidetone.speech.realtime.RealtimeSettings;
import io.sidetone.speech.realtime.SessionInstructions;
import java.util.EnumMap;
import java.util.Map;

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

    private RealtimeModels() {}

    /**
     * Returns the settings of {@code engine}.
     *
     * @throws IllegalArgumentException for a value that the engine does not support; the message names it
     */
    static RealtimeSettings settings(EngineConfig engine) {
        ServiceAccess access = EngineAccess.of(engine);
        boolean azure = engine.type() == EngineConfig.Type.AZURE_REALTIME;
        return ServiceOptions.of(engine, azure ? RealtimeSettings.azure(access) : RealtimeSettings.openAi(access));
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

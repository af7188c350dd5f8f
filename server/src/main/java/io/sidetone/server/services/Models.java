package io.sidetone.server.services;

import static io.sidetone.server.services.ServiceEngines.deadlines;
import static io.sidetone.server.services.ServiceEngines.key;
import static io.sidetone.server.services.ServiceEngines.or;
import static io.sidetone.server.services.ServiceEngines.trust;

import io.sidetone.config.AgentConfig;
import io.sidetone.config.engine.EngineConfig;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.action.ActionInvoker;
import io.sidetone.speech.chat.ChatLimits;
import io.sidetone.speech.chat.ChatModelDialogue;
import io.sidetone.speech.chat.ChatProvider;
import io.sidetone.speech.chat.ChatSentences;
import io.sidetone.speech.chat.ChatSettings;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.KeyHeader;
import java.net.URI;
import java.util.Map;
import java.util.function.LongSupplier;

/** Language models that are services. */
final class Models {
    private static final String OPENAI_MODEL = "gpt-4.1-mini";
    private static final String ANTHROPIC_MODEL = "claude-haiku-4-5";
    private static final String GEMINI_MODEL = "gemini-2.5-flash";

    /** Tokens of thought of Gemini 2.5, which knows no words for it. */
    private static final Map<String, Integer> THINKING_TOKENS =
            Map.of("none", 0, "minimal", 1_024, "low", 1_024, "medium", 8_192, "high", 24_576);

    private final EngineNet net;
    private final LongSupplier clock;
    private final EngineMeter meter;

    Models(EngineNet net, LongSupplier clock, EngineMeter meter) {
        this.net = net;
        this.clock = clock;
        this.meter = meter;
    }

    DialogueModel of(EngineConfig engine, AgentConfig agent, ActionInvoker actions) {
        return switch (engine.type()) {
            case OPENAI -> of(engine, agent, actions, ChatProvider.OPENAI, "/v1", OPENAI_MODEL, KeyHeader.BEARER);
            case AZURE_OPENAI -> of(engine, agent, actions, ChatProvider.OPENAI, "/openai/v1", "", KeyHeader.API_KEY);
            case ANTHROPIC ->
                of(engine, agent, actions, ChatProvider.ANTHROPIC, "/v1", ANTHROPIC_MODEL, KeyHeader.BEARER);
            case GEMINI -> of(engine, agent, actions, ChatProvider.GEMINI, "/v1beta", GEMINI_MODEL, KeyHeader.BEARER);
            default -> throw new IllegalArgumentException(engine.type().wireName() + " is no dialogue model");
        };
    }

    private DialogueModel of(
            EngineConfig engine,
            AgentConfig agent,
            ActionInvoker actions,
            ChatProvider provider,
            String path,
            String usualModel,
            KeyHeader header) {
        ServiceOptions options = new ServiceOptions(engine);
        ChatLimits usual = ChatLimits.DEFAULT;
        ChatLimits limits = new ChatLimits(
                options.whole("max-tokens", usual.maxTokens()),
                options.flag("legacy-max-tokens", usual.legacyMaxTokens()),
                (int) engine.service().answer().toMillis(),
                (int) engine.service().silence().toMillis(),
                options.whole("max-rounds", usual.maxRounds()),
                options.whole("max-digits", usual.maxDigits()));
        URI address = ServiceAddress.web(engine, provider.url(), path);
        ChatSentences sentences =
                ChatSentences.of(agent.sentences()).greeting(agent.greeting().orElse(""));
        String model = or(engine.service().model(), usualModel);
        ChatSettings settings = new ChatSettings(
                engine.name(),
                provider,
                address,
                key(engine),
                options.keyHeader(header),
                model,
                options.optional("temperature"),
                options.flag("parallel-tool-calls", true),
                prompt(engine, agent),
                null,
                sentences,
                limits,
                deadlines(engine),
                trust(engine),
                extra(engine, provider, model, options));
        options.requireKnown();
        return new ChatModelDialogue(net, settings, meter, clock, actions);
    }

    private static String prompt(EngineConfig engine, AgentConfig agent) {
        String language = engine.service().language();
        return Language.one(language)
                ? agent.prompt().strip() + "\n\nSpeak " + Language.name(language)
                        + ", unless the caller asks for another language."
                : agent.prompt();
    }

    /** How much a model thinks, in the words of each service. */
    private static Map<String, Object> extra(
            EngineConfig engine, ChatProvider provider, String model, ServiceOptions options) {
        String effort = options.text("reasoning-effort", "");
        if (effort.isEmpty()) {
            return Map.of();
        }
        if (provider == ChatProvider.OPENAI) {
            return Map.of("reasoning_effort", effort);
        }
        if (provider == ChatProvider.ANTHROPIC) {
            throw new IllegalArgumentException(
                    options.path("reasoning-effort") + ": " + engine.type().wireName()
                            + " has no such setting, and its models do not think unasked; remove it");
        }
        Integer tokens = THINKING_TOKENS.get(effort);
        if (tokens == null) {
            throw new IllegalArgumentException(options.path("reasoning-effort") + ": '" + effort
                    + "' is not one of none, minimal, low, medium, high; correct it");
        }
        return model.startsWith("gemini-2")
                ? Map.of(ChatSettings.THINKING_BUDGET, tokens)
                : Map.of(ChatSettings.THINKING_LEVEL, effort.equals("none") ? "minimal" : effort);
    }
}

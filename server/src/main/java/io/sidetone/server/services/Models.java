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
import io.sidetone.speech.chat.KeyHeader;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.EngineNet;
import java.net.URI;
import java.util.Map;
import java.util.function.LongSupplier;

/** Language models that are services. */
final class Models {
    private static final String OPENAI_MODEL = "gpt-4.1-mini";
    private static final String ANTHROPIC_MODEL = "claude-haiku-4-5";
    private static final String GEMINI_MODEL = "gemini-2.5-flash";

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
                ChatSentences.ENGLISH.greeting(agent.greeting().orElse(""));
        ChatSettings settings = new ChatSettings(
                engine.name(),
                provider,
                address,
                key(engine),
                options.word("key-header", KeyHeader.class, header),
                or(engine.service().model(), usualModel),
                options.optional("temperature"),
                options.flag("parallel-tool-calls", true),
                agent.prompt(),
                null,
                sentences,
                limits,
                deadlines(engine),
                trust(engine),
                extra(options));
        options.requireKnown();
        return new ChatModelDialogue(net, settings, meter, clock, actions);
    }

    /** Fields that only some servers know. */
    private static Map<String, Object> extra(ServiceOptions options) {
        String effort = options.text("reasoning-effort", "");
        return effort.isEmpty() ? Map.of() : Map.of("reasoning_effort", effort);
    }
}

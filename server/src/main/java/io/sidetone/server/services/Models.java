package io.sidetone.server.services;

import static io.sidetone.server.services.ServiceEngines.deadlines;
import static io.sidetone.server.services.ServiceEngines.key;
import static io.sidetone.server.services.ServiceEngines.or;
import static io.sidetone.server.services.ServiceEngines.trust;

import io.sidetone.config.agent.AgentConfig;
import io.sidetone.config.engine.EngineConfig;
import io.sidetone.config.engine.ServiceConfig;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.speech.chat.ChatLimits;
import io.sidetone.speech.chat.ChatModelDialogue;
import io.sidetone.speech.chat.ChatProvider;
import io.sidetone.speech.chat.ChatSentences;
import io.sidetone.speech.chat.ChatSettings;
import io.sidetone.speech.chat.Reasoning;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.KeyHeader;
import io.sidetone.speech.relay.RelayCalls;
import io.sidetone.speech.relay.RelayDialogue;
import io.sidetone.speech.relay.RelayOptions;
import io.sidetone.speech.relay.RelaySettings;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates language models that are services. */
final class Models {
    static final String OPENAI_MODEL = "gpt-6-luna";
    static final String ANTHROPIC_MODEL = "claude-haiku-5-5";
    static final String GEMINI_MODEL = "gemini-3.5-flash-lite";

    /** What a relay is told of the caller's language when nothing is configured. */
    private static final String RELAY_LANGUAGE = "en-US";

    private static final Logger LOG = LoggerFactory.getLogger(Models.class);

    /** Request fields that this side sets itself, for every provider. */
    private static final Set<String> OWN_FIELDS = Set.of(
            "model",
            "messages",
            "system",
            "stream",
            "stream_options",
            "tools",
            "tool_choice",
            "n",
            "temperature",
            "max_tokens",
            "max_completion_tokens",
            "parallel_tool_calls",
            "reasoning_effort",
            "thinking",
            "output_config");

    private final EngineNet net;
    private final LongSupplier clock;
    private final EngineMeter meter;
    private final RelayCalls relays;

    Models(EngineNet net, LongSupplier clock, EngineMeter meter, RelayCalls relays) {
        this.net = net;
        this.clock = clock;
        this.meter = meter;
        this.relays = relays;
    }

    DialogueModel of(EngineConfig engine, AgentConfig agent, ActionInvoker actions) {
        return switch (engine.type()) {
            case OPENAI -> of(engine, agent, actions, ChatProvider.OPENAI, "/v1", OPENAI_MODEL, KeyHeader.BEARER);
            case AZURE_OPENAI -> of(engine, agent, actions, ChatProvider.OPENAI, "/openai/v1", "", KeyHeader.API_KEY);
            case ANTHROPIC ->
                of(engine, agent, actions, ChatProvider.ANTHROPIC, "/v1", ANTHROPIC_MODEL, KeyHeader.BEARER);
            case RELAY -> relay(engine, agent);
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
        URI address = new Extras(engine).query(ServiceAddress.web(engine, provider.url(), path), Set.of());
        ChatSettings usual = new ChatSettings(
                engine.name(),
                provider,
                address,
                key(engine),
                header,
                or(engine.service().model(), usualModel),
                null,
                true,
                prompt(engine, agent),
                null,
                sentences(agent),
                limits(engine),
                deadlines(engine),
                trust(engine),
                Map.of());
        ChatOptions options = ServiceOptions.of(engine, new ChatOptions(usual, ""));
        ChatSettings read = options.settings();
        Reasoning reasoning = reasoning(engine, read, options.reasoningEffort().strip());
        ChatSettings settings = read.asked(temperature(engine, read, reasoning), fields(engine, reasoning));
        return new ChatModelDialogue(net, settings, meter, clock, actions, agent.texts());
    }

    private DialogueModel relay(EngineConfig engine, AgentConfig agent) {
        ServiceConfig service = engine.service();
        RelaySettings settings = new RelaySettings(
                engine.name(),
                service.url().orElse(null),
                key(engine),
                KeyHeader.BEARER,
                or(service.language(), RELAY_LANGUAGE),
                sentences(agent),
                (int) service.answer().toMillis(),
                (int) service.silence().toMillis(),
                ServiceOptions.of(engine, RelayOptions.USUAL),
                deadlines(engine),
                trust(engine));
        return new RelayDialogue(net, settings, meter, clock, agent.texts(), relays);
    }

    private static ChatSentences sentences(AgentConfig agent) {
        return ChatSentences.of(agent.sentences()).greeting(agent.greeting().orElse(""));
    }

    private static ChatLimits limits(EngineConfig engine) {
        ChatLimits usual = ChatLimits.DEFAULT;
        return new ChatLimits(
                usual.maxTokens(),
                usual.legacyMaxTokens(),
                (int) engine.service().answer().toMillis(),
                (int) engine.service().silence().toMillis(),
                usual.maxRounds(),
                usual.maxDigits());
    }

    private static String prompt(EngineConfig engine, AgentConfig agent) {
        String language = engine.service().language();
        return Language.one(language)
                ? agent.prompt().strip() + "\n\nSpeak " + Language.name(language)
                        + ", unless the caller asks for another language."
                : agent.prompt();
    }

    /** Request fields for reasoning, and the operator's own fields. */
    private static Map<String, Object> fields(EngineConfig engine, Reasoning reasoning) {
        Map<String, Object> fields = new HashMap<>(new Extras(engine).body(OWN_FIELDS));
        fields.putAll(reasoning.fields());
        return fields;
    }

    /** How much a model thinks; refuses an effort with which the service would refuse every request of an agent. */
    private static Reasoning reasoning(EngineConfig engine, ChatSettings settings, String effort) {
        ChatProvider provider = settings.provider();
        String model = settings.model();
        boolean own = engine.service().url().isEmpty();
        if (own && Reasoning.elsewhere(provider, model)) {
            throw new IllegalArgumentException("engines." + engine.name() + ".model: " + model
                    + " carries out actions over OpenAI's Responses interface alone, which is not spoken here; use "
                    + OPENAI_MODEL);
        }
        try {
            Reasoning reasoning = Reasoning.of(provider, model, effort);
            if (own && reasoning.withoutFunctions(provider, model)) {
                throw new IllegalArgumentException("lets " + model + " carry out no actions over chat completions; set "
                        + Reasoning.NONE + ", or leave it out");
            }
            return reasoning;
        } catch (IllegalArgumentException impossible) {
            throw new IllegalArgumentException(
                    ServiceOptions.path(engine) + ".reasoning-effort: '" + effort + "' " + impossible.getMessage()
                            + (impossible.getMessage().startsWith("is not") ? " of " + model + "; correct it" : ""),
                    impossible);
        }
    }

    /** A model without temperature gets none: the agent keeps working when its model is replaced by such a model. */
    private static Double temperature(EngineConfig engine, ChatSettings settings, Reasoning reasoning) {
        Double given = settings.temperature();
        if (given == null || reasoning.temperature()) {
            return given;
        }
        LOG.warn(
                "{}.temperature: {} is not sent, {} takes none{}; remove it",
                ServiceOptions.path(engine),
                given,
                settings.model(),
                Reasoning.of(settings.provider(), settings.model(), Reasoning.NONE)
                                .temperature()
                        ? " with reasoning-effort " + reasoning.effort()
                        : "");
        return null;
    }
}

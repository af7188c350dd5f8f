package io.sidetone.server.services;

import io.sidetone.config.agent.AgentConfig;
import io.sidetone.config.engine.EngineConfig;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.setting.Altered;
import io.sidetone.speech.chat.ChatLimits;
import io.sidetone.speech.chat.ChatModelDialogue;
import io.sidetone.speech.chat.ChatProvider;
import io.sidetone.speech.chat.ChatSentences;
import io.sidetone.speech.chat.ChatSettings;
import io.sidetone.speech.chat.Reasoning;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.Deadlines;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.KeyHeader;
import io.sidetone.speech.net.ServiceAccess;
import io.sidetone.speech.relay.RelayCalls;
import io.sidetone.speech.relay.RelayDialogue;
import io.sidetone.speech.relay.RelayOptions;
import io.sidetone.speech.relay.RelaySettings;
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
        ServiceAccess access = EngineAccess.of(engine)
                .web(provider.url(), path, Set.of())
                .without(OWN_FIELDS)
                .usual(usualModel, "", "");
        ChatSettings usual = new ChatSettings(
                access.name(),
                provider,
                access.url(),
                access.key(),
                header,
                access.model(),
                null,
                true,
                prompt(access, agent),
                null,
                sentences(agent),
                limits(access),
                access.deadlines(),
                access.trust(),
                Map.of());
        ChatOptions options = ServiceOptions.of(engine, new ChatOptions(usual, ""));
        ChatSettings read = options.settings();
        Reasoning reasoning = reasoning(engine, read, options.reasoningEffort().strip());
        ChatSettings settings = read.asked(temperature(engine, read, reasoning), fields(access, reasoning));
        return new ChatModelDialogue(net, settings, meter, clock, actions, agent.texts());
    }

    private DialogueModel relay(EngineConfig engine, AgentConfig agent) {
        ServiceAccess access = EngineAccess.of(engine).usual("", "", RELAY_LANGUAGE);
        RelaySettings settings = new RelaySettings(
                access.name(),
                access.url(),
                access.key(),
                KeyHeader.BEARER,
                access.language(),
                sentences(agent),
                access.deadlines().firstByteMs(),
                access.deadlines().silenceMs(),
                ServiceOptions.of(engine, RelayOptions.USUAL),
                access.deadlines(),
                access.trust());
        return new RelayDialogue(net, settings, meter, clock, agent.texts(), relays);
    }

    private static ChatSentences sentences(AgentConfig agent) {
        return ChatSentences.of(agent.sentences()).greeting(agent.greeting().orElse(""));
    }

    private static ChatLimits limits(ServiceAccess access) {
        Deadlines deadlines = access.deadlines();
        return Altered.with(
                ChatLimits.DEFAULT, "firstTokenMs", deadlines.firstByteMs(), "silenceMs", deadlines.silenceMs());
    }

    private static String prompt(ServiceAccess access, AgentConfig agent) {
        return access.oneLanguage()
                ? agent.prompt().strip() + "\n\nSpeak " + ServiceAccess.languageName(access.language())
                        + ", unless the caller asks for another language."
                : agent.prompt();
    }

    /** Request fields for reasoning, and the operator's own fields. */
    private static Map<String, Object> fields(ServiceAccess access, Reasoning reasoning) {
        Map<String, Object> fields = new HashMap<>(access.body());
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

package io.sidetone.server.services;

import io.sidetone.config.agent.AgentConfig;
import io.sidetone.config.engine.EngineConfig;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.speech.chat.ChatModelDialogue;
import io.sidetone.speech.chat.ChatProvider;
import io.sidetone.speech.chat.ChatSentences;
import io.sidetone.speech.chat.ChatSettings;
import io.sidetone.speech.chat.Reasoning;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.ServiceAccess;
import io.sidetone.speech.relay.RelayCalls;
import io.sidetone.speech.relay.RelayDialogue;
import io.sidetone.speech.relay.RelayOptions;
import io.sidetone.speech.relay.RelaySettings;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates language models that are services. */
final class Models {
    private static final Logger LOG = LoggerFactory.getLogger(Models.class);

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
        ServiceAccess access = EngineAccess.of(engine);
        return switch (engine.type()) {
            case OPENAI -> chat(engine, ChatSettings.of(access, ChatProvider.OPENAI), agent, actions);
            case AZURE_OPENAI -> chat(engine, ChatSettings.azure(access), agent, actions);
            case ANTHROPIC -> chat(engine, ChatSettings.of(access, ChatProvider.ANTHROPIC), agent, actions);
            case GEMINI -> chat(engine, ChatSettings.of(access, ChatProvider.GEMINI), agent, actions);
            case RELAY -> {
                RelayOptions options = ServiceOptions.of(engine, RelayOptions.USUAL);
                RelaySettings settings = RelaySettings.of(access, sentences(agent), options);
                yield new RelayDialogue(net, settings, meter, clock, agent.texts(), relays);
            }
            default -> throw new IllegalArgumentException(engine.type().wireName() + " is no dialogue model");
        };
    }

    private DialogueModel chat(EngineConfig engine, ChatSettings defaults, AgentConfig agent, ActionInvoker actions) {
        ServiceAccess access = defaults.access();
        ChatSettings read = ServiceOptions.of(engine, defaults.saying(prompt(access, agent), sentences(agent)));
        Reasoning reasoning = reasoning(engine, read, read.reasoningEffort().strip());
        ChatSettings settings = read.asked(temperature(engine, read, reasoning), fields(access, reasoning));
        return new ChatModelDialogue(net, settings, meter, clock, actions, agent.texts());
    }

    private static ChatSentences sentences(AgentConfig agent) {
        return ChatSentences.of(agent.sentences()).greeting(agent.greeting().orElse(""));
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
        String model = settings.access().model();
        boolean own = engine.service().url().isEmpty();
        if (own && Reasoning.elsewhere(provider, model)) {
            throw new IllegalArgumentException("engines." + engine.name() + ".model: " + model
                    + " carries out actions over OpenAI's Responses interface alone, which is not spoken here; use "
                    + ChatProvider.OPENAI.model());
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
                settings.access().model(),
                Reasoning.of(settings.provider(), settings.access().model(), Reasoning.NONE)
                                .temperature()
                        ? " with reasoning-effort " + reasoning.effort()
                        : "");
        return null;
    }
}

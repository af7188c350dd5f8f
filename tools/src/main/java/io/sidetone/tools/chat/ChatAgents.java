package io.sidetone.tools.chat;

import io.sidetone.config.LoadedConfig;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.agent.AgentConfig;
import io.sidetone.config.engine.EngineConfig;
import io.sidetone.config.problem.ConfigException;
import io.sidetone.core.background.Background;
import io.sidetone.core.mock.MockDialogue;
import io.sidetone.core.mock.MockRecognizer;
import io.sidetone.core.mock.MockSynthesizer;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.AgentDirectory;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.NextAgent;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.core.port.vad.UnusableModelException;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.server.actions.ActionRegistry;
import io.sidetone.server.actions.AllowedActions;
import io.sidetone.server.actions.ConfiguredActions;
import io.sidetone.server.actions.RegisteredActions;
import io.sidetone.server.actions.mcp.McpServers;
import io.sidetone.server.actions.webhook.WebhookTransport;
import io.sidetone.server.agents.plugin.PluginKind;
import io.sidetone.server.agents.plugin.PluginUnavailableException;
import io.sidetone.server.agents.plugin.Plugins;
import io.sidetone.server.agents.services.PluginEngines;
import io.sidetone.server.agents.services.ServiceEngines;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.tools.scenario.run.AgentParts;
import io.sidetone.tools.scenario.run.ScenarioAgents;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ScheduledExecutorService;

/**
 * The agents of a configuration as they think and act, without their ears and voices: what is said is text. Any thread; dialogues are
 * opened when they are asked for.
 */
final class ChatAgents implements AgentDirectory, AutoCloseable {
    private static final MockSynthesizer VOICE = new MockSynthesizer(1);

    private final SidetoneConfig config;
    private final ChatScreen screen;
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final ScenarioAgents agents;
    private final RegisteredActions actions;
    private final PluginEngines plugged;
    private final ServiceEngines services;
    private final ScheduledExecutorService timer;

    /**
     * Opens actions, tools and plugins, but no routers: nothing rings here.
     *
     * @throws ConfigException with everything that cannot be used
     * @throws PluginUnavailableException when a plugin lacks something on this machine
     * @throws IllegalArgumentException for a setting of a plugin; the message names it
     */
    ChatAgents(LoadedConfig loaded, ChatScreen screen) throws ConfigException, PluginUnavailableException {
        this.config = loaded.config();
        this.screen = screen;
        try {
            agents = ScenarioAgents.open(config, loaded.source());
            plugged = opened(new PluginEngines(opened(Plugins.load(config.plugins()))));
            for (PluginEngines.Use use : PluginEngines.used(config)) {
                if (use.kind() != PluginKind.ROUTER) {
                    plugged.open(use);
                }
            }
            SecureRandom random = new SecureRandom();
            WebhookTransport webhooks = opened(WebhookTransport.of(random::nextDouble));
            ActionRegistry registry =
                    ConfiguredActions.registered(config, loaded.source(), webhooks, null, plugged::action);
            actions = opened(new RegisteredActions(registry));
            McpServers mcp = opened(McpServers.open(config.mcp().values(), registry, webhooks));
            services = new ServiceEngines(opened(EngineNet.open(1)));
            timer = Background.timer("mock-timer");
            opened.push(timer::shutdownNow);
            mcp.await(McpServers.START_LIMIT_MS);
        } catch (UnusableModelException unusable) {
            close();
            throw new IllegalArgumentException(unusable.getMessage(), unusable);
        } catch (ConfigException | PluginUnavailableException | RuntimeException impossible) {
            close();
            throw impossible;
        }
    }

    private <T extends AutoCloseable> T opened(T part) {
        opened.push(part);
        return part;
    }

    /** Returns whether {@code agent} can be talked to by text; who can, does so in every language. */
    @Override
    public boolean knows(String agent, String language) {
        AgentParts parts = agents.named(agent);
        return parts != null && !engine(parts).type().realtime();
    }

    private EngineConfig engine(AgentParts parts) {
        return config.engines().get(parts.config().dialogues().get(0));
    }

    /** @throws IllegalArgumentException when the agent cannot be talked to by text; the message says why */
    @Override
    public NextAgent next(String agent, String language) {
        AgentParts parts = agents.named(agent);
        ActionInvoker allowed = new ShownActions(AllowedActions.of(parts.config(), config.agents(), actions), screen);
        return new Textual(parts, dialogue(parts, allowed), allowed, this);
    }

    private DialogueModel dialogue(AgentParts parts, ActionInvoker allowed) {
        AgentConfig agent = parts.config();
        EngineConfig engine = engine(parts);
        if (engine.type().realtime()) {
            throw new IllegalArgumentException("agents." + agent.name() + ".realtime: '" + engine.name()
                    + "' hears and speaks by itself and takes no text; call it: sidetone call");
        }
        return switch (engine.type()) {
            case EMBEDDED -> parts.flowDialogue();
            case MOCK -> new MockDialogue(engine.mock(), timer);
            case PLUGIN -> plugged.dialogue(engine, agent, allowed);
            default -> services.dialogue(engine, agent, allowed);
        };
    }

    @Override
    public void close() {
        for (AutoCloseable part : opened) {
            try {
                part.close();
            } catch (Exception fault) {
                screen.whole("  (something did not close: " + fault + ")");
            }
        }
        opened.clear();
    }

    /** An agent who reads and writes. Nobody is asked whether he is still there: people think before they type. */
    private record Textual(AgentParts parts, DialogueModel dialogue, ActionInvoker actions, AgentDirectory agents)
            implements NextAgent {
        @Override
        public Recognizer recognizer() {
            return new MockRecognizer();
        }

        @Override
        public Synthesizer synthesizer() {
            return VOICE;
        }

        @Override
        public boolean keepsDialogue() {
            return false;
        }

        @Override
        public TurnPolicy policy() {
            return parts.policy().with(PolicyNumber.NO_INPUT, 0);
        }
    }
}

package io.sidetone.server.agents.services;

import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.SipConfig;
import io.sidetone.config.action.ActionConfig;
import io.sidetone.config.agent.AgentConfig;
import io.sidetone.config.agent.OnCallConfig;
import io.sidetone.config.engine.EngineConfig;
import io.sidetone.config.value.Secret;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.core.port.plugin.ActionPlugin;
import io.sidetone.core.port.plugin.DialoguePlugin;
import io.sidetone.core.port.plugin.PluginEngine;
import io.sidetone.core.port.plugin.RouterPlugin;
import io.sidetone.core.port.vad.UnusableModelException;
import io.sidetone.server.agents.plugin.PluginKind;
import io.sidetone.server.agents.plugin.PluginUnavailableException;
import io.sidetone.server.agents.plugin.PluginUse;
import io.sidetone.server.agents.plugin.Plugins;
import io.sidetone.server.agents.reload.SharedParts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** The engines of plugins. Each is opened once in each of its roles, and shared by every agent that names it. */
public final class PluginEngines implements AutoCloseable {
    private static final Set<PluginKind<?>> OF_NO_AGENT = Set.of(PluginKind.ACTION, PluginKind.ROUTER);

    private final Plugins plugins;
    private final SharedParts shared;
    private final Map<Use, SharedParts.Use<PluginEngine>> opened = new LinkedHashMap<>();

    /**
     * An entry of the configuration whose plugin is one kind of engine.
     *
     * @param name of the entry; of a router its path
     * @param kind what it is
     * @param entry which plugin it names, and its settings
     */
    public record Use(String name, PluginKind<? extends PluginEngine> kind, PluginUse entry) {
        static Use of(EngineConfig engine, PluginKind<? extends PluginEngine> kind) {
            return new Use(
                    engine.name(),
                    kind,
                    new PluginUse(
                            engine.plugin(),
                            "engines." + engine.name(),
                            engine.service().model(),
                            engine.service().key().map(Secret::value).orElse(""),
                            engine.service().options(),
                            engine.service().optionLines()));
        }

        static Use of(ActionConfig action) {
            return new Use(
                    action.name(),
                    PluginKind.ACTION,
                    new PluginUse(
                            action.plugin(),
                            "actions." + action.name(),
                            "",
                            action.key().map(Secret::value).orElse(""),
                            action.options(),
                            action.optionLines()));
        }

        static Use of(AgentConfig agent) {
            return router("agents." + agent.name() + ".on-call", agent.onCall());
        }

        static Use of(int index, SipConfig.Trunk trunk) {
            return router("sip.trunks[" + index + "].on-call", trunk.onCall());
        }

        private static Use router(String path, OnCallConfig asked) {
            return new Use(
                    path,
                    PluginKind.ROUTER,
                    new PluginUse(asked.plugin(), path, "", "", asked.options(), asked.optionLines()));
        }

        /** Returns the entry with its kind, for people. */
        String title() {
            return name + " (" + kind.word() + ")";
        }
    }

    /** Creates the engines of {@code plugins}; opens none. */
    public PluginEngines(Plugins plugins) {
        this(plugins, new SharedParts());
    }

    /**
     * The same.
     *
     * @param shared engines that other configurations opened
     */
    public PluginEngines(Plugins plugins, SharedParts shared) {
        this.plugins = plugins;
        this.shared = shared;
    }

    /**
     * Returns the engines of plugins that the agents of {@code config} use, its actions that plugins carry out, and the routers
     * of its agents and trunks.
     */
    public static Set<Use> used(SidetoneConfig config) {
        Set<Use> used = new LinkedHashSet<>();
        for (AgentConfig agent : config.agents()) {
            add(config, agent.recognizers(), PluginKind.RECOGNIZER, used);
            add(config, agent.dialogues(), PluginKind.DIALOGUE, used);
            add(config, agent.synthesizers(), PluginKind.SYNTHESIZER, used);
        }
        for (ActionConfig action : config.actions().values()) {
            if (action.type() == ActionConfig.Type.PLUGIN) {
                used.add(Use.of(action));
            }
        }
        config.agents().stream()
                .filter(agent -> agent.onCall().asksPlugin())
                .map(Use::of)
                .forEach(used::add);
        List<SipConfig.Trunk> trunks = config.sip().trunks();
        for (int i = 0; i < trunks.size(); i++) {
            if (trunks.get(i).onCall().asksPlugin()) {
                used.add(Use.of(i, trunks.get(i)));
            }
        }
        return used;
    }

    private static void add(
            SidetoneConfig config, List<String> names, PluginKind<? extends PluginEngine> kind, Set<Use> used) {
        for (String name : names) {
            EngineConfig engine = config.engines().get(name);
            if (engine.type().plugin()) {
                used.add(Use.of(engine, kind));
            }
        }
    }

    /**
     * Opens what {@code use} asks for; blocks while its plugin opens it.
     *
     * @throws IllegalArgumentException for a setting that the engine does not support; the message names it
     * @throws PluginUnavailableException when no plugin provides the engine, or it does not run on this machine
     * @throws UnusableModelException when the plugin cannot use its model or an option
     */
    public void open(Use use) throws PluginUnavailableException, UnusableModelException {
        opened.put(
                use,
                shared.<PluginEngine, PluginUnavailableException, UnusableModelException>use(
                        use, () -> plugins.open(use.kind(), use.entry())));
    }

    private <E extends PluginEngine> E engine(EngineConfig engine, PluginKind<E> kind) {
        return kind.engine().cast(engine(Use.of(engine, kind)));
    }

    /** Returns what was opened for {@code use}. */
    PluginEngine engine(Use use) {
        return opened.get(use).part();
    }

    /** Returns the recognizer that was opened for {@code engine}. */
    public Recognizer recognizer(EngineConfig engine) {
        return engine(engine, PluginKind.RECOGNIZER);
    }

    /** Returns the model of {@code engine}, which was opened, as {@code agent} uses it. */
    public DialogueModel dialogue(EngineConfig engine, AgentConfig agent, ActionInvoker actions) {
        return engine(engine, PluginKind.DIALOGUE)
                .of(new DialoguePlugin.Agent(
                        agent.name(),
                        agent.prompt(),
                        agent.greeting().orElse(""),
                        agent.texts(),
                        actions::definitions));
    }

    /** Returns the voice that was opened for {@code engine}. */
    public Synthesizer synthesizer(EngineConfig engine) {
        return engine(engine, PluginKind.SYNTHESIZER);
    }

    /** Returns the action that was opened for {@code action}. */
    public ActionPlugin.Engine action(ActionConfig action) {
        return PluginKind.ACTION.engine().cast(engine(Use.of(action)));
    }

    /** Returns the router that was opened for {@code agent}. */
    public RouterPlugin.Engine router(AgentConfig agent) {
        return PluginKind.ROUTER.engine().cast(engine(Use.of(agent)));
    }

    /** Returns the router that was opened for {@code trunk}, which stands at {@code index}. */
    public RouterPlugin.Engine router(int index, SipConfig.Trunk trunk) {
        return PluginKind.ROUTER.engine().cast(engine(Use.of(index, trunk)));
    }

    /** Returns why actions and routers of plugins are of no use, in words; agents say themselves what their engines lack. */
    public List<String> problems() {
        List<String> problems = new ArrayList<>();
        opened.forEach((use, part) -> {
            EngineHealth health = health(part.part()::health);
            if (OF_NO_AGENT.contains(use.kind()) && !health.up()) {
                problems.add(use.kind() + " " + use.name() + ": " + health.detail());
            }
        });
        return problems;
    }

    /** Returns what an engine says of itself; one of a plugin may fail even at that. */
    public static EngineHealth health(Supplier<EngineHealth> asked) {
        try {
            return asked.get();
        } catch (RuntimeException | LinkageError fault) {
            return EngineHealth.down("cannot say how it is (" + fault + "); tell the author of its plugin");
        }
    }

    /** Closes the engines that no other configuration uses. */
    @Override
    public void close() {
        opened.values().forEach(SharedParts.Use::close);
        opened.clear();
    }
}

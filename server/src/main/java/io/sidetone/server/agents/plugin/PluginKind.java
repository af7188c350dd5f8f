package io.sidetone.server.agents.plugin;

import io.sidetone.core.port.plugin.ActionPlugin;
import io.sidetone.core.port.plugin.DialoguePlugin;
import io.sidetone.core.port.plugin.Plugin;
import io.sidetone.core.port.plugin.RecognizerPlugin;
import io.sidetone.core.port.plugin.RouterPlugin;
import io.sidetone.core.port.plugin.SynthesizerPlugin;
import io.sidetone.core.port.vad.VoiceActivityEngine;
import io.sidetone.core.port.vad.VoiceActivityPlugin;
import java.util.List;
import java.util.function.Function;

/**
 * A kind of plugins: how those of it are found, named and described. A new kind is a constant and a place in {@link #ALL}.
 *
 * @param <E> what plugins of the kind open
 */
public final class PluginKind<E> {
    /** Detectors of speech. */
    static final PluginKind<VoiceActivityEngine> DETECTOR = new PluginKind<>(
            "detector",
            VoiceActivityPlugin.class,
            VoiceActivityEngine.class,
            plugin -> ((VoiceActivityPlugin) plugin).source(),
            plugin -> ((VoiceActivityPlugin) plugin).description());

    /** Speech to text. */
    public static final PluginKind<RecognizerPlugin.Engine> RECOGNIZER =
            of("recognizer", RecognizerPlugin.class, RecognizerPlugin.Engine.class);

    /** Text to text. */
    public static final PluginKind<DialoguePlugin.Engine> DIALOGUE =
            of("dialogue", DialoguePlugin.class, DialoguePlugin.Engine.class);

    /** Text to speech. */
    public static final PluginKind<SynthesizerPlugin.Engine> SYNTHESIZER =
            of("synthesizer", SynthesizerPlugin.class, SynthesizerPlugin.Engine.class);

    /** Actions of agents. */
    public static final PluginKind<ActionPlugin.Engine> ACTION =
            of("action", ActionPlugin.class, ActionPlugin.Engine.class);

    /** Routers, which say who takes calls. */
    public static final PluginKind<RouterPlugin.Engine> ROUTER =
            of("router", RouterPlugin.class, RouterPlugin.Engine.class);

    /** Every kind, in the order in which a JAR is searched. */
    static final List<PluginKind<?>> ALL = List.of(DETECTOR, RECOGNIZER, DIALOGUE, SYNTHESIZER, ACTION, ROUTER);

    private final String word;
    private final Class<?> service;
    private final Class<E> engine;
    private final Function<Object, String> name;
    private final Function<Object, String> description;

    private PluginKind(
            String word,
            Class<?> service,
            Class<E> engine,
            Function<Object, String> name,
            Function<Object, String> description) {
        this.word = word;
        this.service = service;
        this.engine = engine;
        this.name = name;
        this.description = description;
    }

    private static <E> PluginKind<E> of(String word, Class<?> service, Class<E> engine) {
        return new PluginKind<>(
                word, service, engine, plugin -> ((Plugin<?, ?>) plugin).name(), plugin -> ((Plugin<?, ?>) plugin)
                        .description());
    }

    /** Returns the kind in a word. */
    public String word() {
        return word;
    }

    /** Returns the interface of the plugins, by which the service loader finds them. */
    Class<?> service() {
        return service;
    }

    /** Returns what plugins of the kind open. */
    public Class<E> engine() {
        return engine;
    }

    /** Returns the name of {@code plugin}, which is of this kind. */
    String name(Object plugin) {
        return name.apply(plugin);
    }

    /** Returns what {@code plugin} is, in a few words. */
    String description(Object plugin) {
        return description.apply(plugin);
    }

    @Override
    public String toString() {
        return word;
    }
}

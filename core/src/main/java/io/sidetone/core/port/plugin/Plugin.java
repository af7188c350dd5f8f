package io.sidetone.core.port.plugin;

/**
 * Something behind a port that is not part of this program. A plugin implements one of the interfaces below this one, and
 * names its class in {@code META-INF/services}, where {@link java.util.ServiceLoader} finds it. The class needs a public
 * constructor without parameters, which must be quick.
 *
 * @param <O> its options: a record whose components carry {@link io.sidetone.core.setting.Key}. In the configuration they
 *     are names and texts; the server reads them into the record, and reports unknown names and wrong values by line
 * @param <E> what it opens
 */
public sealed interface Plugin<O extends Record, E extends PluginEngine>
        permits RecognizerPlugin, DialoguePlugin, SynthesizerPlugin, ActionPlugin, RouterPlugin {
    /** Returns the name by which the configuration asks for it; unique among the plugins of its kind. */
    String name();

    /** Returns what it is, and its version, in a few words. Loads nothing native. */
    String description();

    /** Returns the options with their default values. */
    O options();

    /**
     * Opens the engine, once for each entry of the configuration that names the plugin. May block, for example while a model
     * is loaded: the server begins when it returns. A service that cannot be reached now is no reason to fail here: the
     * engine is then down ({@link PluginEngine#health}).
     *
     * @param options as the configuration gives them
     * @throws UnusableOptionException when an option, the model or the key cannot be used
     * @throws LinkageError when a native library cannot be loaded
     */
    E open(O options, PluginContext context) throws UnusableOptionException;
}

package io.sidetone.server.agents.plugin;

import io.sidetone.config.SileroConfig;
import io.sidetone.config.binding.OptionReader;
import io.sidetone.config.problem.Nearest;
import io.sidetone.core.disk.OwnerOnly;
import io.sidetone.core.port.plugin.Plugin;
import io.sidetone.core.port.plugin.PluginEngine;
import io.sidetone.core.port.plugin.UnusableOptionException;
import io.sidetone.core.port.vad.UnusableModelException;
import io.sidetone.core.port.vad.VoiceActivityEngine;
import io.sidetone.core.port.vad.VoiceActivityOptions;
import io.sidetone.core.port.vad.VoiceActivityPlugin;
import io.sidetone.core.turn.SpeechSource;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.PluginConnections;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * The plugins of a folder: each JAR in it is one plugin, and each folder of JARs in it is one plugin. Each plugin has
 * its own class loader. A plugin that cannot be loaded is an error only when a call needs it.
 */
public final class Plugins implements AutoCloseable {
    /** The most providers that are read from one JAR. */
    private static final int MAX_PROVIDERS = 64;

    /** Plugins that this build makes. */
    private static final Set<String> OWN = Set.of("silero", "vosk");

    /** By kind and name. */
    private final Map<PluginKind<?>, Map<String, Object>> loaded = new LinkedHashMap<>();

    private final List<PluginClassLoader> loaders = new ArrayList<>();
    private final List<String> found = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private EngineNet net;

    private Plugins() {
        PluginKind.ALL.forEach(kind -> loaded.put(kind, new LinkedHashMap<>()));
    }

    /** Loads the plugins of {@code folder}; none when it is empty. */
    public static Plugins load(Optional<Path> folder) {
        Plugins plugins = new Plugins();
        if (folder.isPresent()) {
            for (Path entry :
                    safe(folder.get(), plugins.problems) ? list(folder.get(), plugins.problems) : List.<Path>of()) {
                if (Files.isDirectory(entry)) {
                    plugins.load(entry, jars(entry, plugins.problems));
                } else if (jar(entry)) {
                    plugins.load(entry, List.of(entry));
                }
            }
        }
        return plugins;
    }

    private static List<Path> list(Path folder, List<String> problems) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList();
        } catch (IOException e) {
            problems.add(folder + ": cannot be read (" + e.getMessage() + "); name a folder this user may read");
            return List.of();
        }
    }

    private static List<Path> jars(Path folder, List<String> problems) {
        return list(folder, problems).stream().filter(Plugins::jar).toList();
    }

    private static boolean jar(Path file) {
        return file.getFileName().toString().endsWith(".jar");
    }

    /** Returns whether nobody else can put a file there: what is loaded runs with every right of the server. */
    private static boolean safe(Path place, List<String> problems) {
        Optional<String> problem = OwnerOnly.replaceable(place);
        problem.ifPresent(why -> problems.add(place + ": is not loaded, because " + why));
        return problem.isEmpty();
    }

    private void load(Path plugin, List<Path> jars) {
        if (!safe(plugin, problems) || !jars.stream().allMatch(jar -> safe(jar, problems))) {
            return;
        }
        URL[] urls = new URL[jars.size()];
        for (int i = 0; i < urls.length; i++) {
            try (JarFile readable = new JarFile(jars.get(i).toFile())) {
                urls[i] = Path.of(readable.getName()).toUri().toURL();
            } catch (MalformedURLException e) {
                throw new IllegalStateException(jars.get(i) + " has no URL", e);
            } catch (IOException e) {
                problems.add(jars.get(i) + ": is no JAR that can be read (" + e.getMessage() + "); copy it anew");
                return;
            }
        }
        PluginClassLoader loader = new PluginClassLoader(
                plugin.getFileName().toString(), urls, VoiceActivityPlugin.class.getClassLoader());
        loaders.add(loader);
        int before = found.size() + problems.size();
        PluginKind.ALL.forEach(kind -> providers(plugin, loader, kind));
        if (found.size() + problems.size() == before) {
            problems.add(plugin + ": holds no plugin of this version; put libraries into the folder of the plugin that"
                    + " needs them, or remove it");
        }
    }

    private void providers(Path plugin, PluginClassLoader loader, PluginKind<?> kind) {
        Iterator<? extends ServiceLoader.Provider<?>> providers =
                ServiceLoader.load(kind.service(), loader).stream().iterator();
        for (int i = 0; i < MAX_PROVIDERS; i++) {
            try {
                if (!providers.hasNext()) {
                    break;
                }
                ServiceLoader.Provider<?> provider = providers.next();
                if (provider.type().getClassLoader() == loader) {
                    add(plugin, kind, provider.get());
                }
            } catch (ServiceConfigurationError | LinkageError | RuntimeException e) {
                problems.add(plugin + ": cannot be loaded (" + reason(e)
                        + "); it was made for another version of Sidetone or of Java, or a JAR of it is missing");
            }
        }
    }

    private void add(Path plugin, PluginKind<?> kind, Object brought) {
        String name = kind.name(brought);
        String description = kind.description(brought);
        Object first = loaded.get(kind).putIfAbsent(name, brought);
        if (first == null) {
            found.add("plugin " + plugin.getFileName() + ": " + name + ", " + description);
        } else {
            problems.add(plugin + ": " + brought.getClass().getName() + " brings the " + kind + " " + name
                    + ", and so does " + first.getClass().getName() + ", which is used; remove one of them");
        }
    }

    private static String reason(Throwable fault) {
        Throwable cause = fault.getCause() == null ? fault : fault.getCause();
        String text = cause == fault ? fault.getMessage() : fault.getMessage() + ": " + cause;
        return String.valueOf(text).strip().replaceAll("\\s*\\R\\s*", " ");
    }

    /** Returns what was loaded, one line each. */
    public List<String> found() {
        return List.copyOf(found);
    }

    /** Returns what could not be loaded, each as {@code what: problem; remedy}. */
    public List<String> problems() {
        return List.copyOf(problems);
    }

    /**
     * Opens the network that scores the speech of all calls, as configured; {@link VoiceActivityEngine#none} when it is
     * off.
     */
    public VoiceActivityEngine detector(SileroConfig silero) throws PluginUnavailableException, UnusableModelException {
        return silero.model().isEmpty()
                ? VoiceActivityEngine.none()
                : detector(new VoiceActivityOptions(silero.model().get(), silero.threads(), silero.intervalMs()));
    }

    /**
     * Opens the network that scores the speech of all calls.
     *
     * @throws PluginUnavailableException when the plugin is missing, or does not run on this machine
     * @throws UnusableModelException when the model is missing or is of another kind
     */
    public VoiceActivityEngine detector(VoiceActivityOptions options)
            throws PluginUnavailableException, UnusableModelException {
        String name = SpeechSource.SILERO.wireName();
        VoiceActivityPlugin plugin = (VoiceActivityPlugin) present(PluginKind.DETECTOR, name, "vad.silero.model");
        try {
            return plugin.open(options);
        } catch (UnusableModelException e) {
            throw new UnusableModelException("vad.silero.model: " + e.getMessage());
        } catch (LinkageError | RuntimeException e) {
            throw notHere(name, plugin, e);
        }
    }

    /**
     * Opens what a plugin brings; blocks for as long as the plugin takes.
     *
     * @throws PluginUnavailableException when the plugin is missing, or does not run on this machine
     * @throws UnusableModelException when the plugin cannot use what the configuration gives it; the message names it
     * @throws IllegalArgumentException for unknown options and wrong values; the message lists all of them
     */
    public <E> E open(PluginKind<E> kind, PluginUse use) throws PluginUnavailableException, UnusableModelException {
        Plugin<?, ?> plugin = (Plugin<?, ?>) present(kind, use.plugin(), use.path());
        PluginEngine opened = opened(plugin, use);
        if (!kind.engine().isInstance(opened)) {
            throw notHere(use.plugin(), plugin, new IllegalStateException("it opened " + opened));
        }
        return kind.engine().cast(opened);
    }

    private <O extends Record, E extends PluginEngine> E opened(Plugin<O, E> plugin, PluginUse use)
            throws PluginUnavailableException, UnusableModelException {
        O options = options(plugin, use);
        try {
            return plugin.open(options, use.context(new PluginConnections(net(), use.path())));
        } catch (UnusableOptionException e) {
            throw new UnusableModelException(use.pathOf(e.option()) + ": " + e.getMessage());
        } catch (LinkageError | RuntimeException e) {
            throw notHere(use.plugin(), plugin, e);
        }
    }

    private static <O extends Record> O options(Plugin<O, ?> plugin, PluginUse use) throws PluginUnavailableException {
        O usual;
        try {
            usual = plugin.options();
        } catch (LinkageError | RuntimeException e) {
            throw notHere(use.plugin(), plugin, e);
        }
        try {
            return OptionReader.read(use.path() + ".options", use.options(), use.lines(), usual);
        } catch (IllegalStateException undeclared) {
            throw notHere(use.plugin(), plugin, undeclared);
        }
    }

    /** The network of every plugin, with a loop that starts with the first connection. */
    private synchronized EngineNet net() {
        if (net == null) {
            net = EngineNet.open(1);
        }
        return net;
    }

    private Object present(PluginKind<?> kind, String name, String needs) throws PluginUnavailableException {
        Map<String, Object> known = loaded.get(kind);
        Object plugin = known.get(name);
        if (plugin == null) {
            List<String> all = new ArrayList<>(problems);
            all.add(
                    OWN.contains(name)
                            ? "plugins: the plugin " + name + " is missing, which " + needs
                                    + " needs; put its folder, which the build makes in plugins/" + name
                                    + "/target/plugins, into the folder that plugins names"
                            : "plugins: no " + kind + " plugin is called " + name + ", which " + needs + " names; "
                                    + Nearest.to(name, known.keySet())
                                            .map(near -> "did you mean " + near + "?")
                                            .orElse("put it into the folder that plugins names"));
            throw new PluginUnavailableException(all);
        }
        return plugin;
    }

    private static PluginUnavailableException notHere(String name, Object plugin, Throwable fault) {
        return new PluginUnavailableException(List.of("plugin " + name + ": "
                + plugin.getClass().getName()
                + (fault instanceof LinkageError
                        ? " does not run here (" + reason(fault)
                                + "); its native library needs this platform and a folder"
                                + " for temporary files from which programs may run, and the plugin this version of"
                                + " Sidetone"
                        : " could not be opened (" + reason(fault) + "); tell the author of the plugin")));
    }

    @Override
    public void close() {
        if (net != null) {
            net.close();
        }
        for (PluginClassLoader loader : loaders) {
            try {
                loader.close();
            } catch (IOException e) {
                throw new IllegalStateException("the JARs of " + loader.getName() + " could not be closed", e);
            }
        }
    }
}

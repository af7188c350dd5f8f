package io.sidetone.server.plugin;

import io.sidetone.config.SileroConfig;
import io.sidetone.core.port.vad.UnusableModelException;
import io.sidetone.core.port.vad.VoiceActivityEngine;
import io.sidetone.core.port.vad.VoiceActivityOptions;
import io.sidetone.core.port.vad.VoiceActivityPlugin;
import io.sidetone.core.turn.SpeechSource;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.plugin.PluggedRecognizer;
import io.sidetone.speech.plugin.RecognizerOptions;
import io.sidetone.speech.plugin.RecognizerPlugin;
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
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * The plugins of a folder: each JAR in it is one plugin, and each folder of JARs in it is one plugin. Each plugin has
 * its own class loader. A plugin that cannot be loaded is an error only when a call needs it.
 */
public final class Plugins implements AutoCloseable {
    /** The most providers that are read from one JAR. */
    private static final int MAX_PROVIDERS = 64;

    private final Map<String, VoiceActivityPlugin> detectors = new LinkedHashMap<>();
    private final Map<String, RecognizerPlugin> recognizers = new LinkedHashMap<>();
    private final List<PluginClassLoader> loaders = new ArrayList<>();
    private final List<String> found = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    private Plugins() {}

    /** Loads the plugins of {@code folder}; none when it is empty. */
    public static Plugins load(Optional<Path> folder) {
        Plugins plugins = new Plugins();
        if (folder.isPresent()) {
            for (Path entry : list(folder.get(), plugins.problems)) {
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

    private void load(Path plugin, List<Path> jars) {
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
        providers(
                plugin,
                loader,
                VoiceActivityPlugin.class,
                detector -> add(plugin, detectors, detector.source(), detector, detector.description()));
        providers(
                plugin,
                loader,
                RecognizerPlugin.class,
                recognizer -> add(plugin, recognizers, recognizer.type(), recognizer, recognizer.description()));
        if (found.size() + problems.size() == before) {
            problems.add(plugin + ": holds no plugin of this version; put libraries into the folder of the plugin that"
                    + " needs them, or remove it");
        }
    }

    private <P> void providers(Path plugin, PluginClassLoader loader, Class<P> service, Consumer<P> add) {
        Iterator<ServiceLoader.Provider<P>> providers =
                ServiceLoader.load(service, loader).stream().iterator();
        for (int i = 0; i < MAX_PROVIDERS; i++) {
            try {
                if (!providers.hasNext()) {
                    break;
                }
                ServiceLoader.Provider<P> provider = providers.next();
                if (provider.type().getClassLoader() == loader) {
                    add.accept(provider.get());
                }
            } catch (ServiceConfigurationError | LinkageError | RuntimeException e) {
                problems.add(plugin + ": cannot be loaded (" + reason(e)
                        + "); it was made for another version of Sidetone or of Java, or a JAR of it is missing");
            }
        }
    }

    private <P> void add(Path plugin, Map<String, P> known, String what, P brought, String description) {
        P first = known.putIfAbsent(what, brought);
        if (first == null) {
            found.add("plugin " + plugin.getFileName() + ": " + what + ", " + description);
        } else {
            problems.add(plugin + ": " + brought.getClass().getName() + " brings " + what + ", and so does "
                    + first.getClass().getName() + ", which is used; remove one of them");
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
        VoiceActivityPlugin plugin = present(detectors, name, "vad.silero.model");
        try {
            return plugin.open(options);
        } catch (UnusableModelException e) {
            throw new UnusableModelException("vad.silero.model: " + e.getMessage());
        } catch (LinkageError | RuntimeException e) {
            throw notHere(name, plugin, e);
        }
    }

    /**
     * Opens a recognizer.
     *
     * @param type type of the engine in the configuration
     * @throws PluginUnavailableException when the plugin is missing, or does not run on this machine
     * @throws UnusableModelException when its model is missing or of another kind
     */
    public PluggedRecognizer recognizer(
            String type, RecognizerOptions options, EngineMeter meter, LongSupplier nanoClock)
            throws PluginUnavailableException, UnusableModelException {
        RecognizerPlugin plugin = present(recognizers, type, "engines." + options.name());
        try {
            return plugin.open(options, meter, nanoClock);
        } catch (UnusableModelException e) {
            throw new UnusableModelException("engines." + options.name() + ".model: " + e.getMessage());
        } catch (LinkageError | RuntimeException e) {
            throw notHere(type, plugin, e);
        }
    }

    private <P> P present(Map<String, P> known, String name, String needs) throws PluginUnavailableException {
        P plugin = known.get(name);
        if (plugin == null) {
            List<String> all = new ArrayList<>(problems);
            all.add("plugins: the plugin " + name + " is missing, which " + needs
                    + " needs; put its folder, which the build makes in " + name
                    + "/target/plugins, into the folder that plugins names");
            throw new PluginUnavailableException(all);
        }
        return plugin;
    }

    private static PluginUnavailableException notHere(String name, Object plugin, Throwable fault) {
        return new PluginUnavailableException(List.of("plugin " + name + ": "
                + plugin.getClass().getName()
                + " does not run here (" + reason(fault) + "); its native library needs this platform and a folder for"
                + " temporary files from which programs may run"));
    }

    @Override
    public void close() {
        for (PluginClassLoader loader : loaders) {
            try {
                loader.close();
            } catch (IOException e) {
                throw new IllegalStateException("the JARs of " + loader.getName() + " could not be closed", e);
            }
        }
    }
}

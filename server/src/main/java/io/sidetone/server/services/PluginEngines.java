package io.sidetone.server.services;

import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.agent.AgentConfig;
import io.sidetone.config.engine.EngineConfig;
import io.sidetone.core.port.EngineKind;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.vad.UnusableModelException;
import io.sidetone.server.plugin.PluginUnavailableException;
import io.sidetone.server.plugin.Plugins;
import io.sidetone.server.reload.SharedParts;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.plugin.PluggedRecognizer;
import io.sidetone.speech.plugin.RecognizerOptions;
import io.sidetone.speech.probe.Probe;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** The engines of plugins. Each is opened once, with its model, and shared by every agent that names it. */
public final class PluginEngines implements AutoCloseable {
    private final Plugins plugins;
    private final EngineMeters meters;
    private final SharedParts shared;
    private final Map<String, SharedParts.Use<PluggedRecognizer>> recognizers = new LinkedHashMap<>();

    /** Creates the engines of {@code plugins}; opens none. */
    public PluginEngines(Plugins plugins) {
        this(plugins, new EngineMeters(), new SharedParts());
    }

    /**
     * The same.
     *
     * @param meters count what the engines do
     * @param shared engines that other configurations opened
     */
    public PluginEngines(Plugins plugins, EngineMeters meters, SharedParts shared) {
        this.plugins = plugins;
        this.meters = meters;
        this.shared = shared;
    }

    /** Returns the engines of plugins that the agents of {@code config} use. */
    public static Set<EngineConfig> used(SidetoneConfig config) {
        Set<EngineConfig> used = new LinkedHashSet<>();
        for (AgentConfig agent : config.agents()) {
            for (String name : agent.recognizers()) {
                EngineConfig engine = config.engines().get(name);
                if (engine.type().plugin()) {
                    used.add(engine);
                }
            }
        }
        return used;
    }

    /**
     * Returns the options of {@code engine}.
     *
     * @throws IllegalArgumentException for a setting that the engine does not support; the message names it
     */
    public static RecognizerOptions options(EngineConfig engine) {
        return ServiceOptions.of(
                engine,
                RecognizerOptions.of(engine.name(), Path.of(engine.service().model())));
    }

    /**
     * Opens {@code engine}; blocks while its model is loaded.
     *
     * @throws IllegalArgumentException for a setting that the engine does not support; the message names it
     * @throws PluginUnavailableException when no plugin provides the engine, or it does not run on this machine
     * @throws UnusableModelException when its model is missing or of another kind
     */
    public void open(EngineConfig engine) throws PluginUnavailableException, UnusableModelException {
        RecognizerOptions options = options(engine);
        SharedParts.Use<PluggedRecognizer> use =
                shared.<PluggedRecognizer, PluginUnavailableException, UnusableModelException>use(
                        engine,
                        () -> plugins.recognizer(engine.type().wireName(), options, meter(engine), System::nanoTime));
        recognizers.put(engine.name(), use);
    }

    /** Returns the recognizer that was opened for {@code engine}. */
    public Recognizer recognizer(EngineConfig engine) {
        return recognizers.get(engine.name()).part();
    }

    /** Returns the meter of {@code engine}. */
    public EngineMeter meter(EngineConfig engine) {
        return meters.of(engine.name(), EngineKind.RECOGNIZER);
    }

    /** Returns the probe of {@code engine}. */
    Probe probe(EngineConfig engine) {
        return recognizers.get(engine.name()).part();
    }

    /** Closes the engines that no other configuration uses. */
    @Override
    public void close() {
        recognizers.values().forEach(SharedParts.Use::close);
        recognizers.clear();
    }
}

package io.sidetone.speech.plugin;

import io.sidetone.core.port.vad.UnusableModelException;
import io.sidetone.speech.meter.EngineMeter;
import java.util.function.LongSupplier;

/** A recognizer found by {@link java.util.ServiceLoader} in the JARs of a plugin. */
public interface RecognizerPlugin {
    /** Returns the type of engine that the configuration names. */
    String type();

    /** Returns its name and version in a few words, without loading native libraries. */
    String description();

    /**
     * Loads the model and opens the recognizer; blocks for as long as the model takes to load.
     *
     * @param meter counts what the engine does
     * @param nanoClock monotonic, in ns
     * @throws UnusableModelException when the model is missing, or is not of this plugin's kind
     * @throws LinkageError when a native library cannot be loaded
     */
    PluggedRecognizer open(RecognizerOptions options, EngineMeter meter, LongSupplier nanoClock)
            throws UnusableModelException;
}

package io.sidetone.speech.plugin;

import io.sidetone.core.port.vad.UnusableModelException;
import io.sidetone.speech.meter.EngineMeter;
import java.util.function.LongSupplier;

/** A recognizer found by {@link java.util.ServiceLoader} in the JARs of a plugin. */
public interface RecognizerPlugin {
    /** Returns the type of engine that it is, as the configuration has it. */
    String type();

    /** Returns what it is and of which version, in a few words, without loading anything native. */
    String description();

    /**
     * Loads the model and begins to serve; takes as long as the model is large.
     *
     * @param meter counts what it does
     * @param nanoClock the time
     * @throws UnusableModelException when the model is not there or not what this plugin runs
     * @throws LinkageError when a native library cannot be loaded
     */
    PluggedRecognizer open(RecognizerOptions options, EngineMeter meter, LongSupplier nanoClock)
            throws UnusableModelException;
}

package io.sidetone.speech.plugin;

import io.sidetone.core.port.Recognizer;
import io.sidetone.speech.probe.Probe;

/** An open recognizer of a plugin: one model for all its calls. */
public interface PluggedRecognizer extends Recognizer, Probe, AutoCloseable {
    /** Closes every session and the model, once. */
    @Override
    void close();
}

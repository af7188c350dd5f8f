package io.sidetone.core.port.vad;

/** A detector that is not part of this program: found by {@link java.util.ServiceLoader} in the JARs of a plugin. */
public interface VoiceActivityPlugin {
    /** Returns the name of the source of speech evidence that it is, as policies have it. */
    String source();

    /** Returns what it is and of which version, in a few words, without loading anything native. */
    String description();

    /**
     * Loads the model.
     *
     * @throws UnusableModelException when the file is not there or not what this plugin runs
     * @throws LinkageError when a native library cannot be loaded
     */
    VoiceActivityEngine open(VoiceActivityOptions options) throws UnusableModelException;
}

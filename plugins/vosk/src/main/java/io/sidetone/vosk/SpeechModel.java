package io.sidetone.vosk;

import io.sidetone.core.port.vad.UnusableModelException;
import java.util.List;

/** A loaded model, immutable and shared. Thread-safe. */
interface SpeechModel extends AutoCloseable {
    /** Way in which a model is loaded. */
    @FunctionalInterface
    interface Source {
        /**
         * Loads it.
         *
         * @throws UnusableModelException when the library refuses it
         * @throws LinkageError when the library is not for this machine
         */
        SpeechModel load(ModelFolder folder) throws UnusableModelException;
    }

    /** Returns whether {@code word} can be recognized. */
    boolean knows(String word);

    /**
     * Makes a decoder for one thread at a time.
     *
     * @param phrases what may be said; empty for anything the model knows
     * @throws IllegalStateException when the library refuses
     */
    SpeechDecoder decoder(List<String> phrases);

    /** Lets go of the model; decoders that are still open keep what they need of it. */
    @Override
    void close();
}

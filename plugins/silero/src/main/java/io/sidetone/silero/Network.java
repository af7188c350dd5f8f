package io.sidetone.silero;

import io.sidetone.core.port.vad.UnusableModelException;

/** Network that computes probabilities. One thread at a time. */
interface Network extends AutoCloseable {
    /** Computes {@link WindowBatch#output} and {@link WindowBatch#nextState} of the windows in {@code batch}. */
    void run(WindowBatch batch);

    @Override
    void close();

    /** Loads a network. */
    @FunctionalInterface
    interface Source {
        /** Returns a network that has proved to work. */
        Network load() throws UnusableModelException;
    }
}

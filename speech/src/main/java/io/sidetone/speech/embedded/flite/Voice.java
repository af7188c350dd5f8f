package io.sidetone.speech.embedded.flite;

/** Converts text to samples, one text at a time. Not thread-safe. */
public interface Voice extends AutoCloseable {
    /** Rate of the samples in Hz. */
    int sampleRateHz();

    /**
     * Speaks {@code text} into {@code sink}; returns at the end, or when the sink stops it.
     *
     * @param text text filtered by {@link SpeakableText}
     */
    void speak(String text, Sink sink);

    @Override
    void close();

    /** Receives the samples on the thread that called {@link Voice#speak}. */
    interface Sink {
        /** Receives the words of the text, once, before any audio. */
        void words(SpokenWords words);

        /**
         * Receives the next samples, mono PCM16 at {@link Voice#sampleRateHz}. The array is only lent. Returns whether
         * to continue.
         */
        boolean audio(short[] pcm, int samples);
    }
}

package io.sidetone.speech.embedded.flite;

/** Text to samples, one text at a time. Not thread-safe. */
public interface Voice extends AutoCloseable {
    /** Rate of the samples in Hz. */
    int sampleRateHz();

    /**
     * Speaks {@code text} into {@code sink}; returns when it is done or the sink has had enough.
     *
     * @param text as {@link SpeakableText} made it
     */
    void speak(String text, Sink sink);

    @Override
    void close();

    /** Where the samples go; called on the thread that called {@link Voice#speak}. */
    interface Sink {
        /** The words of the text, once, before any audio. */
        void words(SpokenWords words);

        /** The next samples; the array is only lent. Returns whether to go on. */
        boolean audio(short[] pcm, int samples);
    }
}

package io.sidetone.vosk;

/** Decodes one utterance after the other. One thread at a time; nothing may be called after {@link #close}. */
interface SpeechDecoder extends AutoCloseable {
    /**
     * Takes audio.
     *
     * @param pcm PCM16 mono at the model's rate, from the beginning of the array
     * @return whether the words so far are finished: {@link #segment} gives them
     * @throws IllegalStateException when the decoder broke
     */
    boolean accept(short[] pcm, int samples);

    /** Returns, as JSON, the words of the finished stretch; what follows begins anew. */
    String segment();

    /** Returns, as JSON, the words so far of the present stretch. */
    String partial();

    /** Ends the utterance and returns, as JSON, the words of its last stretch; of its sound nothing is left for the next. */
    String last();

    /** Frees it, once. */
    @Override
    void close();
}

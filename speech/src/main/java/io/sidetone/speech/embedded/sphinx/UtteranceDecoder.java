package io.sidetone.speech.embedded.sphinx;

import io.sidetone.speech.feed.FrameRing;

/**
 * A recognizer that serves one call at a time. Not thread-safe: it moves from thread to thread with the call's session.
 * A failure of the library throws {@link IllegalStateException}; the decoder is then unusable.
 */
public interface UtteranceDecoder extends FrameRing.Consumer, AutoCloseable {
    /** Selects the grammar of the next utterance by name. */
    void select(String grammar);

    /** Begins an utterance. */
    void start();

    /** Adds PCM16 mono at 16 kHz, at most 20 ms. */
    void process(short[] pcm, int offset, int samples);

    @Override
    default void frame(short[] pcm, int offset, int samples) {
        process(pcm, offset, samples);
    }

    /** Returns the words so far, or those of the ended utterance; empty when there are none. */
    String hypothesis();

    /** Ends the utterance. */
    void end();

    /**
     * Confirms that the ended utterance was speech: later ones begin with what the decoder learnt of the line. Without
     * this call they begin with the earlier state, so that a cough cannot spoil the words after it.
     */
    void adapt();

    @Override
    void close();

    /** Opens decoders that have the same grammars. */
    @FunctionalInterface
    interface Opener {
        /** Opens a decoder; throws when it cannot. */
        UtteranceDecoder open();
    }
}

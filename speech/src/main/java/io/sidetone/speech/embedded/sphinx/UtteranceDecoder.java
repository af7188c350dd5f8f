package io.sidetone.speech.embedded.sphinx;

import io.sidetone.speech.feed.FrameRing;

/**
 * One recognizer of one call at a time. Not thread-safe: it passes from thread to thread with the call's session.
 * A failure of the library is an {@link IllegalStateException}; the decoder is then unusable.
 */
public interface UtteranceDecoder extends FrameRing.Consumer, AutoCloseable {
    /** Chooses the grammar of the next utterance, by name. */
    void select(String grammar);

    /** Begins an utterance. */
    void start();

    /** Adds PCM16 mono at 16 kHz, at most 20 ms. */
    void process(short[] pcm, int offset, int samples);

    @Override
    default void frame(short[] pcm, int offset, int samples) {
        process(pcm, offset, samples);
    }

    /** The words so far, or of the ended utterance; empty when there are none. */
    String hypothesis();

    /** Ends the utterance. */
    void end();

    /**
     * The utterance that ended was speech: later ones begin with what was learnt of the line. Without it they begin where
     * this one began, so that a cough cannot deafen the decoder for the words after it.
     */
    void adapt();

    @Override
    void close();

    /** Opens decoders that know the same grammars. */
    @FunctionalInterface
    interface Opener {
        /** Opens one; throws when it cannot. */
        UtteranceDecoder open();
    }
}

package io.sidetone.speech.watch;

import io.sidetone.core.port.EngineFailure;

/**
 * Hears of one session of an engine: requests on the lane, answers on the engine's thread. It must neither block nor
 * throw. Clauses are those of a voice and 0 elsewhere; times are the clock's, in ns. No method has a default: a new one
 * has to be considered by every listener.
 */
public interface EngineListener {
    /** An utterance begins, a response or a clause of {@code characters} is asked for. */
    void asked(long token, int clause, int characters, long nowNs);

    /** The utterance {@code token} has ended after {@code audioMs}, or was dropped: its words are due. */
    void ended(long token, long audioMs, long nowNs);

    /** A piece of an answer: a partial transcript, text, an action, or {@code audioMs} of audio. */
    void piece(long token, int clause, long audioMs, long nowNs);

    /** What was asked for is complete. */
    void done(long token, int clause, long nowNs);

    /** What was asked for failed. */
    void failed(long token, int clause, EngineFailure failure, long nowNs);

    /** Nothing more is wanted of what has {@code token}, or of a voice of any token up to it. */
    void cancelled(long token, long nowNs);

    /** The session could not be opened. */
    void unreachable(EngineFailure failure);
}

package io.sidetone.speech.watch;

import io.sidetone.core.port.EngineFailure;

/**
 * Receives the events of one session of an engine: requests on the lane, answers on the engine's thread. It must
 * neither block nor throw. Clauses are numbers of a voice's clauses and 0 elsewhere; times are the clock's, in ns. No
 * method has a default, so that every listener must handle a new one.
 */
public interface EngineListener {
    /** An utterance begins, or a response or a clause of {@code characters} is requested. */
    void asked(long token, int clause, int characters, long nowNs);

    /** The utterance {@code token} has ended after {@code audioMs}, or was dropped: its words are awaited. */
    void ended(long token, long audioMs, long nowNs);

    /** A piece of an answer: a partial transcript, text, an action, or {@code audioMs} of audio. */
    void piece(long token, int clause, long audioMs, long nowNs);

    /** The request is complete. */
    void done(long token, int clause, long nowNs);

    /** The request failed. */
    void failed(long token, int clause, EngineFailure failure, long nowNs);

    /** The request of {@code token} was cancelled; for a voice every token up to it. */
    void cancelled(long token, long nowNs);

    /** The session could not be opened. */
    void unreachable(EngineFailure failure);
}

package io.sidetone.speech.voice;

import io.sidetone.core.port.EngineFailure;

/** The part of a {@link VoiceSession} that differs between services. The session's loop only. */
public interface VoiceDriver {
    /** Opens the service; {@link VoiceSession#opened} or {@link VoiceSession#lost} follows. */
    void open();

    /**
     * Requests a clause; its audio, and then its end, are reported to the session.
     *
     * @return false if it is not possible now; the driver calls {@link VoiceSession#pump} when it is
     */
    boolean ask(SpokenClause clause);

    /** Drops a requested clause, finished or not. */
    void drop(SpokenClause clause);

    /** The service is silent although {@code clause} was requested: every pending clause fails with {@code failure}. */
    void hung(SpokenClause clause, EngineFailure failure);

    /** Returns whether a request may have to wait for a connection. */
    default boolean dials() {
        return false;
    }

    /** Turns reading from the service on or off: it may be far ahead of playout. */
    void reading(boolean on);

    /** {@code ms} of a clause were published. */
    default void published(SpokenClause clause, int ms) {}

    /** Releases everything; {@link VoiceSession#released} follows. */
    void close();
}

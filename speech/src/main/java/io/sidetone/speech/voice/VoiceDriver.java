package io.sidetone.speech.voice;

import io.sidetone.core.port.EngineFailure;

/** What is particular to one service, under a {@link VoiceSession}. The session's loop only. */
public interface VoiceDriver {
    /** Begins; {@link VoiceSession#opened} or {@link VoiceSession#lost} follows. */
    void open();

    /**
     * Asks the service for a clause; its audio, and then its end, are reported to the session.
     *
     * @return false if that is not possible now; {@link VoiceSession#pump} is called when it is
     */
    boolean ask(SpokenClause clause);

    /** Drops a clause that was asked for, whether it is over or not. */
    void drop(SpokenClause clause);

    /** A service that was asked for {@code clause} says nothing: what is under way fails with {@code failure}. */
    void hung(SpokenClause clause, EngineFailure failure);

    /** Whether what is asked for may have to wait for a connection. */
    default boolean dials() {
        return false;
    }

    /** Whether the service is read: it may be far ahead of playout. */
    void reading(boolean on);

    /** So much of a clause was published. */
    default void published(SpokenClause clause, int ms) {}

    /** Lets go of everything; leads to {@link VoiceSession#released}. */
    void close();
}

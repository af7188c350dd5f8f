package io.sidetone.core.port;

/** Synthesis for one call. Called on the lane thread: no method blocks. Clauses of a token are spoken in order. */
public interface SynthesisSession {
    /**
     * Asks for {@code text} as clause {@code clause} (0, 1, 2 …) of the turn {@code token}. The call's credit bounds how
     * far ahead audio may be published, not what may be asked for.
     */
    void speak(long token, int clause, String text);

    /** Allows {@code ms} more audio to be published for {@code token}; the lane grants what has been played. */
    void credit(long token, int ms);

    /** Drops every clause whose token is at or below {@code throughToken}. */
    void cancel(long throughToken);

    /** Releases everything; {@link SynthesisEvents#closed} follows, once. */
    void close();
}

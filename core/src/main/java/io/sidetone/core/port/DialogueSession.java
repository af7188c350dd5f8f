package io.sidetone.core.port;

import io.sidetone.core.dialogue.History;

/**
 * The dialogue of one call. Called on the lane thread: no method blocks. Answers for a token come through
 * {@link DialogueEvents}: text pieces, actions, then done or failed.
 */
public interface DialogueSession {
    /**
     * Asks for the response to what the caller said.
     *
     * @param input what the caller said or keyed
     * @param history an immutable snapshot of the conversation so far, this input included
     */
    void respond(long token, UserInput input, History.Snapshot history);

    /** Asks for a sentence the agent says unasked: greeting, no-match, no-input, goodbye. */
    void announce(long token, Occasion occasion);

    /** Gives back what an action of {@code token} brought; the response goes on under the same token. */
    void actionResult(long token, ActionResult result);

    /**
     * The turn was cancelled or cut short: whatever it decided but the caller did not hear may have to be said again.
     *
     * @param heardText what the caller heard of it
     */
    void cancelled(long token, String heardText);

    /** The turn was spoken to its end. */
    default void spoken(long token) {}

    /** Releases everything; {@link DialogueEvents#closed} follows, once. */
    void close();
}

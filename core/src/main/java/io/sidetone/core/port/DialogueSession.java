package io.sidetone.core.port;

import io.sidetone.core.dialogue.History;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.port.action.Instructions;

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

    /**
     * Asks for the response to what the caller seems to have said while he may still go on: {@link #adopted} or
     * {@link #discarded} follows. Answered like {@link #respond}; nothing of it is heard or done before it is adopted.
     * Only of sessions whose model is {@linkplain DialogueModel.Capabilities#preemptible preemptible}.
     *
     * @param history as for {@link #respond}; its last entry becomes history only when the answer is adopted
     */
    void prepare(long token, UserInput input, History.Snapshot history);

    /** The caller had finished: what was prepared under {@code token} is the response, as if asked for now. */
    void adopted(long token);

    /** Tells that what was prepared under {@code token} is not wanted: it is stopped and leaves no trace. */
    void discarded(long token);

    /** Asks for a sentence the agent says unasked: greeting, no-match, no-input, goodbye, end of the time. */
    void announce(long token, PromptReason occasion);

    /**
     * Gives back what an action of {@code token} brought; the response goes on under the same token, text or not, and is
     * then done once more. Where that turn is over, nothing said under its token is heard: it is for the model's memory.
     * An action that waits for the end of speech is answered twice: at once with {@code scheduled}, and when it has run.
     */
    void actionResult(long token, ActionResult result);

    /**
     * Gives back what an action brought that had to wait until the agent had finished speaking, and then failed; the
     * model says so under {@code token}, a turn of its own.
     */
    void lateResult(long token, ActionResult result);

    /** The caller's view has changed: {@code text} describes it, in place of what was said of it before (VIP-11). */
    void narratedState(String text);

    /** A client of the call says how it wants the agent to be from the next response on; what cannot follow does not. */
    void briefing(Instructions briefing);

    /**
     * The turn was cancelled or cut short: whatever it decided but the caller did not hear may have to be said again.
     *
     * @param heardText what the caller heard of it
     * @param heardMs how much of the sound of the turn was heard, in ms from its beginning; for services that keep the
     *     turn's sound
     */
    void cancelled(long token, String heardText, long heardMs);

    /** The turn was spoken to its end. */
    void spoken(long token);

    /** Releases everything; {@link DialogueEvents#closed} follows, once. */
    void close();
}

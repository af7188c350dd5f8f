package io.sidetone.speech.dialogue;

import io.sidetone.core.dialogue.History;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.port.action.Instructions;

/**
 * Work of a model in one call: the requests of {@link DialogueSession}, on the event loop of its session. Answers go to
 * the session's {@link DialogueEvents}. Nothing blocks.
 */
public interface DialogueConversation {
    /** Begins; {@link DialogueEvents#ready} follows when requests can be answered. */
    void begin();

    /** See {@link DialogueSession#respond}. */
    void respond(long token, UserInput input, History.Snapshot history);

    /** See {@link DialogueSession#prepare}. */
    void prepare(long token, UserInput input, History.Snapshot history);

    /** See {@link DialogueSession#adopted}. */
    void adopted(long token);

    /** See {@link DialogueSession#discarded}. */
    void discarded(long token);

    /** See {@link DialogueSession#announce}. */
    void announce(long token, PromptReason occasion);

    /** See {@link DialogueSession#actionResult}. */
    void actionResult(long token, ActionResult result);

    /** See {@link DialogueSession#lateResult}. */
    void lateResult(long token, ActionResult result);

    /** See {@link DialogueSession#narratedState}. */
    void narratedState(String text);

    /** See {@link DialogueSession#briefing}. */
    void briefing(Instructions briefing);

    /** See {@link DialogueSession#cancelled}. */
    void cancelled(long token, String heardText, long heardMs);

    /** See {@link DialogueSession#spoken}. */
    void spoken(long token);

    /** Stops what it is doing: it has failed in a way that nobody foresaw. */
    void stop();

    /** Releases everything. Called once, last. */
    void close();
}

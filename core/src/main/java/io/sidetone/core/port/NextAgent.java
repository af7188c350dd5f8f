package io.sidetone.core.port;

import io.sidetone.core.turn.TurnPolicy;

/** An agent that can take over a call, with engines that fit the call's line. Lane thread; the same answers each time. */
public interface NextAgent {
    /** Speech to text. */
    Recognizer recognizer();

    /** Text to text. */
    DialogueModel dialogue();

    /** Text to speech. */
    Synthesizer synthesizer();

    /** Returns what the dialogue may do. */
    ActionInvoker actions();

    /**
     * Returns whether the dialogue's open session goes on as it is where only the language changes: it serves every language, and asked for
     * the change itself.
     */
    boolean keepsDialogue();

    /** Turn-taking. */
    TurnPolicy policy();

    /** Whom it can hand the call over to. */
    AgentDirectory agents();
}

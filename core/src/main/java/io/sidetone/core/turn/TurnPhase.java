package io.sidetone.core.turn;

/** The phases of {@link TurnEngine}: what the floor awaits, and what the caller's voice has done to it so far. */
public enum TurnPhase {
    /** Evidence means nothing. */
    CLOSED,
    /** The floor is free. */
    OPEN,
    /** The agent thinks. */
    THINKING,
    /** The agent thinks; what the caller says is kept as the next turn. */
    THINKING_KEPT,
    /** An action runs. */
    ACTION,
    /** An action runs; what the caller says is kept as the next turn. */
    ACTION_KEPT,
    /** The caller has the floor; silence ends the turn. */
    LISTENING,
    /** The caller was given the floor and has not spoken yet. */
    AWAITING,
    /** The caller holds a button; its release ends the turn. */
    PRESSED,
    /** The agent speaks. */
    SPEAKING,
    /** The agent speaks; what the caller says is kept as the next turn. */
    SPEAKING_KEPT,
    /** The agent has paused until the caller's speech commits or ends. */
    YIELDED,
    /** The agent speaks over noise that made it pause for nothing: it pauses again only after a silence. */
    RESTLESS,
    /** The same; what the caller says is kept as the next turn. */
    RESTLESS_KEPT
}

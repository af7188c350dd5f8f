package io.sidetone.core.turn;

/** How the turn engine reads evidence, by floor state. */
public enum TurnMode {
    /** Nobody has the floor, or the agent is thinking: speech starts a turn. */
    OPEN,
    /** The caller has the floor: silence ends the turn. */
    LISTENING,
    /** The agent speaks and may be interrupted. */
    SPEAKING,
    /** Evidence means nothing now: hold, action, or speech that may not be interrupted. */
    CLOSED
}

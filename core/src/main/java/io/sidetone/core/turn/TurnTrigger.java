package io.sidetone.core.turn;

import java.util.Locale;

/**
 * Events that can happen to a {@link TurnPhase}. {@link TurnEngine} derives triggers from evidence, time and the policy: "long
 * enough" and "may take the floor" are numbers of the policy.
 */
public enum TurnTrigger {
    /** The floor is closed to evidence: hold, set-up. */
    FLOOR_CLOSED,
    /** The floor is free. */
    FLOOR_OPEN,
    /** The agent begins to think. */
    FLOOR_THINKING,
    /** An action begins. */
    FLOOR_ACTION,
    /** The caller has the floor. */
    FLOOR_CALLER,
    /** The agent begins to speak. */
    FLOOR_AGENT,
    /** A button is pressed. */
    PRESS,
    /** The floor is handed to a caller who has said nothing yet. */
    HAND_OVER,
    /** Speech is long enough to take the floor, and may. */
    SPEECH,
    /** A speech source is certain of speech, which may take the floor. */
    CERTAIN_SPEECH,
    /** Speech is long enough to take the floor, and may not. */
    PROTECTED_SPEECH,
    /** Speech makes the agent pause but does not take the floor: it is too short or lacks words. */
    SHORT_SPEECH,
    /** The recognizer understands enough words in speech that made the agent pause. */
    WORDS,
    /** Silence is long enough to resume after. */
    SHORT_SILENCE,
    /** Silence is long enough to end what the caller says. */
    END_SILENCE,
    /** The agent has paused for the longest time allowed. */
    PAUSE_LIMIT,
    /** The caller has had the floor for the longest time allowed. */
    TURN_LIMIT,
    /** The caller who was given the floor has not spoken for the longest time allowed. */
    WAIT_LIMIT;

    /** Returns the name in docs and messages. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

package io.sidetone.core.turn;

/** Meaning of the evidence of a frame, or of the passing of time, for the floor. */
public enum TurnSignal {
    /** Nothing new. */
    NONE,
    /** The caller takes the floor, or begins to speak after it was handed over. */
    SPEECH_START,
    /** The caller may be taking the floor from the agent: pause, discard nothing. */
    YIELD,
    /** The caller takes the floor from the agent: cancel. */
    COMMIT,
    /** The same, on the word of a service that is certain. */
    CERTAIN_COMMIT,
    /** It was nothing: the agent goes on. */
    RESUME,
    /** The caller speaks where the agent may not be interrupted: keep it as the next turn. */
    PENDING_START,
    /** The caller has finished what is kept. */
    PENDING_END,
    /** The caller has finished. */
    END_OF_TURN,
    /** The caller has had the floor for the longest time allowed. */
    TURN_TOO_LONG,
    /** The floor was handed to the caller, who said nothing. */
    NO_SPEECH
}

package io.sidetone.core.turn;

/** Reports of a client that shares the floor machine on its caller's input (VIP 7.3, Vela). */
public enum ClientInput {
    /** The caller's microphone is open for a turn; silence may end it. */
    START,
    /** As START, by a button that is held: only its release ends the turn. */
    PRESS,
    /** The caller's input is complete. */
    END,
    /** The caller took the input back. */
    CANCEL,
    /** The client waited in vain for input. */
    TIMEOUT,
    /** The caller interrupts; silence may end the turn. */
    BARGE_IN,
    /** As BARGE_IN, by a button that is held. */
    BARGE_IN_PRESS,
    /** The client's own detector hears speech: START or BARGE_IN, as the floor is and the policy allows. */
    DETECTED,
    /** A button is held: PRESS or BARGE_IN_PRESS, as the floor is when it comes to that. */
    TALK
}

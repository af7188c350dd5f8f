package io.sidetone.core.turn;

/** Requests of a client to a turn that no engine takes part in (VEL-05, VEL-06). */
public enum MockedRequest {
    /** A whole turn: mocked.turn.trigger. */
    TRIGGER,
    /** A chunk of placeholder input: input_audio.append. */
    APPEND,
    /** The end of placeholder input: input_audio.commit. */
    COMMIT
}

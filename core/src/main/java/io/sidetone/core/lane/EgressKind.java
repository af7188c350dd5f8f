package io.sidetone.core.lane;

/** Requests of an {@link EgressFrame} to the far end. All but {@link #AUDIO} go only to peers that keep what they are sent. */
public enum EgressKind {
    /** 20 ms of sound. */
    AUDIO,
    /** The agent pauses for the caller; what was sent may be taken up again. */
    PAUSE,
    /** The agent goes on after a pause. */
    CONTINUE,
    /** The turn is cancelled: whatever of it the peer still holds is not to be heard. */
    FLUSH,
    /** The turn has been sent to its end. */
    END
}

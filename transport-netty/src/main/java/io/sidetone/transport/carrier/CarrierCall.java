package io.sidetone.transport.carrier;

import io.sidetone.core.call.EndCause;

/** A call as a carrier's session sees it. Event loop only. */
public interface CarrierCall {
    /** Takes audio of the caller in the stream's format; the array is borrowed. */
    void audio(byte[] audio, int length, long nowNs);

    /** Takes a key that was pressed for {@code lengthMs}. */
    void digit(char digit, int lengthMs, long nowNs);

    /** The caller has heard turn {@code token} up to {@code positionMs}. */
    void played(long token, long positionMs, long nowNs);

    /** The output has room again. */
    void writable();

    /** The carrier ended the call or is gone. */
    void hangUp(EndCause cause, long nowNs);
}

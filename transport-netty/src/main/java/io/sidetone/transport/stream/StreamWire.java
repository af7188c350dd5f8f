package io.sidetone.transport.stream;

import io.sidetone.core.control.ControlProgress;
import io.sidetone.core.control.ControlRequest;
import io.sidetone.core.control.EndCause;

/** The dialect's way out: what a call wants written. Event loop of the connection only. */
public interface StreamWire {
    /**
     * Writes 20 ms.
     *
     * @param payload in the stream's outgoing format; valid during the call
     * @param token turn the audio belongs to
     * @param positionMs position of its first sample within the turn
     * @return false when the peer takes no more now: the call keeps it and offers it again, while it lives
     */
    boolean audio(byte[] payload, int length, long token, long positionMs);

    /** Whatever the peer still holds of {@code token} and turns before it is not to be heard: clear it at once. */
    default void clear(long token) {}

    /** The agent pauses for the caller. */
    default void pause(long token) {}

    /** The agent goes on. */
    default void resume(long token) {}

    /** The turn has been written to its end. */
    default void turnEnd(long token, long positionMs) {}

    /** The engines are open: the call may be answered. */
    default void answer() {}

    /** The call is over: say goodbye and close. */
    void hangUp(EndCause cause);

    /** Hands the call on. */
    default void transfer(ControlRequest request, ControlProgress progress) {
        progress.progress(request, ControlProgress.NOT_SUPPORTED, true);
    }

    /** Puts the caller on hold, or takes the caller back. */
    default void hold(ControlRequest request, ControlProgress progress) {
        progress.progress(request, ControlProgress.NOT_SUPPORTED, true);
    }

    /** Sends digits to the caller. */
    default void sendDigits(ControlRequest request, ControlProgress progress) {
        progress.progress(request, ControlProgress.NOT_SUPPORTED, true);
    }
}

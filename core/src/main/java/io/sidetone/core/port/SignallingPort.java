package io.sidetone.core.port;

import io.sidetone.core.control.ControlProgress;
import io.sidetone.core.control.ControlRequest;
import io.sidetone.core.control.EndCause;
import java.util.Map;

/**
 * The call's signalling (SIP dialog, carrier stream) as its lane sees it. Never blocks; hands over to its own loop. What
 * a transport cannot do it answers with {@link ControlProgress#NOT_SUPPORTED}; a request that outlives the call may stay
 * unanswered.
 */
public interface SignallingPort {
    /** The engines are open: answer the call. */
    void answer();

    /** The call ends: reject it if it was not answered, hang up otherwise. */
    void end(EndCause cause);

    /**
     * The same with headers of our own in the goodbye, checked by {@link io.sidetone.core.control.ExtraHeaders}; a transport
     * without headers drops them.
     */
    void end(EndCause cause, Map<String, String> headers);

    /** The lane has released the call; {@link LaneRelease#released} must follow once. */
    void release();

    /** Hands the call on to {@code request.argument()}; success leaves it to the lane to end the call. */
    void transfer(ControlRequest request, ControlProgress progress);

    /** Puts the caller on hold, or takes the caller back. */
    void hold(ControlRequest request, ControlProgress progress);

    /** Sends {@code request.argument()} as digits, after those asked for before; done when the last one has been sent. */
    void sendDigits(ControlRequest request, ControlProgress progress);
}

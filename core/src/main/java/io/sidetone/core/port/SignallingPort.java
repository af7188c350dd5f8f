package io.sidetone.core.port;

import io.sidetone.core.call.EndCause;

/** The call's signalling (SIP dialog, carrier stream) as its lane sees it. Never blocks; hands over to its own loop. */
public interface SignallingPort {
    /** The engines are open: answer the call. */
    void answer();

    /** The call ends: reject it if it was not answered, hang up otherwise. */
    void end(EndCause cause);

    /** The lane has let go of the call; {@link LaneRelease#released} is owed once. */
    void release();
}

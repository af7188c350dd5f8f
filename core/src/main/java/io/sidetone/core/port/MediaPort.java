package io.sidetone.core.port;

import io.sidetone.core.lane.EgressRing;

/** The call's media endpoint as its lane sees it: where frames go. */
public interface MediaPort {
    /** The ring of this call's (lane, event loop) pair: the same for the whole call. */
    EgressRing egress();

    /** Rate at which the endpoint wants its frames, in Hz (8000 for G.711). */
    int sampleRateHz();

    /** The lane has released the call; {@link LaneRelease#released} must follow once. */
    void release();
}

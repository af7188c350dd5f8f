package io.sidetone.transport.stream;

import io.sidetone.core.call.CallSetup;
import io.sidetone.core.lane.LaneEventType;

/**
 * A call as the session of a client protocol (Vela, VIP, Realtime) uses it: what a media dialect can do, and lane events.
 * Event loop of the connection only.
 */
public interface ClientCall extends StreamCallHandle {
    /** Returns the id of the call. */
    String callId();

    /** Returns what the call was opened with. */
    CallSetup setup();

    /** Publishes an event to the lane; {@code type} says what the values mean. */
    void publish(LaneEventType type, long token, long a, long b, Object ref, long nowNs);

    /** Media flow from now on: the greeting may start. Again is harmless. */
    void answered(long nowNs);

    /** Drops a half sample and a half frame: the next audio does not continue the audio before it. */
    void restartAudio();
}

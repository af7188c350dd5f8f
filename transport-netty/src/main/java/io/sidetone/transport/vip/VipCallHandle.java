package io.sidetone.transport.vip;

import io.netty.buffer.ByteBuf;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.lane.LaneEventType;

/** The call of a session, on the way in. Event loop only. */
public interface VipCallHandle {
    /** Returns the call's id, which is the session's. */
    String callId();

    /** Any length of sound in the session's input format; {@code sound} is borrowed. */
    void audio(ByteBuf sound, long nowNs);

    /** The client has played {@code turn} up to {@code positionMs}. */
    void played(long turn, long positionMs, long nowNs);

    /** The connection takes more sound of the agent. */
    void writable();

    /** The client is there, though it says nothing. */
    void alive(long nowNs);

    /** Anything else, as the type's description says. */
    void publish(LaneEventType type, long a, Object ref, long nowNs);

    /** The client is gone or has hung up. */
    void hangUp(EndCause cause, long nowNs);
}

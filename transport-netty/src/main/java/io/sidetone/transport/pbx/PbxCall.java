package io.sidetone.transport.pbx;

import io.netty.buffer.ByteBuf;
import io.sidetone.core.call.EndCause;

/** The call behind a connection, as far as a switch has a say in it. Event loop only. */
public interface PbxCall {
    /** Takes sound of the caller: {@code length} bytes of {@code media} in the offered format, which stays the caller's. */
    void audio(ByteBuf media, int offset, int length, long nowNs);

    /** The caller pressed a key. */
    void digit(char digit, int ms, long nowNs);

    /** The switch has played turn {@code token} up to {@code positionMs}. */
    void played(long token, long positionMs, long nowNs);

    /** The connection lives, with or without sound. */
    void alive(long nowNs);

    /** There is room again for what was refused. */
    void room(long nowNs);

    /** The switch ended the call, or is gone. */
    void hangUp(EndCause cause, long nowNs);
}

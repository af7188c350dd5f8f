package io.sidetone.transport.pbx;

import io.netty.buffer.ByteBuf;
import io.sidetone.core.call.EndCause;

/** The call behind a connection, as far as a switch has a say in it. Event loop only. */
public interface PbxCall {
    /** Takes sound of the caller in the offered format and reads it to its end; the buffer stays its owner's. */
    void audio(ByteBuf media, long nowNs);

    /** The caller pressed a key. */
    void digit(char digit, int ms, long nowNs);

    /** The switch has played turn {@code token} up to {@code positionMs}. */
    void played(long token, long positionMs, long nowNs);

    /** There is room again for what was refused. */
    void room();

    /** The switch ended the call, or is gone. */
    void hangUp(EndCause cause, long nowNs);
}

package io.sidetone.transport.rtp.rtcp;

import io.netty.buffer.ByteBuf;

/** Content of our reports beyond RFC 3550. Event loop of the call only. */
@FunctionalInterface
public interface ExtendedReports {
    /** Appends whole RTCP packets, of 64 bytes at most. */
    void append(ByteBuf compound);
}

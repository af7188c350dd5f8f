package io.sidetone.transport.ws;

import io.netty.buffer.ByteBuf;

/** One connection of a protocol. Its event loop only. */
public interface WsSession {
    /** The connection is upgraded. */
    void opened(WsOutput out, long nowNs);

    /** A whole text message, valid UTF-8; borrowed. */
    void text(ByteBuf message, long nowNs);

    /** A whole binary message; borrowed. */
    void binary(ByteBuf message, long nowNs);

    /** The peer takes more audio. */
    default void writable(long nowNs) {}

    /** Whether the peer has said what the connection is for; one that does not in its first seconds is sent away. */
    default boolean begun() {
        return true;
    }

    /** The connection is gone; called once. */
    void closed(long nowNs);
}

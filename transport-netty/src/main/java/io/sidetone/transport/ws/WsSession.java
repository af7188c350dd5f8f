package io.sidetone.transport.ws;

import io.netty.buffer.ByteBuf;

/** One connection of a protocol. Its event loop only. */
public interface WsSession {
    /** The connection is upgraded. */
    void opened(WsOutput out, long nowNs);

    /** Handles a whole text message, valid UTF-8; the buffer is only lent. */
    void text(ByteBuf message, long nowNs);

    /** Handles a whole binary message; the buffer is only lent. */
    void binary(ByteBuf message, long nowNs);

    /** The peer can receive audio again. */
    default void writable(long nowNs) {}

    /** Returns whether the peer has begun its session; a peer that does not begin within its first seconds is disconnected. */
    default boolean begun() {
        return true;
    }

    /** The connection is closed; called once. */
    void closed(long nowNs);
}

package io.sidetone.speech.net;

import io.netty.buffer.ByteBuf;
import io.sidetone.core.port.EngineFailure;

/** Receives the events of a WebSocket connection. Its event loop only; buffers are lent for the call. */
public interface SocketListener {
    /** The service accepted the connection. */
    void opened(EngineSocket socket);

    /** A whole text message, valid UTF-8. */
    void text(ByteBuf message);

    /** A whole binary message. */
    default void binary(ByteBuf message) {}

    /** {@link EngineSocket#writable} was false and is true again. */
    default void writable() {}

    /**
     * The connection is closed, or could not be opened. Called once, last.
     *
     * @param code of the service's close frame (RFC 6455 section 7.4), 0 without one
     * @param failure reason; null when this side closed it
     */
    void closed(int code, EngineFailure failure);
}

package io.sidetone.speech.net;

import io.netty.buffer.ByteBuf;
import io.sidetone.core.port.EngineFailure;

/** What becomes of a WebSocket connection. Its event loop only; buffers are borrowed for the call. */
public interface SocketListener {
    /** The service took the connection. */
    void opened(EngineSocket socket);

    /** A whole text message, valid UTF-8. */
    void text(ByteBuf message);

    /** A whole binary message. */
    default void binary(ByteBuf message) {}

    /** There is room again after {@link EngineSocket#writable} was false. */
    default void writable() {}

    /**
     * The connection is gone, or never was. Once, last.
     *
     * @param code of the service's close frame (RFC 6455 section 7.4), 0 without one
     * @param failure why; null when this side closed it
     */
    void closed(int code, EngineFailure failure);
}

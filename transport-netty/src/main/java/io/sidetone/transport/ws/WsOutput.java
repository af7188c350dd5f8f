package io.sidetone.transport.ws;

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import java.nio.charset.StandardCharsets;

/** The output of a connection. Its event loop only. */
public interface WsOutput {
    /** Going away: the server stops. */
    int GOING_AWAY = 1001;

    /** The peer broke a rule. */
    int POLICY_VIOLATION = 1008;

    /** The peer sent data that this side cannot handle. */
    int UNSUPPORTED_DATA = 1003;

    /** An ordinary end. */
    int NORMAL = 1000;

    /** Something failed on this side. */
    int INTERNAL_ERROR = 1011;

    /** The peer reads too slowly. */
    int TRY_AGAIN_LATER = 1013;

    /** Returns the connection's event loop. */
    EventLoop loop();

    /** Returns a buffer for one of the messages below, which then own it. */
    ByteBuf buffer(int bytes);

    /** Writes a text message. Never dropped: a peer with too many waiting bytes is closed with 1013. */
    void text(ByteBuf message);

    /** Writes a text message. */
    default void text(String message) {
        byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
        text(buffer(bytes.length).writeBytes(bytes));
    }

    /**
     * Writes a message of audio, binary or text.
     *
     * @return false when too much audio waits for the peer: the message is released and counted; {@link
     *     WsSession#writable} follows when there is room
     */
    boolean audio(ByteBuf message, boolean binary);

    /** Returns whether {@link #audio} has room now. */
    boolean roomForAudio();

    /** Sends a close frame and closes. A second call has no effect. */
    void close(int code, String reason);
}

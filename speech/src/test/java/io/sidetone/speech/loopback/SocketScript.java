package io.sidetone.speech.loopback;

/** What the server does on one WebSocket connection. Its event loop only. */
public interface SocketScript {
    default void opened(Peer peer) {}

    default void text(Peer peer, String message) {
        peer.violation("text message '" + message + "' where none is due");
    }

    default void binary(Peer peer, byte[] message) {
        peer.violation("binary message of " + message.length + " bytes where none is due");
    }

    /** The client is gone; {@code code} of its close frame, 0 without one. */
    default void closed(int code) {}
}

package io.sidetone.core.port.plugin;

import io.sidetone.core.port.EngineFailure;
import java.net.URI;
import java.util.Map;

/**
 * The server's own connections: HTTP/1.1 and WebSocket, with and without TLS, idle connections kept. Methods never block;
 * any thread. Listeners of one request are called on one event loop, in order, and must not block it.
 */
public interface Connections {
    /** Sends {@code request} over an idle or a new connection. */
    Exchange send(Request request, ResponseListener listener);

    /** Opens a WebSocket. */
    void connect(SocketRequest request, SocketListener listener);

    /**
     * Times that a service may take, in ms; 0 for no limit.
     *
     * @param connectMs to accept the connection, TLS and handshake included
     * @param answerMs to begin its answer to a request
     * @param silenceMs between two pieces of an answer, or between two signs of life of a WebSocket
     */
    record Limits(int connectMs, int answerMs, int silenceMs) {
        /** Limits for services in the same country. */
        public static final Limits DEFAULT = new Limits(3_000, 10_000, 10_000);
    }

    /**
     * An HTTP request.
     *
     * @param method for example {@code POST}
     * @param address {@code http} or {@code https}, with its query
     * @param headers including credentials; Host and Content-Length are added
     * @param body must not change any more; empty for none
     * @param limits after which it fails with {@code timeout}
     */
    record Request(String method, URI address, Map<String, String> headers, byte[] body, Limits limits) {}

    /** A request that was sent. */
    interface Exchange {
        /** Drops the answer: its listener receives nothing more. Any thread; a second call has no effect. */
        void cancel();
    }

    /** Receives an answer. Nothing comes after {@link #end}, {@link #failed} or a cancel. */
    interface ResponseListener {
        /** The answer begins; a status of 400 or more is reported here, too. Header names are in lower case. */
        void head(int status, Map<String, String> headers);

        /** A piece of the body, cut anywhere. */
        void body(byte[] piece);

        /** The body is complete. */
        void end();

        /** The answer failed, or its rest did. */
        void failed(EngineFailure failure);
    }

    /**
     * A WebSocket.
     *
     * @param address {@code ws} or {@code wss}, with its query
     * @param headers of the handshake, including credentials
     * @param maxMessageBytes a larger message ends the connection
     * @param limits a service without a sign of life for {@code silenceMs} is given up
     */
    record SocketRequest(URI address, Map<String, String> headers, int maxMessageBytes, Limits limits) {}

    /** An open WebSocket. Any thread. What is sent after its end is dropped. */
    interface Socket {
        /** Sends a text message. */
        void text(String message);

        /** Sends a binary message; the array must not change any more. */
        void binary(byte[] message);

        /** Returns whether the service keeps up; audio for a slow one should be dropped. */
        boolean writable();

        /** Closes the connection; {@link SocketListener#closed} follows. */
        void close();
    }

    /** Receives the events of a WebSocket. */
    interface SocketListener {
        /** The service accepted the connection. */
        void opened(Socket socket);

        /** A whole text message. */
        void text(String message);

        /** A whole binary message. */
        void binary(byte[] message);

        /**
         * The connection is closed, or could not be opened. Called once, last.
         *
         * @param code of the service's close frame (RFC 6455 section 7.4), 0 without one
         * @param failure reason; null when this side closed it
         */
        void closed(int code, EngineFailure failure);
    }
}

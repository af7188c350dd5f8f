package io.sidetone.speech.net;

/**
 * Times that a service may take, in ms; 0 for no limit.
 *
 * @param connectMs to accept the connection, TLS and the WebSocket handshake included
 * @param firstByteMs to begin its answer to a request (HTTP)
 * @param silenceMs between two pieces of an answer (HTTP), or between two frames on a connection with pings (WebSocket)
 */
public record Deadlines(int connectMs, int firstByteMs, int silenceMs) {
    /** Deadlines for services in the same country. */
    public static final Deadlines DEFAULT = new Deadlines(3_000, 10_000, 10_000);
}

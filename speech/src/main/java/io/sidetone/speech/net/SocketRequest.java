package io.sidetone.speech.net;

import java.net.URI;
import java.nio.file.Path;
import java.util.Map;

/**
 * The parameters of a WebSocket connection.
 *
 * @param service name of the engine in the configuration, for messages
 * @param uri {@code ws} or {@code wss}, with its query
 * @param headers headers of the handshake, including credentials, which are never logged
 * @param maxMessageBytes a larger message ends the connection
 * @param deadlines for connecting; {@link Deadlines#silenceMs} makes this side ping at half of it
 * @param trust certificates (PEM) in place of the JVM's; null for the JVM's
 */
public record SocketRequest(
        String service, URI uri, Map<String, String> headers, int maxMessageBytes, Deadlines deadlines, Path trust) {
    /** The default limit: services put at most some seconds of audio into one message. */
    public static final int MAX_MESSAGE_BYTES = 1 << 20;
}

package io.sidetone.speech.net;

import java.net.URI;
import java.nio.file.Path;
import java.util.Map;

/**
 * A WebSocket connection that is wanted.
 *
 * @param service how people know it, for messages: the engine's name in the configuration
 * @param uri {@code ws} or {@code wss}, with its query
 * @param headers of the handshake, credentials among them; never logged
 * @param maxMessageBytes a larger message ends the connection
 * @param deadlines for connecting; {@link Deadlines#silenceMs} makes this side ping at half of it
 * @param trust certificates (PEM) to trust in place of the JVM's; null for those
 */
public record SocketRequest(
        String service, URI uri, Map<String, String> headers, int maxMessageBytes, Deadlines deadlines, Path trust) {
    /** Largest message unless said otherwise: services put at most some seconds of audio into one. */
    public static final int MAX_MESSAGE_BYTES = 1 << 20;
}

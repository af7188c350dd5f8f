package io.sidetone.speech.net;

import java.net.URI;
import java.nio.file.Path;
import java.util.Map;

/**
 * An HTTP/1.1 request whose answer is streamed.
 *
 * @param service name of the engine in the configuration, for messages
 * @param method for example {@code POST}
 * @param uri {@code http} or {@code https}, with its query
 * @param headers including credentials, which are never logged; Host and Content-Length are added
 * @param body must not change any more; empty for none
 * @param deadlines for connecting, for the first byte, and for silence
 * @param trust certificates (PEM) in place of the JVM's; null for the JVM's
 */
public record ExchangeRequest(
        String service,
        String method,
        URI uri,
        Map<String, String> headers,
        byte[] body,
        Deadlines deadlines,
        Path trust) {}

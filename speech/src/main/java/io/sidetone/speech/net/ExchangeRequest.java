package io.sidetone.speech.net;

import java.net.URI;
import java.nio.file.Path;
import java.util.Map;

/**
 * An HTTP/1.1 request whose answer is streamed.
 *
 * @param service how people know it, for messages: the engine's name in the configuration
 * @param method for example {@code POST}
 * @param uri {@code http} or {@code https}, with its query
 * @param headers credentials among them; never logged; Host and Content-Length are added
 * @param body immutable from now on; empty for none
 * @param deadlines connecting, first byte, silence
 * @param trust certificates (PEM) to trust in place of the JVM's; null for those
 */
public record ExchangeRequest(
        String service,
        String method,
        URI uri,
        Map<String, String> headers,
        byte[] body,
        Deadlines deadlines,
        Path trust) {}

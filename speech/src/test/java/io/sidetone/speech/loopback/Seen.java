package io.sidetone.speech.loopback;

import io.netty.handler.codec.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** A request as the server saw it: an ordinary one, or one for WebSocket (then without a body). */
public record Seen(String method, String path, Map<String, List<String>> query, HttpHeaders headers, byte[] body) {
    /** The body as text. */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** The only value of a query parameter, or empty. */
    public String parameter(String name) {
        return query.getOrDefault(name, List.of("")).get(0);
    }

    /** A header, or empty. */
    public String header(String name) {
        String value = headers.get(name);
        return value == null ? "" : value;
    }
}

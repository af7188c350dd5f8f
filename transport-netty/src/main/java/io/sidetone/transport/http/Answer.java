package io.sidetone.transport.http;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * What a handler answers.
 *
 * @param status HTTP status
 * @param contentType of the body
 * @param body bytes
 * @param headers further headers
 * @param stream takes over the connection in place of {@code body}, or null
 */
public record Answer(int status, String contentType, byte[] body, Map<String, String> headers, StreamBody stream) {
    private static final String JSON = "application/json";

    /** An answer that is complete. */
    public Answer(int status, String contentType, byte[] body, Map<String, String> headers) {
        this(status, contentType, body, headers, null);
    }

    /** An answer (200) whose body goes on; the connection ends with it. */
    public static Answer stream(String contentType, StreamBody stream) {
        return new Answer(200, contentType, new byte[0], Map.of(), stream);
    }

    /** An answer in JSON. */
    public static Answer json(int status, byte[] body) {
        return new Answer(status, JSON, body, Map.of());
    }

    /** An answer in plain text of the given type. */
    public static Answer text(int status, String contentType, String body) {
        return new Answer(status, contentType, body.getBytes(StandardCharsets.UTF_8), Map.of());
    }

    /** An answer without a body. */
    public static Answer empty(int status) {
        return new Answer(status, "", new byte[0], Map.of());
    }

    /** Returns this answer with one header more; earlier ones are kept. */
    public Answer with(String name, String value) {
        Map<String, String> all = new java.util.LinkedHashMap<>(headers);
        all.put(name, value);
        return new Answer(status, contentType, body, all, stream);
    }
}

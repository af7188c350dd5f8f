package io.sidetone.transport.http;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * An HTTP answer.
 *
 * @param status HTTP status
 * @param contentType of the body
 * @param body bytes
 * @param headers further headers
 * @param stream writes the rest in place of {@code body}, or null
 */
public record Answer(int status, String contentType, byte[] body, Map<String, String> headers, StreamBody stream) {
    private static final String JSON = "application/json";

    /** Creates a complete answer. */
    public Answer(int status, String contentType, byte[] body, Map<String, String> headers) {
        this(status, contentType, body, headers, null);
    }

    /** Creates an answer (200) whose body continues; its end closes the connection. */
    public static Answer stream(String contentType, StreamBody stream) {
        return new Answer(200, contentType, new byte[0], Map.of(), stream);
    }

    /** Creates an answer in JSON. */
    public static Answer json(int status, byte[] body) {
        return new Answer(status, JSON, body, Map.of());
    }

    /** Creates an answer in text of the given type. */
    public static Answer text(int status, String contentType, String body) {
        return new Answer(status, contentType, body.getBytes(StandardCharsets.UTF_8), Map.of());
    }

    /** Creates an answer without a body. */
    public static Answer empty(int status) {
        return new Answer(status, "", new byte[0], Map.of());
    }

    /** Returns this answer with one more header; earlier ones stay. */
    public Answer with(String name, String value) {
        Map<String, String> all = new java.util.LinkedHashMap<>(headers);
        all.put(name, value);
        return new Answer(status, contentType, body, all, stream);
    }
}

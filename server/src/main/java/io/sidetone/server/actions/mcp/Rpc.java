package io.sidetone.server.actions.mcp;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Messages of JSON-RPC 2.0 as MCP uses them. Stateless. */
final class Rpc {
    /** Largest message that is read; a larger one is dropped unread. */
    static final int MAX_MESSAGE_BYTES = 4 << 20;

    /** There is no such method. */
    static final int METHOD_NOT_FOUND = -32_601;

    /** The parameters do not fit, or there is no tool of that name. */
    static final int INVALID_PARAMS = -32_602;

    private static final int MAX_DEPTH = 64;
    private static final ObjectMapper JSON = new ObjectMapper(JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxStringLength(MAX_MESSAGE_BYTES)
                    .build())
            .build());

    private Rpc() {}

    /** Returns an empty object. */
    static ObjectNode object() {
        return JSON.createObjectNode();
    }

    /** Returns {@code value} as a tree. */
    static JsonNode tree(Object value) {
        return JSON.valueToTree(value);
    }

    /** Returns {@code tree} as maps, lists and values. */
    static <T> T value(JsonNode tree, Class<T> type) {
        return JSON.convertValue(tree, type);
    }

    /** Returns a request in UTF-8. */
    static byte[] request(long id, String method, ObjectNode params) {
        ObjectNode message = envelope();
        message.put("id", id);
        message.put("method", method);
        message.set("params", params);
        return bytes(message);
    }

    /** Returns a notification in UTF-8. */
    static byte[] notification(String method, ObjectNode params) {
        ObjectNode message = envelope();
        message.put("method", method);
        if (params != null) {
            message.set("params", params);
        }
        return bytes(message);
    }

    /** Returns the answer to the server's request {@code id}: an empty result. */
    static byte[] emptyResult(JsonNode id) {
        ObjectNode message = envelope();
        message.set("id", id);
        message.putObject("result");
        return bytes(message);
    }

    /** Returns the refusal of the server's request {@code id}. */
    static byte[] notSupported(JsonNode id) {
        ObjectNode message = envelope();
        message.set("id", id);
        message.putObject("error").put("code", METHOD_NOT_FOUND).put("message", "not supported");
        return bytes(message);
    }

    /**
     * Reads a message, or a list of some.
     *
     * @throws IOException for what is no JSON, or is nested too deeply
     */
    static JsonNode parse(byte[] text) throws IOException {
        return JSON.readTree(text);
    }

    /** As {@link #parse(byte[])}. */
    static JsonNode parse(String text) throws IOException {
        return JSON.readTree(text);
    }

    /** Returns JSON as text. */
    static String text(JsonNode tree) {
        return new String(bytes(tree), StandardCharsets.UTF_8);
    }

    private static ObjectNode envelope() {
        return JSON.createObjectNode().put("jsonrpc", "2.0");
    }

    private static byte[] bytes(JsonNode tree) {
        try {
            return JSON.writeValueAsBytes(tree);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree that cannot be written", e);
        }
    }
}

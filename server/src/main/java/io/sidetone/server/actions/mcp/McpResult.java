package io.sidetone.server.actions.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.core.port.action.ActionResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a tool returned, as the result of an action. Stateless. */
final class McpResult {
    /** Key of the text among the values. */
    static final String TEXT = "text";

    private McpResult() {}

    /**
     * Returns the result.
     *
     * @param result of {@code tools/call}: its text, and the members of its structured content where all of it fits
     * @param limitBytes of UTF-8 that the model receives
     */
    static ActionResult of(String invocationId, JsonNode result, int limitBytes) {
        if (!result.isObject()) {
            return ActionResult.failure(invocationId, ActionResult.FAILED, "the tool's result is no object");
        }
        String text = text(result.path("content"));
        if (result.path("isError").asBoolean()) {
            String why = text.isEmpty() ? "the tool failed and gave no reason" : cut(text, limitBytes);
            return ActionResult.failure(invocationId, ActionResult.FAILED, why);
        }
        Map<String, Object> values = new LinkedHashMap<>();
        JsonNode structured = result.path("structuredContent");
        if (structured.isObject() && Rpc.text(structured).getBytes(StandardCharsets.UTF_8).length <= limitBytes) {
            structured
                    .properties()
                    .forEach(member -> values.put(member.getKey(), Rpc.value(member.getValue(), Object.class)));
        }
        if (values.isEmpty()) {
            values.put(TEXT, cut(text.isEmpty() && structured.isObject() ? Rpc.text(structured) : text, limitBytes));
        }
        return ActionResult.ok(invocationId, values);
    }

    /** Returns the result of a request that failed. */
    static ActionResult of(String invocationId, McpFailure failure) {
        String code =
                switch (failure.kind()) {
                    case TIMEOUT -> ActionResult.TIMEOUT;
                    case CANCELLED -> ActionResult.CANCELLED;
                    case INVALID -> ActionResult.INVALID_PARAMETERS;
                    default -> ActionResult.FAILED;
                };
        return ActionResult.failure(invocationId, code, failure.message());
    }

    private static String text(JsonNode content) {
        List<String> parts = new ArrayList<>();
        content.forEach(part -> parts.add(part(part)));
        return String.join("\n", parts);
    }

    /** What cannot be said is named. */
    private static String part(JsonNode part) {
        return switch (part.path("type").asText()) {
            case "text" -> part.path("text").asText();
            case "resource" ->
                part.path("resource").has("text")
                        ? part.path("resource").path("text").asText()
                        : "[resource " + label(part.path("resource"), "uri") + "]";
            case "resource_link" -> "[resource " + label(part, "uri") + "]";
            case "" -> "[something of no type]";
            default -> "[" + label(part, "type") + " " + label(part, "mimeType") + "]";
        };
    }

    private static String label(JsonNode node, String field) {
        return McpFailure.cut(node.path(field).asText());
    }

    /** Cuts at a character, never inside one. */
    private static String cut(String text, int limitBytes) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= limitBytes) {
            return text;
        }
        int end = limitBytes;
        while (end > 0 && (bytes[end] & 0xC0) == 0x80) {
            end--;
        }
        return new String(bytes, 0, end, StandardCharsets.UTF_8) + "… [cut: " + end + " of " + bytes.length + " bytes]";
    }
}

package io.sidetone.server.actions.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.core.port.action.ActionResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Result of a tool as that of an action. Stateless. */
final class McpResult {
    /** Key of the text among the values. */
    static final String TEXT = "text";

    /** Key of the text where the structured content has a member of that name. */
    private static final String CONTENT = "content";

    /** Key of structured content that is no object, or an error's. */
    private static final String STRUCTURED = "structuredContent";

    private McpResult() {}

    /**
     * Returns the result.
     *
     * @param result of {@code tools/call}: its text, and the members of its structured content where all of it fits; of
     *     an error the structured content as one value
     * @param limitBytes of UTF-8 that the model receives
     */
    static ActionResult of(String invocationId, JsonNode result, int limitBytes) {
        if (!result.isObject()) {
            return ActionResult.failure(invocationId, ActionResult.FAILED, "the tool's result is no object");
        }
        String text = text(result.path("content"));
        JsonNode structured = result.path("structuredContent");
        boolean there =
                structured.isContainerNode() ? !structured.isEmpty() : structured.isValueNode() && !structured.isNull();
        boolean same = there && is(text, structured);
        Map<String, Object> values = new LinkedHashMap<>();
        boolean error = result.path("isError").asBoolean();
        if (there && Rpc.text(structured).getBytes(StandardCharsets.UTF_8).length > limitBytes) {
            text = text.isEmpty() || same ? Rpc.text(structured) : text + "\n" + Rpc.text(structured);
        } else if (there && structured.isObject() && !error) {
            structured
                    .properties()
                    .forEach(member -> values.put(member.getKey(), Rpc.value(member.getValue(), Object.class)));
            text = same ? "" : text;
        } else if (there) {
            values.put(STRUCTURED, Rpc.value(structured, Object.class));
            text = same ? "" : text;
        }
        if (error) {
            if (!text.isEmpty() || !there) {
                String why = text.isEmpty() ? "the tool failed and gave no reason" : cut(text, limitBytes);
                values.put(ActionResult.MESSAGE, why);
            }
            return new ActionResult(invocationId, false, ActionResult.FAILED, values);
        }
        if (!text.isEmpty() || values.isEmpty()) {
            values.put(values.containsKey(TEXT) ? CONTENT : TEXT, cut(text, limitBytes));
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

    /** Servers repeat structured content as text, for clients that know no other. */
    private static boolean is(String text, JsonNode structured) {
        try {
            return structured.equals(Rpc.parse(text));
        } catch (IOException noJson) {
            return false;
        }
    }

    private static String text(JsonNode content) {
        List<String> parts = new ArrayList<>();
        for (JsonNode part : content) {
            JsonNode audience = part.path("annotations").path("audience");
            boolean others = audience.isArray()
                    && !audience.isEmpty()
                    && !audience.toString().contains("\"assistant\"");
            if (!others) {
                parts.add(part(part));
            }
        }
        return String.join("\n", parts);
    }

    /** Names what cannot be said. */
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

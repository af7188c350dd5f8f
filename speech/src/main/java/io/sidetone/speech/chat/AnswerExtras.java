package io.sidetone.speech.chat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Parts of one answer that the service expects back with the results of its function calls, and that LangChain4j drops:
 * Anthropic's thinking blocks, and undocumented members of OpenAI's tool calls, such as {@code extra_content} of
 * Gemini. One answer, one thread.
 */
final class AnswerExtras {
    private static final Set<String> THOUGHTS = Set.of("thinking", "redacted_thinking");
    private static final String THINKING = "thinking";
    private static final String SIGNATURE = "signature";

    private final ToolCalls toolCalls = new ToolCalls();
    private final Map<Integer, ObjectNode> open = new HashMap<>();
    private final List<Thought> thoughts = new ArrayList<>();
    private String sent = "";
    private int calls;

    /**
     * A block of thought, as the service sent it.
     *
     * @param afterCalls number of function calls before it
     */
    record Thought(int afterCalls, ObjectNode block) {}

    /** Notes that the request was sent as {@code body}. */
    void sent(String body) {
        sent = body;
    }

    /** Returns the body of the request. */
    String sent() {
        return sent;
    }

    /** Returns the tool calls of an OpenAI-compatible answer. */
    ToolCalls calls() {
        return toolCalls;
    }

    /** Takes an event of the Messages API. */
    void anthropic(JsonNode event) {
        int index = event.path("index").asInt();
        switch (event.path("type").asText()) {
            case "content_block_start" -> {
                JsonNode block = event.path("content_block");
                String type = block.path("type").asText();
                if (THOUGHTS.contains(type)) {
                    open.put(index, block.deepCopy());
                } else if (type.equals("tool_use")) {
                    calls++;
                }
            }
            case "content_block_delta" -> delta(open.get(index), event.path("delta"));
            case "content_block_stop" -> {
                ObjectNode block = open.remove(index);
                if (block != null) {
                    thoughts.add(new Thought(calls, block));
                }
            }
            default -> {}
        }
    }

    private static void delta(ObjectNode block, JsonNode delta) {
        if (block == null) {
            return;
        }
        if (delta.path(THINKING).isTextual()) {
            block.put(
                    THINKING,
                    block.path(THINKING).asText() + delta.path(THINKING).textValue());
        }
        if (delta.path(SIGNATURE).isTextual()) {
            block.put(SIGNATURE, delta.path(SIGNATURE).textValue());
        }
    }

    /** Returns the further members of tool call {@code call}, or null; the first call is 0. */
    ObjectNode members(int call) {
        return toolCalls.more(call);
    }

    List<Thought> thoughts() {
        return thoughts;
    }
}

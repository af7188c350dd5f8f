package io.sidetone.speech.chat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Corrects the body that LangChain4j writes before it is sent. Gemini demands the results of parallel calls in one
 * content, so they are merged. Parts of earlier answers that LangChain4j dropped ({@link AnswerExtras}) are put back.
 * One request, one thread.
 */
final class RequestEdits implements UnaryOperator<String> {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String MESSAGES = "messages";
    private static final String CONTENT = "content";
    private static final List<String> PREFIX = List.of("system", "tools");

    private final ChatProvider provider;
    private final Map<String, ObjectNode> members = new HashMap<>();
    private final Map<String, AnswerExtras> thoughts = new HashMap<>();

    RequestEdits(ChatProvider provider) {
        this.provider = provider;
    }

    /** Adds {@code more} as further members of the tool call {@code id}. */
    void members(String id, ObjectNode more) {
        members.put(id, more);
    }

    /** Puts thoughts before the answer whose first call was {@code firstId}. */
    void thoughts(String firstId, AnswerExtras answer) {
        thoughts.put(firstId, answer);
    }

    @Override
    public String apply(String body) {
        boolean needless =
                switch (provider) {
                    case OPENAI -> members.isEmpty();
                    case ANTHROPIC -> thoughts.isEmpty();
                    case GEMINI -> !body.contains("functionResponse");
                };
        if (needless) {
            return body;
        }
        JsonNode request = parsed(body);
        switch (provider) {
            case OPENAI -> openAi(request);
            case ANTHROPIC -> anthropic(request);
            default -> gemini(request);
        }
        return request.toString();
    }

    private static JsonNode parsed(String body) {
        try {
            return JSON.readTree(body);
        } catch (JsonProcessingException notJson) {
            throw new IllegalStateException("a request is no JSON", notJson);
        }
    }

    private void openAi(JsonNode request) {
        for (JsonNode message : request.path(MESSAGES)) {
            for (JsonNode call : message.path("tool_calls")) {
                ObjectNode more = members.get(call.path("id").asText());
                if (more != null) {
                    ((ObjectNode) call).setAll(more);
                }
            }
        }
    }

    /**
     * Puts a thought back only when all content before it is the content that the model saw. The service binds the
     * signature to the system prompt, the tools and the messages, and refuses the request otherwise.
     */
    private void anthropic(JsonNode request) {
        JsonNode messages = request.path(MESSAGES);
        for (int i = 0; i < messages.size(); i++) {
            JsonNode content = messages.get(i).path(CONTENT);
            AnswerExtras answer = thoughts.get(firstCall(content));
            if (answer != null && same(request, i, parsed(answer.sent()))) {
                ((ObjectNode) messages.get(i)).set(CONTENT, with(answer.thoughts(), content));
            }
        }
    }

    private static String firstCall(JsonNode content) {
        for (JsonNode block : content) {
            if (block.path("type").asText().equals("tool_use")) {
                return block.path("id").asText();
            }
        }
        return "";
    }

    private static boolean same(JsonNode request, int messages, JsonNode before) {
        if (before.path(MESSAGES).size() != messages
                || PREFIX.stream().anyMatch(name -> !request.path(name).equals(before.path(name)))) {
            return false;
        }
        for (int i = 0; i < messages; i++) {
            if (!request.path(MESSAGES).get(i).equals(before.path(MESSAGES).get(i))) {
                return false;
            }
        }
        return true;
    }

    private static ArrayNode with(List<AnswerExtras.Thought> thoughts, JsonNode content) {
        ArrayNode blocks = JSON.createArrayNode();
        int calls = 0;
        add(thoughts, calls, blocks);
        for (JsonNode block : content) {
            blocks.add(block);
            if (block.path("type").asText().equals("tool_use")) {
                add(thoughts, ++calls, blocks);
            }
        }
        return blocks;
    }

    private static void add(List<AnswerExtras.Thought> thoughts, int afterCalls, ArrayNode blocks) {
        for (AnswerExtras.Thought thought : thoughts) {
            if (thought.afterCalls() == afterCalls) {
                blocks.add(thought.block());
            }
        }
    }

    /**
     * Merges the results of one content of the model into one content of the user; LangChain4j writes one for each
     * result.
     */
    private static void gemini(JsonNode request) {
        ArrayNode before = null;
        Iterator<JsonNode> contents = request.path("contents").iterator();
        while (contents.hasNext()) {
            JsonNode parts = contents.next().path("parts");
            boolean results = parts instanceof ArrayNode && parts.size() > 0;
            for (JsonNode part : parts) {
                results &= part.has("functionResponse");
            }
            if (results && before != null) {
                before.addAll((ArrayNode) parts);
                contents.remove();
            } else {
                before = results ? (ArrayNode) parts : null;
            }
        }
    }
}

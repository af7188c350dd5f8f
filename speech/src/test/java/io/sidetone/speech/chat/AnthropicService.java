package io.sidetone.speech.chat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.loopback.Seen;
import java.net.URI;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The Messages API. */
public final class AnthropicService extends ChatService {
    private static final String TEMPERATURE = "temperature";
    private static final String THINKING = "thinking";
    private static final String OUTPUT = "output_config";

    private static final Set<String> FIELDS = Set.of(
            "model",
            "messages",
            "system",
            "max_tokens",
            "stream",
            TEMPERATURE,
            THINKING,
            OUTPUT,
            "tools",
            "tool_choice");

    /** The models of this service, and whether they think unasked. */
    private static final Map<String, Boolean> MODELS =
            Map.of("test-model", false, "bench", false, "claude-haiku-4-5", false, "claude-haiku-5-5", true);

    private static final Set<String> EFFORTS = Set.of("low", "medium", "high", "xhigh", "max");

    private final String path;
    private volatile JsonNode requiredThought;

    public AnthropicService(LoopbackServer server, String path) {
        super(server);
        this.path = path;
        server.page(path, this::serve);
    }

    /** Every call of a tool must come back behind {@code thought}. */
    void demand(JsonNode thought) {
        requiredThought = thought;
    }

    @Override
    public URI url() {
        return server.http(path.substring(0, path.length() - "/messages".length()));
    }

    static String start() {
        return event(
                "message_start",
                Map.of(
                        "type",
                        "message_start",
                        "message",
                        Map.of(
                                "id",
                                "msg_1",
                                "type",
                                "message",
                                "role",
                                "assistant",
                                "content",
                                List.of(),
                                "model",
                                "test-model",
                                "usage",
                                Map.of("input_tokens", 9, "output_tokens", 1))));
    }

    static String block(int index, Map<String, ?> block) {
        return event(
                "content_block_start", Map.of("type", "content_block_start", "index", index, "content_block", block));
    }

    static String delta(int index, Map<String, ?> delta) {
        return event("content_block_delta", Map.of("type", "content_block_delta", "index", index, "delta", delta));
    }

    static String stop(int index) {
        return event("content_block_stop", Map.of("type", "content_block_stop", "index", index));
    }

    static String end(String reason) {
        Map<String, Object> delta = new HashMap<>();
        delta.put("stop_reason", reason);
        delta.put("stop_sequence", null);
        return event(
                        "message_delta",
                        Map.of("type", "message_delta", "delta", delta, "usage", Map.of("output_tokens", 12)))
                + event("message_stop", Map.of("type", "message_stop"));
    }

    @Override
    public List<String> words(String... pieces) {
        return wordsUntil("end_turn", pieces);
    }

    @Override
    public List<String> wordsUntil(String reason, String... pieces) {
        List<String> events = list(start(), event("ping", Map.of("type", "ping")));
        if (pieces.length > 0) {
            events.add(block(0, Map.of("type", "text", "text", "")));
            for (String piece : pieces) {
                events.add(delta(0, Map.of("type", "text_delta", "text", piece)));
            }
            events.add(stop(0));
        }
        events.add(end(reason));
        return events;
    }

    @Override
    public List<String> calls(String words, Call... calls) {
        List<String> events = list(start());
        int index = 0;
        if (!words.isEmpty()) {
            events.add(block(index, Map.of("type", "text", "text", "")));
            events.add(delta(index, Map.of("type", "text_delta", "text", words)));
            events.add(stop(index++));
        }
        for (Call call : calls) {
            events.add(
                    block(index, Map.of("type", "tool_use", "id", call.id(), "name", call.name(), "input", Map.of())));
            int half = call.arguments().length() / 2;
            for (String part : List.of(
                    "", call.arguments().substring(0, half), call.arguments().substring(half))) {
                events.add(delta(index, Map.of("type", "input_json_delta", "partial_json", part)));
            }
            events.add(stop(index++));
        }
        events.add(end("tool_use"));
        return events;
    }

    @Override
    String tooLong() {
        return "max_tokens";
    }

    @Override
    String filtered() {
        return "refusal";
    }

    private static Refused invalid(String message) {
        return new Refused(
                400,
                json(Map.of("type", "error", "error", Map.of("type", "invalid_request_error", "message", message))));
    }

    @Override
    Refused refusal(JsonNode request) {
        String model = request.path("model").asText();
        if (!MODELS.containsKey(model)) {
            return new Refused(
                    404,
                    json(Map.of(
                            "type",
                            "error",
                            "error",
                            Map.of("type", "not_found_error", "message", "model: " + model))));
        }
        String thinking = request.path(THINKING).path("type").asText();
        String effort = request.path(OUTPUT).path("effort").asText();
        if (request.path(TEMPERATURE).asDouble(1) > 1) {
            return invalid("temperature: range: 0..1");
        }
        if (!MODELS.get(model)) {
            return thinking.equals("adaptive") || !effort.isEmpty()
                    ? invalid("adaptive thinking is not supported on this model")
                    : null;
        }
        if (request.path(TEMPERATURE).asDouble(1) != 1) {
            return invalid("`temperature` is not supported on this model");
        }
        if (!Set.of("", "adaptive", "disabled").contains(thinking)) {
            return invalid("\"thinking.type." + thinking + "\" is not supported for this model");
        }
        if (!effort.isEmpty() && !EFFORTS.contains(effort)) {
            return invalid("output_config.effort: unknown value " + effort);
        }
        return thinking.equals("disabled") && Set.of("xhigh", "max").contains(effort)
                ? invalid("thinking cannot be disabled at this effort")
                : null;
    }

    @Override
    void judge(Seen seen, JsonNode request) {
        require(seen.header("x-api-key").equals(KEY), "x-api-key");
        require(seen.header("anthropic-version").equals("2023-06-01"), "anthropic-version");
        only(request, FIELDS, "request");
        require(request.path("stream").asBoolean(), "stream");
        require(request.path("max_tokens").asInt() > 0, "max_tokens");
        require(!request.has("tool_choice") || request.has("tools"), "tool_choice without tools");
        for (JsonNode block : request.path("system")) {
            require(
                    block.path("type").asText().equals("text")
                            && !block.path("text").asText().isEmpty(),
                    "system block");
        }
        for (JsonNode tool : request.path("tools")) {
            only(tool, Set.of("name", "description", "input_schema"), "tool");
            require(tool.path("input_schema").path("type").asText().equals("object"), "input_schema.type");
        }
        Set<String> due = new LinkedHashSet<>();
        String before = "";
        for (JsonNode message : request.path("messages")) {
            only(message, Set.of("role", "content"), "message");
            String role = message.path("role").asText();
            require(!before.isEmpty() || role.equals("user"), "the first message is not the user's");
            require(message.path("content").size() > 0, role + " without content");
            if (role.equals("user") && !due.isEmpty()) {
                require(
                        message.path("content").path(0).path("type").asText().equals("tool_result"),
                        "tool results must come first");
            }
            if (requiredThought != null && message.toString().contains("tool_use\"")) {
                require(message.path("content").path(0).equals(requiredThought), "no thought before a tool_use");
            }
            for (JsonNode block : message.path("content")) {
                block(role, block, due);
            }
            before = role;
        }
        require(due.isEmpty(), "tool_use " + due + " without results");
        require(before.equals("user"), "the last message is not the user's");
    }

    private void block(String role, JsonNode block, Set<String> due) {
        switch (block.path("type").asText()) {
            case "text" -> {
                require(!block.path("text").asText().isBlank(), "blank text");
                require(role.equals("assistant") || due.isEmpty(), "text before the results of " + due);
            }
            case "tool_use" -> {
                only(block, Set.of("type", "id", "name", "input"), "tool_use");
                require(role.equals("assistant") && block.path("input").isObject(), "tool_use");
                require(due.add(block.path("id").asText()), "tool_use id twice");
            }
            case "tool_result" -> {
                only(block, Set.of("type", "tool_use_id", "content", "is_error"), "tool_result");
                require(
                        role.equals("user")
                                && due.remove(block.path("tool_use_id").asText()),
                        "result without tool_use");
            }
            case "thinking" -> {
                only(block, Set.of("type", "thinking", "signature"), "thinking");
                require(
                        role.equals("assistant")
                                && !block.path("signature").asText().isEmpty(),
                        "thinking");
            }
            default -> require(false, "block " + block.path("type"));
        }
    }

    @Override
    String lastWords(JsonNode request) {
        JsonNode messages = request.path("messages");
        JsonNode content = messages.path(messages.size() - 1).path("content");
        JsonNode last = content.path(content.size() - 1);
        return last.has("text")
                ? last.path("text").asText()
                : last.path("content").asText();
    }
}

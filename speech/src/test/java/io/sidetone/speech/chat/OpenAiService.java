package io.sidetone.speech.chat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.loopback.Seen;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Chat completions. */
public final class OpenAiService extends ChatService {
    private static final String EFFORT = "reasoning_effort";
    private static final String TEMPERATURE = "temperature";

    /** The models of this service, and whether they reason. */
    private static final Map<String, Boolean> MODELS =
            Map.of("test-model", false, "bench", false, "gpt-4.1-mini", false, "gpt-6-luna", true);

    private static final Set<String> EFFORTS = Set.of("none", "low", "medium", "high", "xhigh", "max");

    private static final Set<String> FIELDS = Set.of(
            "model",
            "messages",
            "stream",
            "stream_options",
            TEMPERATURE,
            EFFORT,
            "max_tokens",
            "max_completion_tokens",
            "tools",
            "tool_choice",
            "parallel_tool_calls");

    private final String path;
    private volatile JsonNode requiredExtra;

    /** When the service says that it switches its models off; null for never. */
    public volatile String shutdownDate;

    private volatile String header = "authorization";
    private volatile String credential = "Bearer " + KEY;

    public OpenAiService(LoopbackServer server, String path) {
        super(server);
        this.path = path;
        server.page(path, this::serve);
        String models = path.substring(0, path.length() - "/chat/completions".length()) + "/models/";
        MODELS.keySet()
                .forEach(model -> server.page(models + model, (seen, reply) -> {
                    require(seen.header(header).equals(credential), "credential in " + header);
                    Map<String, Object> known =
                            new HashMap<>(Map.of("id", model, "object", "model", "owned_by", "openai"));
                    known.put("shutdown_date", shutdownDate);
                    reply.whole(200, Map.of("Content-Type", "application/json"), json(known));
                }));
    }

    /** Every tool call must come back with {@code extra_content}, as Gemini's compatible interface demands. */
    void demand(JsonNode extraContent) {
        allow("extra_content");
        requiredExtra = extraContent;
    }

    /** As Azure wants it; or no key at all with an empty one. */
    public OpenAiService credential(String name, String value) {
        header = name;
        credential = value;
        return this;
    }

    @Override
    public URI url() {
        return server.http(path.substring(0, path.length() - "/chat/completions".length()));
    }

    private static String chunk(Map<String, ?> delta, String finish) {
        Map<String, Object> choice = new HashMap<>(Map.of("index", 0, "delta", delta));
        choice.put("finish_reason", finish);
        Map<String, Object> chunk = new HashMap<>(Map.of(
                "id", "chatcmpl-1", "object", "chat.completion.chunk", "created", 1694268190, "model", "test-model"));
        chunk.put("choices", List.of(choice));
        chunk.put("usage", null);
        return data(chunk);
    }

    static String piece(String content) {
        return chunk(Map.of("content", content), null);
    }

    static String delta(Map<String, ?> delta) {
        return chunk(delta, null);
    }

    static String finish(String reason) {
        return chunk(Map.of(), reason);
    }

    static String usage(int in, int out) {
        return data(Map.of(
                "id",
                "chatcmpl-1",
                "object",
                "chat.completion.chunk",
                "created",
                1,
                "model",
                "test-model",
                "choices",
                List.of(),
                "usage",
                Map.of("prompt_tokens", in, "completion_tokens", out, "total_tokens", in + out)));
    }

    static String done() {
        return "data: [DONE]\n\n";
    }

    @Override
    public List<String> words(String... pieces) {
        return wordsUntil("stop", pieces);
    }

    @Override
    public List<String> wordsUntil(String reason, String... pieces) {
        List<String> events = list(delta(Map.of("role", "assistant", "content", "")));
        for (String piece : pieces) {
            events.add(piece(piece));
        }
        events.add(finish(reason));
        events.add(usage(9, 12));
        events.add(done());
        return events;
    }

    @Override
    public List<String> calls(String words, Call... calls) {
        List<String> events = list(delta(Map.of("role", "assistant")));
        if (!words.isEmpty()) {
            events.add(piece(words));
        }
        for (int i = 0; i < calls.length; i++) {
            Map<String, Object> function = Map.of("name", calls[i].name(), "arguments", "");
            events.add(delta(Map.of(
                    "tool_calls",
                    List.of(Map.of("index", i, "id", calls[i].id(), "type", "function", "function", function)))));
            String arguments = calls[i].arguments();
            int half = arguments.length() / 2;
            for (String part : List.of(arguments.substring(0, half), arguments.substring(half))) {
                events.add(delta(
                        Map.of("tool_calls", List.of(Map.of("index", i, "function", Map.of("arguments", part))))));
            }
        }
        events.add(finish("tool_calls"));
        events.add(usage(20, 5));
        events.add(done());
        return events;
    }

    @Override
    String tooLong() {
        return "length";
    }

    @Override
    String filtered() {
        return "content_filter";
    }

    private static Refused invalid(String message, String param) {
        return new Refused(
                400,
                json(Map.of("error", Map.of("message", message, "type", "invalid_request_error", "param", param))));
    }

    @Override
    Refused refusal(JsonNode request) {
        String model = request.path("model").asText();
        if (!MODELS.containsKey(model)) {
            return new Refused(
                    404,
                    json(Map.of(
                            "error",
                            Map.of(
                                    "message",
                                    "The model `" + model + "` does not exist or you do not have access to it.",
                                    "type",
                                    "invalid_request_error",
                                    "code",
                                    "model_not_found"))));
        }
        if (!MODELS.get(model)) {
            return request.has(EFFORT)
                    ? invalid("Unrecognized request argument supplied: reasoning_effort", EFFORT)
                    : null;
        }
        String effort = request.path(EFFORT).asText("medium");
        if (!EFFORTS.contains(effort)) {
            return invalid(
                    "Unsupported value: '" + effort + "' is not supported with the '" + model + "' model.", EFFORT);
        }
        boolean reasons = !effort.equals("none");
        if (reasons && request.has("tools")) {
            return invalid(
                    "Function tools with reasoning_effort are not supported for " + model
                            + " in /v1/chat/completions. To use function tools, use /v1/responses or set"
                            + " reasoning_effort to 'none'.",
                    EFFORT);
        }
        if (reasons && request.path(TEMPERATURE).asDouble(1) != 1) {
            return invalid(
                    "Unsupported value: 'temperature' does not support this value with this model.", TEMPERATURE);
        }
        return request.has("max_tokens")
                ? invalid("Unsupported parameter: 'max_tokens' is not supported with this model.", "max_tokens")
                : null;
    }

    @Override
    void judge(Seen seen, JsonNode request) {
        require(seen.header(header).equals(credential), "credential in " + header);
        require(
                header.equals("authorization") || seen.header("authorization").isEmpty(),
                "Authorization beside " + header);
        only(request, FIELDS, "request");
        require(request.path("stream").asBoolean(), "stream");
        require(request.path("stream_options").path("include_usage").asBoolean(), "stream_options.include_usage");
        require(!request.path("model").asText().isEmpty(), "model");
        require(!(request.has("max_tokens") && request.has("max_completion_tokens")), "two limits of tokens");
        boolean tools = request.has("tools");
        require(tools || !request.has("tool_choice") && !request.has("parallel_tool_calls"), "tool words, no tools");
        for (JsonNode tool : request.path("tools")) {
            only(tool, Set.of("type", "function"), "tool");
            require(tool.path("type").asText().equals("function"), "tool.type");
            JsonNode function = tool.path("function");
            only(function, Set.of("name", "description", "parameters", "strict"), "function");
            require(function.path("name").asText().matches("[A-Za-z0-9_-]{1,64}"), "function.name");
            require(function.path("parameters").path("type").asText().equals("object"), "parameters.type");
        }
        messages(request.path("messages"));
    }

    private void messages(JsonNode messages) {
        require(messages.size() > 0, "no messages");
        Set<String> due = new LinkedHashSet<>();
        List<String> roles = new ArrayList<>();
        for (JsonNode message : messages) {
            String role = message.path("role").asText();
            roles.add(role);
            require(role.equals("tool") || due.isEmpty(), "tool calls " + due + " without their results");
            switch (role) {
                case "system", "user" -> {
                    only(message, Set.of("role", "content"), role);
                    require(!message.path("content").asText().isEmpty(), role + " without content");
                }
                case "assistant" -> {
                    only(message, Set.of("role", "content", "tool_calls"), role);
                    require(
                            message.path("content").isTextual() || message.has("tool_calls"),
                            "assistant without content");
                    for (JsonNode call : message.path("tool_calls")) {
                        only(call, Set.of("id", "type", "function"), "tool_call");
                        if (requiredExtra != null) {
                            require(call.path("extra_content").equals(requiredExtra), "extra_content");
                        }
                        require(call.path("type").asText().equals("function"), "tool_call.type");
                        require(call.path("function").path("arguments").isTextual(), "arguments");
                        require(due.add(call.path("id").asText()), "tool call id twice");
                    }
                }
                case "tool" -> {
                    only(message, Set.of("role", "content", "tool_call_id"), role);
                    require(
                            due.remove(message.path("tool_call_id").asText()),
                            "result without a call " + message.path("tool_call_id"));
                }
                default -> require(false, "role " + role);
            }
        }
        require(due.isEmpty(), "tool calls " + due + " without their results");
        require(!roles.get(roles.size() - 1).equals("assistant"), "nothing to answer: " + roles);
    }

    @Override
    String lastWords(JsonNode request) {
        JsonNode messages = request.path("messages");
        return messages.path(messages.size() - 1).path("content").asText();
    }
}

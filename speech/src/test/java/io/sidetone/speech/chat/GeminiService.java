package io.sidetone.speech.chat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.loopback.Seen;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code streamGenerateContent}. */
public final class GeminiService extends ChatService {
    /** What Gemini wants to see again with a call that it made. */
    static final String SIGNATURE = "c2lnbmF0dXJl";

    private static final Set<String> FIELDS =
            Set.of("contents", "systemInstruction", "generationConfig", "tools", "toolConfig");

    private final String path;

    public GeminiService(LoopbackServer server, String path) {
        super(server);
        this.path = path;
        server.page(path, this::serve);
    }

    @Override
    public URI url() {
        return server.http(path.substring(0, path.indexOf("/models/")));
    }

    static String parts(List<Map<String, Object>> parts, String finish) {
        Map<String, Object> candidate = new HashMap<>(Map.of("content", Map.of("parts", parts, "role", "model")));
        candidate.put("index", 0);
        if (finish != null) {
            candidate.put("finishReason", finish);
        }
        return "data: "
                + json(Map.of(
                        "candidates",
                        List.of(candidate),
                        "usageMetadata",
                        Map.of("promptTokenCount", 9, "candidatesTokenCount", 12, "totalTokenCount", 21),
                        "modelVersion",
                        "test-model",
                        "responseId",
                        "r1"))
                + "\r\n\r\n";
    }

    @Override
    public List<String> words(String... pieces) {
        return wordsUntil("STOP", pieces);
    }

    @Override
    public List<String> wordsUntil(String reason, String... pieces) {
        List<String> events = new ArrayList<>();
        for (String piece : pieces) {
            events.add(parts(List.of(Map.of("text", piece)), null));
        }
        events.add(parts(List.of(Map.of("text", "")), reason));
        return events;
    }

    @Override
    public List<String> calls(String words, Call... calls) {
        List<String> events = new ArrayList<>();
        if (!words.isEmpty()) {
            events.add(parts(List.of(Map.of("text", words)), null));
        }
        List<Map<String, Object>> parts = new ArrayList<>();
        for (Call call : calls) {
            Object args;
            try {
                args = JSON.readValue(call.arguments(), Map.class);
            } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
                throw new IllegalArgumentException(e);
            }
            Map<String, Object> part = new HashMap<>();
            part.put("functionCall", Map.of("name", call.name(), "args", args));
            if (parts.isEmpty()) {
                part.put("thoughtSignature", SIGNATURE);
            }
            parts.add(part);
        }
        events.add(parts(parts, "STOP"));
        return events;
    }

    @Override
    String tooLong() {
        return "MAX_TOKENS";
    }

    @Override
    String filtered() {
        return "SAFETY";
    }

    /** As Google does: all results of one turn of the model come in the next content, as many as there were calls. */
    @Override
    Refused refusal(JsonNode request) {
        int calls = 0;
        for (JsonNode content : request.path("contents")) {
            int results = count(content, "functionResponse");
            if (results != calls) {
                return new Refused(
                        400,
                        json(Map.of(
                                "error",
                                Map.of(
                                        "code",
                                        400,
                                        "message",
                                        "Please ensure that the number of function response parts is equal to the"
                                                + " number of function call parts of the function call turn.",
                                        "status",
                                        "INVALID_ARGUMENT"))));
            }
            calls = count(content, "functionCall");
        }
        return null;
    }

    private static int count(JsonNode content, String kind) {
        int count = 0;
        for (JsonNode part : content.path("parts")) {
            count += part.has(kind) ? 1 : 0;
        }
        return count;
    }

    @Override
    void judge(Seen seen, JsonNode request) {
        require(seen.header("x-goog-api-key").equals(KEY), "x-goog-api-key");
        require(seen.parameter("alt").equals("sse"), "alt=sse");
        only(request, FIELDS, "request");
        int due = 0;
        String before = "";
        for (JsonNode content : request.path("contents")) {
            only(content, Set.of("role", "parts"), "content");
            String role = content.path("role").asText();
            require(role.equals("user") || role.equals("model"), "role " + role);
            require(!before.isEmpty() || role.equals("user"), "the first turn is not the user's");
            require(content.path("parts").size() > 0, "no parts");
            for (JsonNode part : content.path("parts")) {
                if (part.has("functionCall")) {
                    require(role.equals("model"), "functionCall of the user");
                    require(due > 0 || part.path("thoughtSignature").asText().equals(SIGNATURE), "thoughtSignature");
                    due++;
                } else if (part.has("functionResponse")) {
                    require(part.path("functionResponse").path("response").isObject(), "functionResponse.response");
                    due--;
                } else {
                    require(due == 0, "text before the results of functions");
                    require(!part.path("text").asText().isEmpty(), "empty text");
                }
            }
            before = role;
        }
        require(due == 0, due + " functions without results");
        require(before.equals("user"), "the last turn is not the user's");
        for (JsonNode tool : request.path("tools")) {
            for (JsonNode function : tool.path("functionDeclarations")) {
                require(
                        function.has("parameters") != function.has("parametersJsonSchema"),
                        "one way to describe parameters");
            }
        }
    }

    @Override
    String lastWords(JsonNode request) {
        JsonNode contents = request.path("contents");
        return contents.path(contents.size() - 1)
                .path("parts")
                .path(0)
                .path("text")
                .asText();
    }
}

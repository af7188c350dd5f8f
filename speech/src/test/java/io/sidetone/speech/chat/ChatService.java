package io.sidetone.speech.chat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.speech.loopback.HttpScript;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.loopback.Reply;
import io.sidetone.speech.loopback.Seen;
import java.net.URI;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A model service that answers as it is told, by what was said or one answer after the other, or else {@code You said: …};
 * what it is asked is judged by the rules of its protocol.
 */
public abstract class ChatService {
    static final ObjectMapper JSON = new ObjectMapper();
    public static final String KEY = "sk-secret-loopback-key";
    public static final Map<String, String> SSE = Map.of("Content-Type", "text/event-stream");

    protected final LoopbackServer server;
    private final List<JsonNode> requests = new CopyOnWriteArrayList<>();
    private final Deque<HttpScript> answers = new ConcurrentLinkedDeque<>();
    private final Map<String, HttpScript> answersTo = new ConcurrentHashMap<>();
    private final Set<String> allowed = ConcurrentHashMap.newKeySet();
    private volatile int firstTokenMs;

    /** A function that a model calls. */
    public record Call(String id, String name, String arguments) {}

    protected ChatService(LoopbackServer server) {
        this.server = server;
    }

    /** The service that speaks {@code provider}'s protocol, at {@code server}. */
    public static ChatService of(ChatProvider provider, LoopbackServer server) {
        return switch (provider) {
            case OPENAI -> new OpenAiService(server, "/v1/chat/completions");
            case ANTHROPIC -> new AnthropicService(server, "/v1/messages");
            case GEMINI -> new GeminiService(server, "/v1beta/models/test-model:streamGenerateContent");
        };
    }

    /** Base address for the settings. */
    public abstract URI url();

    /** A finished answer in this protocol, as events. */
    public abstract List<String> words(String... pieces);

    /** The same, ended for another reason of the protocol. */
    public abstract List<String> wordsUntil(String reason, String... pieces);

    /** An answer that calls functions after {@code words}. */
    public abstract List<String> calls(String words, Call... calls);

    /** The reasons for which an answer is cut short: too long, and filtered. */
    abstract String tooLong();

    abstract String filtered();

    /**
     * What the real service answers to a request that it does not serve: a body of status 400 or, of an unknown model, 404;
     * null for any other.
     */
    Refused refusal(JsonNode request) {
        return null;
    }

    /** An answer that is no success. */
    record Refused(int status, String body) {}

    /** Judges a request. */
    abstract void judge(Seen seen, JsonNode request);

    /** What the caller is said to have said last. */
    abstract String lastWords(JsonNode request);

    /** How long it thinks where it was not told what to answer. */
    public void thinking(int ms) {
        firstTokenMs = ms;
    }

    /** The next answer. */
    public void next(HttpScript answer) {
        answers.add(answer);
    }

    public void says(String... pieces) {
        next((seen, reply) -> send(reply, words(pieces)));
    }

    /** The answer to whoever said {@code lastWords}, as often as that is asked: also ahead of the end of a turn, and then again. */
    public void answers(String lastWords, String... pieces) {
        answers(lastWords, (seen, reply) -> reply.later(firstTokenMs, () -> send(reply, words(pieces))));
    }

    /** The same; {@code answer} may be asked for more than once. */
    public void answers(String lastWords, HttpScript answer) {
        answersTo.put(lastWords, answer);
    }

    public void wants(String words, Call... calls) {
        next((seen, reply) -> send(reply, calls(words, calls)));
    }

    /** Answers with events, each in a chunk of its own. */
    public static void send(Reply reply, List<String> events) {
        reply.head(200, SSE);
        events.forEach(reply::chunk);
        reply.end();
    }

    public List<JsonNode> requests() {
        return List.copyOf(requests);
    }

    public JsonNode lastRequest() {
        return requests.get(requests.size() - 1);
    }

    void serve(Seen seen, Reply reply) {
        try {
            JsonNode request = JSON.readTree(seen.body());
            require(seen.method().equals("POST"), "method " + seen.method());
            require(seen.header("content-type").startsWith("application/json"), "Content-Type");
            require(seen.header("accept").contains("text/event-stream"), "Accept");
            require(!seen.query().toString().contains(KEY), "key in the address");
            Refused refused = refusal(request);
            if (refused != null) {
                reply.whole(refused.status(), Map.of("Content-Type", "application/json"), refused.body());
                return;
            }
            judge(seen, request);
            requests.add(request);
            HttpScript fitting = answersTo.get(lastWords(request));
            HttpScript answer = fitting == null ? answers.poll() : fitting;
            if (answer != null) {
                answer.request(seen, reply);
            } else {
                reply.later(firstTokenMs, () -> send(reply, words("You said: ", lastWords(request), ".")));
            }
        } catch (JsonProcessingException e) {
            server.violation("the request is no JSON: " + e.getMessage());
            reply.whole(400, Map.of(), "{}");
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    void require(boolean holds, String what) {
        if (!holds) {
            server.violation(getClass().getSimpleName() + ": " + what);
        }
    }

    /** A field of a request beyond the protocol is expected. */
    public void allow(String field) {
        allowed.add(field);
    }

    void only(JsonNode object, Set<String> fields, String where) {
        object.fieldNames()
                .forEachRemaining(name ->
                        require(fields.contains(name) || allowed.contains(name), where + " has unknown field " + name));
    }

    static String json(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    static String data(Object value) {
        return "data: " + json(value) + "\n\n";
    }

    static String event(String name, Object value) {
        return "event: " + name + "\ndata: " + json(value) + "\n\n";
    }

    static List<String> list(String... events) {
        return new ArrayList<>(List.of(events));
    }
}

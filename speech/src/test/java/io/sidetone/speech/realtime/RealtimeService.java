package io.sidetone.speech.realtime;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.core.setting.Altered;
import io.sidetone.speech.embedded.Eventually;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.loopback.Refusal;
import io.sidetone.speech.loopback.Seen;
import io.sidetone.speech.loopback.SocketScript;
import io.sidetone.speech.net.ServiceAccess;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** A realtime service that takes nothing its documentation does not allow. Faults are fields, set before a call. */
public final class RealtimeService {
    /** The one model that it has. */
    private static final String MODEL = "gpt-realtime-2.1";

    public static final String KEY = "sk-loopback-0123456789";
    public static final String PATH = "/v1/realtime";

    public final LoopbackServer server;

    /** Sessions in the order of their connections, and every client event of all of them but audio. */
    public final List<FakeSession> sessions = new CopyOnWriteArrayList<>();

    public final List<JsonNode> events = new CopyOnWriteArrayList<>();

    /** Answers that are due, then what {@link #otherwise} says. */
    public final ConcurrentLinkedQueue<Answer> answers = new ConcurrentLinkedQueue<>();

    public volatile Function<JsonNode, Answer> otherwise = create -> Answer.say("All right.", 0);
    public volatile int refusal;
    public volatile String retryAfter;
    public volatile boolean azure;
    public volatile boolean beta;
    public volatile boolean mute;
    public volatile boolean neverUpdates;
    public volatile boolean keepsMetadata = true;
    public volatile long expiresAt;
    public volatile String transcript = "What time is it?";
    public volatile int transcriptAfterMs;
    public volatile boolean transcriptFails;
    public volatile boolean lateDeltas;
    public volatile boolean doubleDone;
    public volatile boolean bareErrors;

    /** A cancelled response ends without a word of it. */
    public volatile boolean deafToCancel;

    /** So many requests are refused because another response is said to be active. */
    public volatile int busy;

    public RealtimeService(LoopbackServer server) {
        this.server = server;
        server.socket(PATH, this::connected);
    }

    public RealtimeSettings settings() {
        ServiceAccess access = Altered.with(ServiceAccess.of("voice", KEY), "url", server.ws(PATH));
        return azure ? RealtimeSettings.azure(Altered.with(access, "model", MODEL)) : RealtimeSettings.openAi(access);
    }

    private SocketScript connected(Seen seen) {
        if (refusal != 0) {
            throw new Refusal(
                    refusal,
                    retryAfter == null ? Map.of() : Map.of("Retry-After", retryAfter),
                    "{\"error\":{\"message\":\"no, not with " + KEY + "\"}}");
        }
        String requested = azure ? KEY : "Bearer " + KEY;
        if (!requested.equals(seen.header(azure ? "api-key" : "authorization"))) {
            throw new Refusal(401, Map.of(), "who are you?");
        }
        if (!MODEL.equals(seen.parameter("model"))) {
            server.violation("model '" + seen.parameter("model") + "'");
        }
        if (!seen.header("openai-beta").isEmpty()) {
            server.violation("beta header");
        }
        FakeSession session = new FakeSession(this, "s" + sessions.size());
        sessions.add(session);
        return session;
    }

    public FakeSession last() {
        return sessions.get(sessions.size() - 1);
    }

    public List<String> types() {
        return events.stream().map(event -> event.path("type").asText()).toList();
    }

    public long count(String type) {
        return events.stream()
                .filter(event -> event.path("type").asText().equals(type))
                .count();
    }

    /** The event of that type and index; what is not there yet is waited for. */
    public JsonNode find(String type, int index) {
        return Eventually.get(type + " number " + index, () -> events.stream()
                .filter(event -> event.path("type").asText().equals(type))
                .skip(index)
                .findFirst()
                .orElse(null));
    }
}

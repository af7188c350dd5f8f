package io.sidetone.speech.realtime;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sidetone.speech.loopback.Peer;
import io.sidetone.speech.loopback.SocketScript;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** One session of {@link RealtimeService}: its buffer, its conversation, its one response at a time. */
public final class FakeSession implements SocketScript {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int LEAST_COMMIT_MS = 100;
    private static final Set<String> SESSION_KEYS = Set.of(
            "type",
            "audio",
            "include",
            "instructions",
            "max_output_tokens",
            "model",
            "output_modalities",
            "parallel_tool_calls",
            "prompt",
            "reasoning",
            "tool_choice",
            "tools",
            "tracing",
            "truncation");
    private static final Set<String> RESPONSE_KEYS = Set.of(
            "audio",
            "conversation",
            "input",
            "instructions",
            "max_output_tokens",
            "metadata",
            "output_modalities",
            "parallel_tool_calls",
            "prompt",
            "reasoning",
            "tool_choice",
            "tools");

    final RealtimeService service;
    private final String name;
    private final Set<String> eventIds = new HashSet<>();

    /** Items by id: role, or the type of what is no message. */
    public final Map<String, String> items = new LinkedHashMap<>();

    /** Texts of the messages that were put into the conversation. */
    public final Map<String, String> texts = Collections.synchronizedMap(new LinkedHashMap<>());

    final Map<String, Long> audioBytes = new HashMap<>();
    final Set<String> openCalls = new HashSet<>();
    private final Set<String> answeredCalls = new HashSet<>();

    /** How much of which item was left. */
    public final Map<String, Long> truncated = new LinkedHashMap<>();

    public volatile long appendedBytes;

    /** Items whose words were sent. */
    public volatile int transcribed;

    Peer peer;
    JsonNode config = JSON.createObjectNode();
    int bytesPerMs = 48;
    FakeResponse active;
    private long bufferBytes;
    private long counter;

    FakeSession(RealtimeService service, String name) {
        this.service = service;
        this.name = name;
    }

    // ---- what a test does -------------------------------------------------------------------------------------------

    public void run(Runnable step) {
        peer.later(0, step);
    }

    public void speechStarted() {
        run(() -> send(event("input_audio_buffer.speech_started")
                .put("audio_start_ms", appendedBytes / bytesPerMs)
                .put("item_id", "next")));
    }

    /** The service's detection ends the utterance: it commits by itself. */
    public void speechStopped() {
        run(() -> {
            send(event("input_audio_buffer.speech_stopped")
                    .put("audio_end_ms", appendedBytes / bytesPerMs)
                    .put("item_id", "next"));
            commit();
        });
    }

    public void raw(String text) {
        run(() -> peer.text(text));
    }

    // ---- the protocol -----------------------------------------------------------------------------------------------

    String id(String kind) {
        return kind + "_" + name + "_" + ++counter;
    }

    ObjectNode event(String type) {
        String named = service.beta
                ? type.replace("response.output_audio", "response.audio")
                        .replace("conversation.item.added", "conversation.item.created")
                : type;
        return JSON.createObjectNode().put("type", named).put("event_id", id("event"));
    }

    void send(ObjectNode event) {
        peer.text(event.toString());
    }

    @Override
    public void opened(Peer client) {
        peer = client;
        if (service.mute) {
            return;
        }
        ObjectNode created = event("session.created");
        ObjectNode session =
                created.putObject("session").put("type", "realtime").put("id", "sess_" + name);
        if (service.expiresAt > 0) {
            session.put("expires_at", service.expiresAt);
        }
        send(created);
    }

    @Override
    public void text(Peer client, String message) {
        JsonNode event;
        try {
            event = JSON.readTree(message);
        } catch (java.io.IOException e) {
            client.violation("not JSON: " + message);
            return;
        }
        String type = event.path("type").asText();
        if (!type.equals("input_audio_buffer.append")) {
            service.events.add(event);
            if (!eventIds.add(event.path("event_id").asText())) {
                client.violation("event_id missing or used twice: " + message);
            }
        }
        if (config.isEmpty() && !type.equals("session.update")) {
            client.violation(type + " before the session is agreed on");
        }
        switch (type) {
            case "session.update" -> update(event);
            case "input_audio_buffer.append" -> append(event);
            case "input_audio_buffer.commit" -> {
                if (bufferBytes < (long) LEAST_COMMIT_MS * bytesPerMs) {
                    error(event, "input_audio_buffer_commit_empty", "buffer too small");
                } else {
                    commit();
                }
            }
            case "input_audio_buffer.clear" -> {
                bufferBytes = 0;
                send(event("input_audio_buffer.cleared"));
            }
            case "conversation.item.create" -> create(event);
            case "conversation.item.truncate" -> truncate(event);
            case "conversation.item.delete" -> {
                if (items.remove(event.path("item_id").asText()) == null) {
                    client.violation("deletes an item that is not there: " + message);
                }
            }
            case "response.create" -> respond(event);
            case "response.cancel" -> {
                if (active == null || !event.path("response_id").asText().equals(active.id)) {
                    error(event, "response_cancel_not_active", "Cancellation failed: no active response found");
                } else {
                    active.cancel();
                }
            }
            default -> client.violation("unknown event: " + message);
        }
    }

    private void error(JsonNode about, String code, String message) {
        ObjectNode event = event("error");
        ObjectNode error = event.putObject("error")
                .put("type", "invalid_request_error")
                .put("code", code)
                .put("message", message);
        if (service.bareErrors) {
            error.putNull("event_id");
        } else {
            error.put("event_id", about.path("event_id").asText());
        }
        send(event);
    }

    private void update(JsonNode event) {
        JsonNode session = event.path("session");
        if (!session.path("type").asText().equals("realtime")) {
            peer.violation("session.type is missing: " + event);
        }
        unknown(session, SESSION_KEYS);
        if (session.has("audio")) {
            config = session;
            JsonNode input = session.path("audio").path("input");
            JsonNode format = input.path("format");
            boolean pcm = format.path("type").asText().equals("audio/pcm");
            if (pcm
                    ? format.path("rate").asInt() != 24_000
                    : !format.path("type").asText().matches("audio/pcm[ua]")) {
                peer.violation("input format " + format);
            }
            bytesPerMs = pcm ? 48 : 8;
            if (!format.equals(session.path("audio").path("output").path("format"))) {
                peer.violation("two formats");
            }
            JsonNode detection = input.path("turn_detection");
            boolean own = detection.isNull()
                    || detection.path("create_response").isBoolean()
                            && !detection.path("create_response").asBoolean()
                            && detection.path("interrupt_response").isBoolean()
                            && !detection.path("interrupt_response").asBoolean();
            if (!own) {
                peer.violation("the service would answer or interrupt by itself: " + detection);
            }
        }
        for (JsonNode tool : session.path("tools")) {
            if (!tool.path("type").asText().equals("function")
                    || !tool.path("parameters").isObject()) {
                peer.violation("tool " + tool);
            }
        }
        if (!service.neverUpdates) {
            ObjectNode updated = event("session.updated");
            updated.set("session", session);
            send(updated);
        }
    }

    private void unknown(JsonNode node, Set<String> known) {
        for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
            String field = names.next();
            if (!known.contains(field)) {
                peer.violation("unknown_parameter " + field);
            }
        }
    }

    private void append(JsonNode event) {
        byte[] audio = Base64.getDecoder().decode(event.path("audio").asText());
        if (audio.length == 0 || bytesPerMs == 48 && audio.length % 2 != 0) {
            peer.violation("append of " + audio.length + " bytes");
        }
        bufferBytes += audio.length;
        appendedBytes += audio.length;
    }

    private void commit() {
        bufferBytes = 0;
        String item = id("user");
        items.put(item, "user");
        send(event("input_audio_buffer.committed").put("item_id", item));
        ObjectNode added = event("conversation.item.added");
        added.putObject("item").put("id", item).put("type", "message").put("role", "user");
        send(added);
        if (config.path("audio").path("input").has("transcription")) {
            peer.later(service.transcriptAfterMs, () -> transcribe(item));
        }
    }

    private void transcribe(String item) {
        if (service.transcriptFails) {
            ObjectNode failed =
                    event("conversation.item.input_audio_transcription.failed").put("item_id", item);
            failed.putObject("error").put("code", "audio_unintelligible");
            send(failed);
            return;
        }
        String words = service.transcript;
        send(event("conversation.item.input_audio_transcription.delta")
                .put("item_id", item)
                .put("delta", words.substring(0, words.length() / 2)));
        send(event("conversation.item.input_audio_transcription.completed")
                .put("item_id", item)
                .put("transcript", words));
        transcribed++;
    }

    private void create(JsonNode event) {
        JsonNode item = event.path("item");
        String type = item.path("type").asText();
        String id = id("item");
        String previous = event.path("previous_item_id").asText("root");
        if (!previous.equals("root") && !items.containsKey(previous)) {
            peer.violation("follows an item that is not there: " + event);
        }
        if (type.equals("message")) {
            String role = item.path("role").asText();
            String content = item.path("content").path(0).path("type").asText();
            String requested = role.equals("assistant") ? "output_text" : "input_text";
            if (!role.matches("user|assistant|system") || !content.equals(requested)) {
                peer.violation("message " + event);
            }
            items.put(id, role);
            texts.put(
                    id, role + ": " + item.path("content").path(0).path("text").asText());
        } else if (type.equals("function_call_output")) {
            String call = item.path("call_id").asText();
            if (!openCalls.contains(call)
                    || !answeredCalls.add(call)
                    || !item.path("output").isTextual()) {
                peer.violation("output of a call that is not open: " + event);
            }
            items.put(id, type);
        } else {
            peer.violation("item " + event);
        }
        ObjectNode added = event("conversation.item.added");
        added.putObject("item").put("id", id);
        send(added);
    }

    private void truncate(JsonNode event) {
        String item = event.path("item_id").asText();
        long ms = event.path("audio_end_ms").asLong(-1);
        long longest = audioBytes.getOrDefault(item, -1L) / bytesPerMs;
        if (!"assistant".equals(items.get(item))
                || ms < 0
                || ms > longest
                || event.path("content_index").asInt(-1) != 0) {
            peer.violation("truncation at " + ms + " of " + longest + " ms: " + event + " of " + items);
        }
        truncated.put(item, ms);
        send(event("conversation.item.truncated").put("item_id", item).put("audio_end_ms", ms));
    }

    /** A response begins that nobody asked for. */
    void begin(String key, Answer answer) {
        ObjectNode create = JSON.createObjectNode();
        create.putObject("response").putObject("metadata").put("other", key);
        active = new FakeResponse(this, create, answer);
        active.begin();
    }

    private void respond(JsonNode event) {
        unknown(event.path("response"), RESPONSE_KEYS);
        if (service.busy > 0) {
            service.busy--;
            error(event, "conversation_already_has_active_response", "Conversation already has an active response");
            return;
        }
        if (active != null) {
            peer.violation("a second response while " + active.id + " exists");
            error(event, "conversation_already_has_active_response", "Conversation already has an active response");
            return;
        }
        Answer next = service.answers.poll();
        active = new FakeResponse(this, event, next == null ? service.otherwise.apply(event) : next);
        active.begin();
    }
}

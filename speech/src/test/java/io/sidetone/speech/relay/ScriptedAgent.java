package io.sidetone.speech.relay;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.speech.embedded.EventLog;
import io.sidetone.speech.loopback.Peer;
import io.sidetone.speech.loopback.Seen;
import io.sidetone.speech.loopback.SocketScript;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;

/** Somebody's agent: remembers what it is sent, and answers as a test says. */
final class ScriptedAgent {
    private static final ObjectMapper JSON = new ObjectMapper();

    final EventLog log = new EventLog();
    final List<Seen> handshakes = new CopyOnWriteArrayList<>();
    final List<JsonNode> messages = new CopyOnWriteArrayList<>();
    volatile BiConsumer<Peer, JsonNode> onMessage = (peer, message) -> {};
    volatile Peer peer;

    SocketScript accept(Seen seen) {
        handshakes.add(seen);
        return new SocketScript() {
            @Override
            public void opened(Peer opened) {
                peer = opened;
            }

            @Override
            public void text(Peer from, String text) {
                JsonNode message;
                try {
                    message = JSON.readTree(text);
                } catch (JsonProcessingException e) {
                    from.violation("no JSON: " + text);
                    return;
                }
                messages.add(message);
                onMessage.accept(from, message);
                log.add(message.path("type").asText() + " " + text);
            }

            @Override
            public void closed(int code) {
                log.add("gone " + code);
            }
        };
    }

    /** The first message of {@code type}. */
    JsonNode first(String type) {
        return messages.stream()
                .filter(message -> message.path("type").asText().equals(type))
                .findFirst()
                .orElseThrow();
    }

    /** What an agent says. */
    static String text(String token, boolean last) {
        return JSON.createObjectNode()
                .put("type", "text")
                .put("token", token)
                .put("last", last)
                .toString();
    }

    /** Answers each prompt with {@code pieces}. */
    ScriptedAgent says(String... pieces) {
        onMessage = (from, message) -> {
            if (message.path("type").asText().equals("prompt")) {
                for (int i = 0; i < pieces.length; i++) {
                    from.text(text(pieces[i], i == pieces.length - 1));
                }
            }
        };
        return this;
    }
}

package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A client of /vip on the JDK's own WebSocket. */
final class VipClient implements WebSocket.Listener, AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long PATIENCE_S = 15;

    final List<JsonNode> received = new ArrayList<>();
    private final BlockingQueue<JsonNode> messages = new LinkedBlockingQueue<>();
    private final StringBuilder partial = new StringBuilder();
    private final WebSocket socket;
    volatile int closedWith;

    VipClient(URI uri) throws Exception {
        socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(uri, this)
                .get(PATIENCE_S, TimeUnit.SECONDS);
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        partial.append(data);
        if (last) {
            try {
                messages.add(JSON.readTree(partial.toString()));
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
            partial.setLength(0);
        }
        from.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        closedWith = code;
        messages.add(JSON.createObjectNode().put("type", "closed"));
        return null;
    }

    void send(String type, String payload) {
        socket.sendText("{\"type\": \"" + type + "\", \"payload\": " + payload + "}", true)
                .join();
    }

    void sound(byte[] pcm) {
        socket.sendBinary(ByteBuffer.wrap(pcm), true).join();
    }

    /** Waits for the next message of {@code type} and returns its payload. */
    JsonNode await(String type) throws InterruptedException {
        while (true) {
            JsonNode message = messages.poll(PATIENCE_S, TimeUnit.SECONDS);
            assertThat(message)
                    .as("%s within %d s, after %s", type, PATIENCE_S, received)
                    .isNotNull();
            received.add(message);
            if (message.path("type").asText().equals(type)) {
                return message.path("payload");
            }
        }
    }

    /** Waits until the session is in {@code value}. */
    JsonNode awaitState(String value) throws InterruptedException {
        while (true) {
            JsonNode state = await("state");
            if (state.path("value").asText().equals(value)) {
                return state;
            }
        }
    }

    @Override
    public void close() {
        socket.abort();
    }
}

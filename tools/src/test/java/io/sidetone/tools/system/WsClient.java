package io.sidetone.tools.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A client of {@code /ws}: the JDK's own WebSocket. Every message it is sent is held to the schema that ships. */
final class WsClient implements WebSocket.Listener, AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Schema SCHEMA = schema();

    final List<JsonNode> messages = new CopyOnWriteArrayList<>();
    final List<String> problems = new CopyOnWriteArrayList<>();
    volatile String closed;
    private final StringBuilder part = new StringBuilder();
    private final WebSocket socket;

    private WsClient(String address) throws Exception {
        socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(URI.create("ws://" + address), this)
                .get(20, TimeUnit.SECONDS);
    }

    static WsClient connect(ServerProcess server) throws Exception {
        return new WsClient(server.http() + "/ws");
    }

    private static Schema schema() {
        try (InputStream file = WsClient.class.getResourceAsStream("/io/sidetone/transport/schema/ws-1.schema.json")) {
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(file, InputFormat.JSON);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void say(String type, String payload) throws Exception {
        raw("{\"type\":\"" + type + "\",\"payload\":" + payload + "}");
    }

    void raw(String message) throws Exception {
        socket.sendText(message, true).get(20, TimeUnit.SECONDS);
    }

    void binary(byte[] message) throws Exception {
        socket.sendBinary(ByteBuffer.wrap(message), true).get(20, TimeUnit.SECONDS);
    }

    /** In two fragments with an empty one between them. */
    void fragments(String message) throws Exception {
        socket.sendText(message.substring(0, 7), false).get(20, TimeUnit.SECONDS);
        socket.sendText("", false).get(20, TimeUnit.SECONDS);
        socket.sendText(message.substring(7), true).get(20, TimeUnit.SECONDS);
    }

    /** The connection breaks: no goodbye. */
    void abort() {
        socket.abort();
    }

    /** What was told, in short. */
    List<String> told() {
        return messages.stream().map(WsClient::brief).toList();
    }

    private static String brief(JsonNode message) {
        JsonNode payload = message.get("payload");
        String type = message.get("type").asText();
        return switch (type) {
            case "session.state" -> payload.get("value").asText();
            case "transcript.partial", "transcript.final", "response.text.delta" ->
                payload.get("text").asText();
            case "error" -> "error " + payload.get("code").asText();
            default -> type;
        };
    }

    /** Returns the payload of the last message of {@code type}. */
    JsonNode last(String type) {
        return messages.stream()
                .filter(message -> message.get("type").asText().equals(type))
                .reduce((first, second) -> second)
                .orElseThrow()
                .get("payload");
    }

    void await(String brief) throws InterruptedException {
        ServerProcess.awaitOrFail(brief, 30, () -> told().contains(brief));
    }

    /** Waits for the end of a turn that began with a message. */
    void awaitEnd() throws InterruptedException {
        ServerProcess.awaitOrFail("the end of a turn", 30, () -> {
            List<String> told = told();
            return told.size() > 1 && told.get(told.size() - 1).equals("idle") && told.contains("response.completed");
        });
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        part.append(data);
        if (last) {
            String message = part.toString();
            part.setLength(0);
            SCHEMA.validate(message, InputFormat.JSON).forEach(error -> problems.add(error + " in " + message));
            try {
                messages.add(JSON.readTree(message));
            } catch (IOException e) {
                problems.add(e.toString());
            }
        }
        from.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        closed = code + " " + reason;
        return null;
    }

    /** Leaves without a goodbye. */
    void end() {
        socket.abort();
    }

    @Override
    public void close() {
        end();
    }
}

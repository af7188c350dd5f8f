package io.sidetone.tools.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** Switches that speak WebSocket, on the client of the JDK. One per dialect below. */
abstract class WebSocketSwitch extends SwitchPeer implements WebSocket.Listener {
    static final ObjectMapper JSON = new ObjectMapper();

    private final StringBuilder text = new StringBuilder();
    private final ByteArrayOutputStream binary = new ByteArrayOutputStream();
    private final CompletableFuture<Integer> ended = new CompletableFuture<>();
    private WebSocket socket;

    /** Connects to {@code /media/PATH}, offering a sub-protocol unless it is empty. */
    final void connect(ServerProcess server, String path, String subprotocol, String... headers) throws Exception {
        WebSocket.Builder builder = HttpClient.newHttpClient().newWebSocketBuilder();
        for (int i = 0; i < headers.length; i += 2) {
            builder.header(headers[i], headers[i + 1]);
        }
        if (!subprotocol.isEmpty()) {
            builder.subprotocols(subprotocol);
        }
        socket = builder.buildAsync(URI.create("ws://" + server.http() + "/media/" + path), this)
                .get(10, TimeUnit.SECONDS);
        player.note("subprotocol " + socket.getSubprotocol());
    }

    /** A text message of the agent. */
    abstract void told(String message) throws Exception;

    final synchronized void tell(String message) throws Exception {
        if (!socket.isOutputClosed()) {
            socket.sendText(message, true).get(10, TimeUnit.SECONDS);
        }
    }

    @Override
    final synchronized void send(byte[] frame) throws Exception {
        if (!socket.isOutputClosed()) {
            socket.sendBinary(ByteBuffer.wrap(frame), true).get(10, TimeUnit.SECONDS);
        }
    }

    @Override
    synchronized void hangUp() throws Exception {
        socket.sendClose(WebSocket.NORMAL_CLOSURE, "").get(10, TimeUnit.SECONDS);
    }

    @Override
    final boolean ended() {
        return ended.isDone();
    }

    /** Returns the code the connection was closed with. */
    final int code() throws Exception {
        return ended.get(20, TimeUnit.SECONDS);
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        text.append(data);
        if (last) {
            String message = text.toString();
            text.setLength(0);
            player.note(message);
            try {
                told(message);
            } catch (Exception e) {
                player.note("failed: " + e);
            }
        }
        from.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean last) {
        byte[] part = new byte[data.remaining()];
        data.get(part);
        binary.writeBytes(part);
        if (last) {
            arrive(ByteBuffer.wrap(binary.toByteArray()));
            binary.reset();
        }
        from.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket from, int status, String reason) {
        player.note("closed " + status);
        ended.complete(status);
        return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
        player.note("failed: " + error);
        ended.complete(-1);
    }

    @Override
    public void close() {
        stop();
        if (socket != null) {
            socket.abort();
        }
    }

    /** Asterisk 22.8 with {@code Dial(WebSocket/sidetone/c(slin)f(json))}. */
    static final class Asterisk extends WebSocketSwitch {
        @Override
        void told(String message) throws Exception {
            if (message.length() > 128) {
                player.note("ignored: too long");
                return;
            }
            JsonNode command = JSON.readTree(message);
            switch (command.path("command").asText()) {
                case "FLUSH_MEDIA" -> player.flush();
                case "PAUSE_MEDIA" -> player.pause(true);
                case "CONTINUE_MEDIA" -> player.pause(false);
                case "MARK_MEDIA" -> player.mark(command.path("correlation_id").asText());
                case "HANGUP" -> player.note("hung up");
                default -> player.note("failed: unknown command");
            }
        }

        void start() throws Exception {
            tell("{\"event\":\"MEDIA_START\",\"connection_id\":\"0af1\",\"channel\":\"WebSocket/sidetone/0x7f\","
                    + "\"channel_id\":\"pbx1-1.2\",\"format\":\"slin\",\"optimal_frame_size\":320,\"ptime\":20,"
                    + "\"channel_variables\":{\"A\":\"b\"}}");
            begin();
        }

        @Override
        void passed(String mark) throws Exception {
            tell("{\"event\":\"MEDIA_MARK_PROCESSED\",\"channel_id\":\"pbx1-1.2\",\"correlation_id\":\"" + mark
                    + "\"}");
        }

        @Override
        void press(char key) throws Exception {
            tell("{\"event\":\"DTMF_END\",\"channel_id\":\"pbx1-1.2\",\"digit\":\"" + key + "\"}");
        }
    }

    /** jambonz with {@code listen} and streaming of what comes back. */
    static final class Jambonz extends WebSocketSwitch {
        @Override
        void told(String message) throws Exception {
            JsonNode command = JSON.readTree(message);
            switch (command.path("type").asText()) {
                case "killAudio" -> {
                    for (String mark : player.flush()) {
                        tell(mark(mark, "cleared"));
                    }
                }
                case "mark" -> player.mark(command.at("/data/name").asText());
                case "disconnect" -> player.note("hung up");
                default -> player.note("failed: unknown command");
            }
        }

        private static String mark(String name, String event) {
            return "{\"type\": \"mark\",\"data\":{\"name\":\"" + name + "\",\"event\":\"" + event + "\"}}";
        }

        void start() throws Exception {
            tell("{\"callSid\":\"c1\",\"from\":\"100\",\"to\":\"7000\",\"sampleRate\":8000,\"mixType\":\"mono\"}");
            begin();
        }

        @Override
        void passed(String mark) throws Exception {
            tell(mark(mark, "playout"));
        }

        @Override
        void press(char key) throws Exception {
            tell("{\"event\":\"dtmf\",\"dtmf\":\"" + key + "\",\"duration\":\"1600\"}");
        }
    }

    /** Vonage Voice with a WebSocket endpoint. */
    static final class Vonage extends WebSocketSwitch {
        @Override
        void told(String message) throws Exception {
            JsonNode command = JSON.readTree(message);
            switch (command.path("action").asText()) {
                case "clear" -> {
                    player.flush();
                    tell("{\"event\":\"websocket:cleared\"}");
                }
                case "notify" -> player.mark(command.path("payload").toString());
                default -> player.note("failed: unknown command");
            }
        }

        void start() throws Exception {
            tell(
                    "{\"event\":\"websocket:connected\",\"content-type\":\"audio/l16;rate=8000\",\"caller-id\":\"447700900123\"}");
            begin();
        }

        @Override
        void passed(String mark) throws Exception {
            tell("{\"event\":\"websocket:notify\",\"payload\":" + mark + "}");
        }

        @Override
        void press(char key) throws Exception {
            tell("{\"event\":\"websocket:dtmf\",\"digit\":\"" + key + "\",\"duration\":260}");
        }
    }
}

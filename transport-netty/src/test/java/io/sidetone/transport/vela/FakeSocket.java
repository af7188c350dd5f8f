package io.sidetone.transport.vela;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import io.sidetone.transport.ws.WsDecision;
import io.sidetone.transport.ws.WsOutput;
import io.sidetone.transport.ws.WsSession;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A client's end of one connection: says what it likes, keeps what it is told, and holds every message to the schema. */
final class FakeSocket implements WsOutput {
    private static final ObjectMapper JSON = new ObjectMapper();

    final List<JsonNode> messages = new ArrayList<>();
    final List<JsonNode> audio = new ArrayList<>();
    final WsSession session;
    String closed;
    boolean room = true;
    private final VelaRig rig;

    FakeSocket(VelaRig rig, WsDecision decision) {
        this.rig = rig;
        this.session = ((WsDecision.Accept) decision).session();
        session.opened(this, rig.nowNs);
    }

    void say(String message) {
        ByteBuf bytes = Unpooled.copiedBuffer(message, StandardCharsets.UTF_8);
        session.text(bytes, rig.nowNs);
        assertThat(bytes.refCnt()).as("a message is borrowed").isEqualTo(1);
        bytes.release();
        rig.settle();
    }

    void say(String type, String payload) {
        String message = "{\"type\":\"" + type + "\",\"payload\":" + payload + "}";
        assertThat(WsSchema.CLIENT.problems(message)).as(message).isEmpty();
        say(message);
    }

    void sayBinary(byte[] bytes) {
        ByteBuf message = Unpooled.wrappedBuffer(bytes);
        session.binary(message, rig.nowNs);
        message.release();
        rig.settle();
    }

    /** The connection breaks. */
    void drop() {
        session.closed(rig.nowNs);
        rig.settle();
    }

    /** Everything told so far but audio, in short, and forgets it. */
    List<String> sink() {
        List<String> sink = messages.stream().map(FakeSocket::brief).toList();
        messages.clear();
        return sink;
    }

    private static String brief(JsonNode message) {
        JsonNode payload = message.get("payload");
        String type = message.get("type").asText();
        return switch (type) {
            case "session.ready" -> "ready";
            case "session.state" -> payload.get("value").asText();
            case "transcript.partial" -> "partial " + payload.get("text").asText();
            case "transcript.final" -> "final " + payload.get("text").asText();
            case "response.text.delta" -> "delta " + payload.get("text").asText();
            case "response.completed" -> "completed";
            case "error" -> "error " + payload.get("code").asText();
            default -> type;
        };
    }

    JsonNode last(String type) {
        return messages.stream()
                .filter(message -> message.get("type").asText().equals(type))
                .reduce((first, second) -> second)
                .orElseThrow()
                .get("payload");
    }

    String lastError() {
        return last("error").get("message").asText();
    }

    List<Long> numbers() {
        return messages.stream().map(message -> message.path("seq").asLong(-1)).toList();
    }

    @Override
    public EventLoop loop() {
        return rig.loop();
    }

    @Override
    public ByteBuf buffer(int bytes) {
        return Unpooled.buffer(bytes);
    }

    @Override
    public void text(ByteBuf message) {
        if (closed == null) {
            messages.add(read(message));
        }
        message.release();
    }

    @Override
    public boolean audio(ByteBuf message, boolean binary) {
        if (room && closed == null) {
            assertThat(binary).isFalse();
            audio.add(read(message));
        }
        message.release();
        return room;
    }

    private static JsonNode read(ByteBuf message) {
        String text = message.toString(StandardCharsets.UTF_8);
        assertThat(WsSchema.SERVER.problems(text)).as(text).isEmpty();
        try {
            return JSON.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public boolean roomForAudio() {
        return room;
    }

    @Override
    public void close(int code, String reason) {
        if (closed == null) {
            closed = code + " " + reason;
        }
    }
}

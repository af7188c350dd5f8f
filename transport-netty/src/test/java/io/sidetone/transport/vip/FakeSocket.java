package io.sidetone.transport.vip;

import com.fasterxml.jackson.databind.JsonNode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import io.sidetone.transport.ws.WsOutput;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A connection without a network; everything sent keeps to the schema and is numbered without a gap. */
final class FakeSocket implements WsOutput {
    final List<JsonNode> sent = new ArrayList<>();
    boolean room = true;
    int closedWith;
    private long seq;

    @Override
    public EventLoop loop() {
        throw new IllegalStateException("a session asks its loop only through SessionLoop");
    }

    @Override
    public ByteBuf buffer(int bytes) {
        return Unpooled.buffer(bytes);
    }

    @Override
    public void text(ByteBuf message) {
        JsonNode read = VipSchema.sent(message.toString(StandardCharsets.UTF_8));
        seq++;
        if (read.path("seq").asLong() != seq) {
            throw new AssertionError("message " + seq + " is numbered " + read);
        }
        sent.add(read);
    }

    @Override
    public boolean audio(ByteBuf message, boolean binary) {
        if (room) {
            text(message);
        }
        return room;
    }

    @Override
    public boolean roomForAudio() {
        return room;
    }

    @Override
    public void close(int code, String reason) {
        closedWith = closedWith == 0 ? code : closedWith;
    }

    List<String> types() {
        return sent.stream().map(message -> message.path("type").asText()).toList();
    }

    /** Payloads of the messages of {@code type}. */
    List<JsonNode> all(String type) {
        return sent.stream()
                .filter(message -> message.path("type").asText().equals(type))
                .map(message -> message.path("payload"))
                .toList();
    }

    JsonNode last(String type) {
        List<JsonNode> all = all(type);
        if (all.isEmpty()) {
            throw new AssertionError("no " + type + " among " + types());
        }
        return all.get(all.size() - 1);
    }

    /** The states that were shown, in order. */
    List<String> states() {
        return all("state").stream().map(state -> state.path("value").asText()).toList();
    }

    List<String> errors() {
        return all("error").stream().map(error -> error.path("code").asText()).toList();
    }
}

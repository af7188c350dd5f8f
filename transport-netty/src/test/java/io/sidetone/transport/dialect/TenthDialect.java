package io.sidetone.transport.dialect;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.playout.Buffering;
import io.sidetone.transport.stream.StreamFormat;
import io.sidetone.transport.stream.StreamWire;
import io.sidetone.transport.ws.WsOutput;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;

/** A dialect that no carrier speaks: words separated by spaces, sound in binary messages. What a tenth one takes. */
final class TenthDialect implements DialectInput {
    /** Its line in the table. */
    static final MediaDialect LINE = new MediaDialect(
            "tenth",
            Set.of("tenth.v1"),
            64 << 10,
            MediaDialect.Addressing.QUERY,
            EndCause.CALLER_HUNG_UP,
            TenthDialect::new);

    private static final StreamFormat FORMAT = new StreamFormat(StreamFormat.Encoding.L16_LE, 16_000);

    private final DialectConnection connection;

    private TenthDialect(DialectConnection connection) {
        this.connection = connection;
    }

    @Override
    public void text(ByteBuf message, long nowNs) {
        String[] words = message.toString(StandardCharsets.UTF_8).split(" ");
        switch (words[0]) {
            case "CALL" -> start(words, nowNs);
            case "KEY" -> connection.call().digit(words[1].charAt(0), 100, nowNs);
            case "PLAYED" -> connection.call().played(Long.parseLong(words[1]), Long.parseLong(words[2]), nowNs);
            case "BYE" -> {
                connection.hangUp(EndCause.CALLER_HUNG_UP, nowNs);
                connection.leave(WsOutput.NORMAL, "the caller hung up");
            }
            default -> connection.leave(WsOutput.UNSUPPORTED_DATA, words[0] + " is no word of this dialect");
        }
    }

    private void start(String[] words, long nowNs) {
        connection.begin(
                new CallStart(
                        words[1],
                        words[2],
                        words[3],
                        Map.of(),
                        FORMAT,
                        FORMAT,
                        new Buffering(60, false, true),
                        new Output(connection.out())),
                nowNs);
    }

    @Override
    public void binary(ByteBuf message, long nowNs) {
        connection.call().audio(message, nowNs);
    }

    @Override
    public void room() {}

    @Override
    public void gone() {}

    private record Output(WsOutput out) implements StreamWire {
        @Override
        public boolean audio(byte[] payload, int length, long token, long positionMs) {
            return out.audio(out.buffer(length).writeBytes(payload, 0, length), true);
        }

        @Override
        public void clear(long token) {
            ByteBuf forget = out.buffer(32);
            ByteBufUtil.writeAscii(forget, "FORGET " + token);
            out.text(forget);
        }

        @Override
        public void hangUp(EndCause cause) {
            out.close(WsOutput.NORMAL, cause.reason());
        }
    }
}

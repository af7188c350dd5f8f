package io.sidetone.speech.relay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.speech.chat.http.RefusalReader;
import io.sidetone.speech.net.NetFailures;
import io.sidetone.speech.net.SseFraming;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Cuts the body of a web server's answer into messages of the protocol, by its content type: server-sent events, one JSON in each
 * line, JSON as a whole, or plain text, which is spoken as it comes. One loop; bounded.
 */
abstract class RelayAnswer {
    private static final int MAX_BYTES = 1 << 20;
    private static final int OK = 200;
    private static final int REDIRECTION = 300;
    private static final ObjectMapper JSON = new ObjectMapper();

    final Consumer<String> messages;
    private final String service;
    private EngineFailure failure;
    private int bytes;

    private RelayAnswer(String service, Consumer<String> messages) {
        this.service = service;
        this.messages = messages;
    }

    /**
     * Returns what reads an answer.
     *
     * @param messages takes each message as JSON
     */
    static RelayAnswer of(String service, int status, HttpHeaders headers, Consumer<String> messages) {
        if (status < OK || status >= REDIRECTION) {
            return new Refusal(service, status, headers);
        }
        String contentType = headers.get(HttpHeaderNames.CONTENT_TYPE);
        String type = contentType == null
                ? ""
                : contentType.toLowerCase(Locale.ROOT).split(";", 2)[0].strip();
        return switch (type) {
            case "text/event-stream" -> new Events(service, messages);
            case "application/x-ndjson", "application/jsonl", "application/jsonlines" -> new Lines(service, messages);
            case "application/json" -> new Whole(service, messages);
            default -> new Plain(service, messages);
        };
    }

    /** Takes the next bytes; returns false when the answer cannot be used. */
    final boolean feed(ByteBuf piece) {
        bytes += piece.readableBytes();
        if (bytes > MAX_BYTES) {
            broken("sent an answer of more than " + MAX_BYTES + " bytes");
        } else {
            take(piece);
        }
        return failure == null;
    }

    abstract void take(ByteBuf piece);

    /** Nothing more comes. */
    abstract void end();

    /** Why it cannot be used, or null. */
    final EngineFailure failure() {
        return failure;
    }

    final void broken(String what) {
        failure = NetFailures.broken(service, what);
    }

    final void failed(EngineFailure why) {
        failure = why;
    }

    private static final class Events extends RelayAnswer {
        private final SseFraming framing;

        Events(String service, Consumer<String> messages) {
            super(service, messages);
            this.framing = new SseFraming((name, data) -> event(data));
        }

        /** Servers of chat models end their streams so. */
        private void event(String data) {
            if (!data.equals("[DONE]")) {
                messages.accept(data);
            }
        }

        @Override
        void take(ByteBuf piece) {
            if (!framing.feed(piece)) {
                broken("sent an event that is too large");
            }
        }

        @Override
        void end() {
            framing.end();
        }
    }

    private static final class Lines extends RelayAnswer {
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();

        Lines(String service, Consumer<String> messages) {
            super(service, messages);
        }

        @Override
        void take(ByteBuf piece) {
            piece.forEachByte(next -> {
                if (next == '\n') {
                    end();
                } else {
                    line.write(next);
                }
                return true;
            });
        }

        @Override
        void end() {
            String text = line.toString(StandardCharsets.UTF_8).strip();
            line.reset();
            if (!text.isEmpty()) {
                messages.accept(text);
            }
        }
    }

    private static final class Whole extends RelayAnswer {
        private final ByteArrayOutputStream body = new ByteArrayOutputStream();

        Whole(String service, Consumer<String> messages) {
            super(service, messages);
        }

        @Override
        void take(ByteBuf piece) {
            body.writeBytes(ByteBufUtil.getBytes(piece));
        }

        @Override
        void end() {
            if (body.size() == 0) {
                return;
            }
            try {
                JsonNode json = JSON.readTree(body.toByteArray());
                for (JsonNode message :
                        json.isArray() ? json : JSON.createArrayNode().add(json)) {
                    messages.accept(message.toString());
                }
            } catch (IOException notJson) {
                broken("sent an answer that is no JSON");
            }
        }
    }

    private static final class Plain extends RelayAnswer {
        private final CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE);
        private ByteBuffer rest = ByteBuffer.allocate(0);

        Plain(String service, Consumer<String> messages) {
            super(service, messages);
        }

        @Override
        void take(ByteBuf piece) {
            ByteBuffer all = ByteBuffer.allocate(rest.remaining() + piece.readableBytes());
            all.put(rest);
            piece.getBytes(piece.readerIndex(), all);
            all.flip();
            decode(all, false);
            rest = all.slice();
        }

        @Override
        void end() {
            decode(rest, true);
        }

        private void decode(ByteBuffer bytes, boolean last) {
            CharBuffer text = CharBuffer.allocate(bytes.remaining() + 1);
            decoder.decode(bytes, text, last);
            text.flip();
            if (text.hasRemaining()) {
                messages.accept(JSON.createObjectNode()
                        .put("type", "text")
                        .put("token", text.toString())
                        .toString());
            }
        }
    }

    /** The server does not answer the request. */
    private static final class Refusal extends RelayAnswer {
        Refusal(String service, int status, HttpHeaders headers) {
            super(service, text -> {});
            failed(RefusalReader.failure(service, status, headers, "", List.of()));
        }

        @Override
        void take(ByteBuf piece) {}

        @Override
        void end() {}
    }
}

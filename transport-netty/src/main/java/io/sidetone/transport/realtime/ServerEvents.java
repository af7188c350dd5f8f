package io.sidetone.transport.realtime;

import static io.sidetone.core.realtime.RealtimeFields.CODE;
import static io.sidetone.core.realtime.RealtimeFields.ERROR;
import static io.sidetone.core.realtime.RealtimeFields.EVENT_ID;
import static io.sidetone.core.realtime.RealtimeFields.MESSAGE;
import static io.sidetone.core.realtime.RealtimeFields.PARAM;
import static io.sidetone.core.realtime.RealtimeFields.TYPE;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufOutputStream;
import io.sidetone.core.realtime.RealtimeEvents;
import io.sidetone.transport.stream.Base64Audio;
import io.sidetone.transport.ws.WsOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Writes the events of one session, each with an id of its own. Event loop only. */
final class ServerEvents {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final int TYPICAL_BYTES = 512;
    private static final int HEX_DIGITS = 8;
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] DELTA = "\",\"delta\":\"".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] END = "\"}".getBytes(StandardCharsets.US_ASCII);

    private final WsOutput out;
    private final String prefix;
    private long sent;

    ServerEvents(WsOutput out, Ids ids) {
        this.out = out;
        this.prefix = "event_" + ids.session();
    }

    /** Content of an event besides its type and id. */
    @FunctionalInterface
    interface Body {
        /** Writes fields of the event. */
        void write(JsonGenerator out) throws IOException;
    }

    void send(String type, Body body) {
        ByteBuf buffer = out.buffer(TYPICAL_BYTES);
        try (JsonGenerator json = FACTORY.createGenerator((OutputStream) new ByteBufOutputStream(buffer))) {
            json.writeStartObject();
            json.writeStringField(TYPE, type);
            json.writeStringField(EVENT_ID, prefix + hex(++sent));
            body.write(json);
            json.writeEndObject();
        } catch (IOException e) {
            buffer.release();
            throw new UncheckedIOException("memory does not fail to be written", e);
        }
        out.text(buffer);
    }

    /**
     * Reports an error.
     *
     * @param type whose fault it is
     * @param eventId of the client's event, or null
     */
    void error(String type, String code, String message, String param, String eventId) {
        send(ERROR, json -> {
            json.writeObjectFieldStart(ERROR);
            json.writeStringField(TYPE, type);
            json.writeStringField(CODE, code);
            json.writeStringField(MESSAGE, message);
            json.writeStringField(PARAM, param);
            json.writeStringField(EVENT_ID, eventId);
            json.writeEndObject();
        });
    }

    /** Returns what precedes the id of an audio delta of {@code item}. */
    byte[] audioHead(String responseId, String itemId, int outputIndex) {
        return ("{\"type\":\"" + RealtimeEvents.RESPONSE_OUTPUT_AUDIO_DELTA + "\",\"response_id\":\"" + responseId
                        + "\",\"item_id\":\""
                        + itemId + "\",\"output_index\":" + outputIndex + ",\"content_index\":0,\"event_id\":\""
                        + prefix)
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Writes an audio delta; false when the client takes no more audio now. Allocates its buffer alone. */
    boolean audio(byte[] head, byte[] payload, int length) {
        if (!out.roomForAudio()) {
            return false;
        }
        int encoded = Base64Audio.encodedLength(length);
        ByteBuf buffer = out.buffer(head.length + HEX_DIGITS + DELTA.length + encoded + END.length);
        buffer.writeBytes(head);
        sent++;
        for (int shift = (HEX_DIGITS - 1) * 4; shift >= 0; shift -= 4) {
            buffer.writeByte(HEX[(int) (sent >>> shift) & 15]);
        }
        buffer.writeBytes(DELTA);
        Base64Audio.encode(payload, 0, length, buffer);
        buffer.writeBytes(END);
        return out.audio(buffer, false);
    }

    private static String hex(long number) {
        String digits = Long.toHexString(number);
        return "0".repeat(Math.max(0, HEX_DIGITS - digits.length())) + digits;
    }

    /** Names that are unique in the process: a part of the session's own and a number. Event loop only. */
    static final class Ids {
        private static final int DIGITS = 6;

        private final String session;
        private int next;

        /**
         * Creates the names of one session.
         *
         * @param session letters and digits that no other session has
         */
        Ids(String session) {
            this.session = session;
        }

        String session() {
            return session;
        }

        String next(String prefix) {
            String number = Integer.toHexString(++next);
            return prefix + session + "0".repeat(Math.max(0, DIGITS - number.length())) + number;
        }
    }
}

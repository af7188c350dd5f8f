package io.sidetone.transport.realtime;

import static io.sidetone.core.realtime.RealtimeFields.ARGUMENTS;
import static io.sidetone.core.realtime.RealtimeFields.CALL_ID;
import static io.sidetone.core.realtime.RealtimeFields.CONTENT;
import static io.sidetone.core.realtime.RealtimeFields.ID;
import static io.sidetone.core.realtime.RealtimeFields.NAME;
import static io.sidetone.core.realtime.RealtimeFields.OBJECT;
import static io.sidetone.core.realtime.RealtimeFields.OUTPUT;
import static io.sidetone.core.realtime.RealtimeFields.ROLE;
import static io.sidetone.core.realtime.RealtimeFields.STATUS;
import static io.sidetone.core.realtime.RealtimeFields.TEXT;
import static io.sidetone.core.realtime.RealtimeFields.TRANSCRIPT;
import static io.sidetone.core.realtime.RealtimeFields.TYPE;

import com.fasterxml.jackson.core.JsonGenerator;
import io.sidetone.core.fence.Token;
import io.sidetone.core.realtime.ItemTypes;
import io.sidetone.core.realtime.ResponseStatus;
import java.io.IOException;

/** One item of the conversation. Event loop only. */
final class Item {
    /** Position of an item that has no audio yet. */
    static final long NO_AUDIO = -1;

    /** Kinds of items. */
    enum Kind {
        MESSAGE(ItemTypes.MESSAGE),
        CALL(ItemTypes.FUNCTION_CALL),
        CALL_OUTPUT(ItemTypes.FUNCTION_CALL_OUTPUT);

        private final String wireName;

        Kind(String wireName) {
            this.wireName = wireName;
        }

        String wireName() {
            return wireName;
        }
    }

    final String id;
    final Kind kind;

    /** Of a message: user, assistant, system. */
    final String role;

    /** Of the one content part of a message: input_text, input_audio, output_text, output_audio. */
    final String content;

    String status = ResponseStatus.COMPLETED;
    String text = "";

    /** The turn of the call it belongs to; negative for what the client brought along. */
    long token = Token.NONE;

    /** Place where its audio begins within the turn. */
    long baseMs = NO_AUDIO;

    /** Length of the audio that was sent. */
    long audioMs;

    String callId;
    String name;
    String arguments;
    String output;

    private Item(String id, Kind kind, String role, String content) {
        this.id = id;
        this.kind = kind;
        this.role = role;
        this.content = content;
    }

    static Item message(String id, String role, String content, String text) {
        Item item = new Item(id, Kind.MESSAGE, role, content);
        item.text = text;
        return item;
    }

    static Item call(String id, String callId, String name, String arguments) {
        Item item = new Item(id, Kind.CALL, "", "");
        item.callId = callId;
        item.name = name;
        item.arguments = arguments;
        return item;
    }

    static Item callOutput(String id, String callId, String output) {
        Item item = new Item(id, Kind.CALL_OUTPUT, "", "");
        item.callId = callId;
        item.output = output;
        return item;
    }

    boolean audio() {
        return content.endsWith("_audio");
    }

    void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField(ID, id);
        out.writeStringField(OBJECT, "realtime.item");
        out.writeStringField(TYPE, kind.wireName());
        out.writeStringField(STATUS, status);
        switch (kind) {
            case MESSAGE -> {
                out.writeStringField(ROLE, role);
                out.writeArrayFieldStart(CONTENT);
                if (!status.equals(ResponseStatus.IN_PROGRESS)) {
                    writePart(out);
                }
                out.writeEndArray();
            }
            case CALL -> {
                out.writeStringField(NAME, name);
                out.writeStringField(CALL_ID, callId);
                out.writeStringField(ARGUMENTS, status.equals(ResponseStatus.IN_PROGRESS) ? "" : arguments);
            }
            default -> {
                out.writeStringField(CALL_ID, callId);
                out.writeStringField(OUTPUT, output);
            }
        }
        out.writeEndObject();
    }

    private void writePart(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField(TYPE, content);
        if (!audio()) {
            out.writeStringField(TEXT, text);
        } else if (text.isEmpty()) {
            out.writeNullField(TRANSCRIPT);
        } else {
            out.writeStringField(TRANSCRIPT, text);
        }
        out.writeEndObject();
    }
}

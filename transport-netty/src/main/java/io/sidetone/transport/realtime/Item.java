package io.sidetone.transport.realtime;

import com.fasterxml.jackson.core.JsonGenerator;
import io.sidetone.core.fence.Token;
import java.io.IOException;

/** One item of the conversation. Event loop only. */
final class Item {
    /** Position of an item that has no audio yet. */
    static final long NO_AUDIO = -1;

    /** What an item is. */
    enum Kind {
        MESSAGE("message"),
        CALL("function_call"),
        CALL_OUTPUT("function_call_output");

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

    String status = "completed";
    String text = "";

    /** The turn of the call it belongs to; negative for what the client brought along. */
    long token = Token.NONE;

    /** Where its audio begins within the turn. */
    long baseMs = NO_AUDIO;

    /** How much audio was sent. */
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
        out.writeStringField("id", id);
        out.writeStringField("object", "realtime.item");
        out.writeStringField("type", kind.wireName());
        out.writeStringField("status", status);
        switch (kind) {
            case MESSAGE -> {
                out.writeStringField("role", role);
                out.writeArrayFieldStart("content");
                if (!status.equals("in_progress")) {
                    writePart(out);
                }
                out.writeEndArray();
            }
            case CALL -> {
                out.writeStringField("name", name);
                out.writeStringField("call_id", callId);
                out.writeStringField("arguments", status.equals("in_progress") ? "" : arguments);
            }
            case CALL_OUTPUT -> {
                out.writeStringField("call_id", callId);
                out.writeStringField("output", output);
            }
            default -> throw new IllegalStateException("no form is defined for this kind");
        }
        out.writeEndObject();
    }

    private void writePart(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("type", content);
        if (!audio()) {
            out.writeStringField("text", text);
        } else if (text.isEmpty()) {
            out.writeNullField("transcript");
        } else {
            out.writeStringField("transcript", text);
        }
        out.writeEndObject();
    }
}

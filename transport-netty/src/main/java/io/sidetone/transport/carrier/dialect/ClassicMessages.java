package io.sidetone.transport.carrier.dialect;

import com.fasterxml.jackson.core.JsonGenerator;
import io.sidetone.transport.carrier.wire.MessageTemplate;
import java.io.IOException;

/**
 * Messages of the dialects that follow Twilio's; they differ in the name of the stream's id, if they have one.
 *
 * @param idKey member with the id of the stream; empty if there is none
 * @param id id of the stream
 */
record ClassicMessages(String idKey, String id) {
    MessageTemplate media() {
        return with("media", "payload");
    }

    MessageTemplate mark() {
        return with("mark", "name");
    }

    MessageTemplate clear() {
        return MessageTemplate.of(out -> begin(out, "clear"));
    }

    MessageTemplate digit() {
        return with("dtmf", "digit");
    }

    private MessageTemplate with(String event, String member) {
        return MessageTemplate.of(out -> {
            begin(out, event);
            out.writeObjectFieldStart(event);
            out.writeStringField(member, MessageTemplate.hole());
            out.writeEndObject();
        });
    }

    private void begin(JsonGenerator out, String event) throws IOException {
        out.writeStringField("event", event);
        if (!idKey.isEmpty()) {
            out.writeStringField(idKey, id);
        }
    }
}

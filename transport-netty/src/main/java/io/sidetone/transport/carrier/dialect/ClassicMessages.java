package io.sidetone.transport.carrier.dialect;

import com.fasterxml.jackson.core.JsonGenerator;
import io.sidetone.transport.carrier.wire.MessageTemplate;
import java.io.IOException;

/**
 * Messages of the dialects that take after Twilio's; they differ in what the stream is called, if it is named at all.
 *
 * @param idKey member that names the stream; empty if there is none
 * @param id the stream
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

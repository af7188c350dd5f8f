package io.sidetone.transport.vip;

import com.fasterxml.jackson.core.JsonGenerator;
import io.sidetone.transport.stream.StreamFormat;
import io.sidetone.transport.vip.message.ClientOperation;
import io.sidetone.transport.vip.message.VipReader;
import io.sidetone.transport.vip.message.VipStates;
import io.sidetone.transport.vip.message.VipWriter;
import java.io.IOException;
import java.util.List;

/** Facts that a client learns of its session, and before it of what can be had. */
final class SessionFacts {
    private SessionFacts() {}

    /** Writes what was agreed. */
    static void write(JsonGenerator json, String sessionId, String agent, String model, Initialization client)
            throws IOException {
        json.writeStringField("session_id", sessionId);
        json.writeStringField("agent", agent);
        json.writeStringField("model_id", model);
        json.writeStringField("mode", client.open() ? "open" : "ptt");
        json.writeObjectFieldStart("audio");
        format(json, "input", client.in());
        format(json, "output", client.out());
        json.writeEndObject();
    }

    private static void format(JsonGenerator json, String name, StreamFormat format) throws IOException {
        json.writeObjectFieldStart(name);
        json.writeStringField("encoding", Initialization.name(format.encoding()));
        json.writeNumberField("sampleRateHz", format.sampleRateHz());
        json.writeEndObject();
    }

    /** Writes what any session can have: the answer to config.load. */
    static void limits(JsonGenerator json, VipSettings settings) throws IOException {
        json.writeStringField("protocol", "vip-1");
        json.writeStringField("schema", "/schemas/vip-1.schema.json");
        VipWriter.texts(json, "operations", ClientOperation.NAMES);
        VipWriter.texts(json, "states", List.copyOf(VipStates.all()));
        VipWriter.texts(json, "encodings", List.of("pcm16", "pcm16be", "pcmu", "pcma"));
        json.writeArrayFieldStart("sampleRatesHz");
        for (int rateHz : Initialization.RATES) {
            json.writeNumber(rateHz);
        }
        json.writeEndArray();
        json.writeNumberField("leadMs", settings.leadMs());
        json.writeNumberField("initializeMs", settings.initializeMs());
        json.writeNumberField("maxMessageBytes", VipReader.MAX_BYTES);
    }
}

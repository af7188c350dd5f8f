package io.sidetone.transport.realtime;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sidetone.transport.stream.StreamFormat;
import java.util.List;

/** How audio is written in the client's events. */
enum AudioFormat {
    /** PCM16, low byte first, 24 kHz. */
    PCM("audio/pcm", "pcm16", StreamFormat.Encoding.L16_LE, 24_000, 48),
    /** G.711 µ-law. */
    PCMU("audio/pcmu", "g711_ulaw", StreamFormat.Encoding.PCMU, 8_000, 8),
    /** G.711 A-law. */
    PCMA("audio/pcma", "g711_alaw", StreamFormat.Encoding.PCMA, 8_000, 8);

    private static final List<String> NAMES = List.of(PCM.wireName, PCMU.wireName, PCMA.wireName);

    private final String wireName;
    private final String betaName;
    private final StreamFormat stream;
    private final int bytesPerMs;

    AudioFormat(String wireName, String betaName, StreamFormat.Encoding encoding, int rateHz, int bytesPerMs) {
        this.wireName = wireName;
        this.betaName = betaName;
        this.stream = new StreamFormat(encoding, rateHz);
        this.bytesPerMs = bytesPerMs;
    }

    StreamFormat stream() {
        return stream;
    }

    int bytesPerMs() {
        return bytesPerMs;
    }

    ObjectNode json() {
        ObjectNode node = JsonNodeFactory.instance.objectNode().put("type", wireName);
        return this == PCM ? node.put("rate", stream.sampleRateHz()) : node;
    }

    /** Reads a format object, or the name the beta protocol had for it. */
    static AudioFormat of(JsonNode node, String path) throws RealtimeError {
        if (node.isTextual()) {
            for (AudioFormat format : values()) {
                if (format.betaName.equals(node.textValue())) {
                    return format;
                }
            }
            throw Fields.unsupported(path, node.textValue(), List.of(PCM.betaName, PCMU.betaName, PCMA.betaName));
        }
        Fields fields = Fields.of(node, path);
        fields.only(List.of("type", "rate"));
        String name = fields.text("type");
        for (AudioFormat format : values()) {
            if (format.wireName.equals(name)) {
                if (!fields.none("rate")) {
                    fields.whole("rate", format.stream.sampleRateHz(), format.stream.sampleRateHz());
                }
                return format;
            }
        }
        throw Fields.unsupported(fields.at("type"), name, NAMES);
    }
}

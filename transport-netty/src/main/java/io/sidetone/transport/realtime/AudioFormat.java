package io.sidetone.transport.realtime;

import static io.sidetone.core.realtime.RealtimeFields.TYPE;
import static io.sidetone.core.realtime.SessionFields.RATE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sidetone.core.realtime.RealtimeAudio;
import io.sidetone.transport.stream.StreamFormat;
import java.util.List;

/** Forms in which audio is written in the client's events. */
enum AudioFormat {
    /** PCM16, low byte first, 24 kHz. */
    PCM(RealtimeAudio.PCM, "pcm16", StreamFormat.Encoding.L16_LE),
    /** G.711 µ-law. */
    PCMU(RealtimeAudio.PCMU, "g711_ulaw", StreamFormat.Encoding.PCMU),
    /** G.711 A-law. */
    PCMA(RealtimeAudio.PCMA, "g711_alaw", StreamFormat.Encoding.PCMA);

    private static final List<String> NAMES = List.of(PCM.wire.type(), PCMU.wire.type(), PCMA.wire.type());

    private final RealtimeAudio wire;
    private final String betaName;
    private final StreamFormat stream;

    AudioFormat(RealtimeAudio wire, String betaName, StreamFormat.Encoding encoding) {
        this.wire = wire;
        this.betaName = betaName;
        this.stream = new StreamFormat(encoding, wire.sampleRateHz());
    }

    StreamFormat stream() {
        return stream;
    }

    int bytesPerMs() {
        return wire.bytesPerMs();
    }

    ObjectNode json() {
        ObjectNode node = JsonNodeFactory.instance.objectNode().put(TYPE, wire.type());
        return wire.namesRate() ? node.put(RATE, wire.sampleRateHz()) : node;
    }

    /** Reads a format object, or the name the beta protocol had for it. */
    static AudioFormat of(JsonNode node, String path) throws RealtimeError {
        if (node.isTextual()) {
            for (AudioFormat format : values()) {
                if (format.betaName.equals(node.textValue())) {
                    return format;
                }
            }
            throw EventFields.unsupported(path, node.textValue(), List.of(PCM.betaName, PCMU.betaName, PCMA.betaName));
        }
        EventFields fields = EventFields.of(node, path);
        fields.only(List.of(TYPE, RATE));
        String name = fields.text(TYPE);
        for (AudioFormat format : values()) {
            if (format.wire.type().equals(name)) {
                if (!fields.none(RATE)) {
                    fields.whole(RATE, format.wire.sampleRateHz(), format.wire.sampleRateHz());
                }
                return format;
            }
        }
        throw EventFields.unsupported(fields.at(TYPE), name, NAMES);
    }
}

package io.sidetone.transport.carrier.dialect;

import io.sidetone.transport.carrier.CarrierEvent;
import io.sidetone.transport.carrier.CarrierIn;
import io.sidetone.transport.carrier.CarrierStart;
import io.sidetone.transport.carrier.MediaFormats;
import io.sidetone.transport.carrier.wire.BadMessageException;
import io.sidetone.transport.carrier.wire.ControlMessage;
import io.sidetone.transport.stream.StreamFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reads Plivo audio streaming: its marks are called checkpoints, and the end of the socket is the end of the stream.
 */
public final class PlivoIn implements CarrierIn {
    private static final int MOST_HEADERS = 64;

    @Override
    public CarrierEvent event(String name) {
        return switch (name) {
            case "playedStream" -> CarrierEvent.MARK;
            case "clearedAudio" -> CarrierEvent.CLEARED;
            case "mark", "connected" -> CarrierEvent.UNKNOWN;
            default -> CarrierEvent.classic(name);
        };
    }

    @Override
    public String mark(ControlMessage message) {
        return message.text("name");
    }

    @Override
    public CarrierStart start(ControlMessage message) throws BadMessageException {
        String encoding = message.text("start", "mediaFormat", "encoding");
        StreamFormat format = MediaFormats.of(
                encoding.isEmpty() ? "audio/x-mulaw" : encoding,
                message.number(8_000, "start", "mediaFormat", "sampleRate"),
                StreamFormat.Encoding.L16_LE);
        Map<String, String> parameters = headers(message.text("extra_headers"));
        return new CarrierStart(
                CarrierStart.id("start.streamId", message.text("start", "streamId")),
                CarrierStart.id("start.callId", message.text("start", "callId")),
                parameters.getOrDefault("from", ""),
                parameters.getOrDefault("to", ""),
                parameters,
                format,
                format);
    }

    /**
     * Reads the parameters of our answer. Plivo sends them as {@code a=1;b=2} or as JSON in a string, with or without
     * X-PH- before the names.
     */
    static Map<String, String> headers(String text) {
        Map<String, String> headers = new LinkedHashMap<>();
        String bare = text.replaceAll("[{}\"\\s]", "");
        for (String pair : bare.split("[;,]")) {
            int sign = indexOfSign(pair);
            if (sign > 0 && headers.size() < MOST_HEADERS) {
                String name = pair.substring(0, sign);
                headers.put(
                        name.regionMatches(true, 0, "X-PH-", 0, 5) ? name.substring(5) : name,
                        pair.substring(sign + 1));
            }
        }
        return headers;
    }

    private static int indexOfSign(String pair) {
        int equals = pair.indexOf('=');
        return equals >= 0 ? equals : pair.indexOf(':');
    }
}

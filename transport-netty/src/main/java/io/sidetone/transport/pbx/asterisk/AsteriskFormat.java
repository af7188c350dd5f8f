package io.sidetone.transport.pbx.asterisk;

import io.sidetone.transport.stream.StreamFormat;
import io.sidetone.transport.stream.StreamFormat.Encoding;
import java.util.Map;

/**
 * The codecs of Asterisk that are taken, by its names for them. The others (opus, g729, speex) it only passes through,
 * without timing; g722 and rates above 48 kHz are not needed where slin16 is.
 */
final class AsteriskFormat {
    private static final Map<String, StreamFormat> FORMATS = Map.ofEntries(
            Map.entry("ulaw", new StreamFormat(Encoding.PCMU, 8_000)),
            Map.entry("alaw", new StreamFormat(Encoding.PCMA, 8_000)),
            Map.entry("slin", new StreamFormat(Encoding.L16_LE, 8_000)),
            Map.entry("slin12", new StreamFormat(Encoding.L16_LE, 12_000)),
            Map.entry("slin16", new StreamFormat(Encoding.L16_LE, 16_000)),
            Map.entry("slin24", new StreamFormat(Encoding.L16_LE, 24_000)),
            Map.entry("slin32", new StreamFormat(Encoding.L16_LE, 32_000)),
            Map.entry("slin48", new StreamFormat(Encoding.L16_LE, 48_000)));

    /** What the message to somebody who configured another codec lists. */
    static final String NAMES = "ulaw, alaw, slin, slin12, slin16, slin24, slin32 or slin48";

    private AsteriskFormat() {}

    /** Returns the format of that name, or null when it is not taken. */
    static StreamFormat of(String name) {
        return FORMATS.get(name);
    }

    /** The byte of silence. */
    static byte silence(StreamFormat format) {
        return switch (format.encoding()) {
            case PCMU -> (byte) 0xFF;
            case PCMA -> (byte) 0xD5;
            default -> 0;
        };
    }
}

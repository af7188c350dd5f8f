package io.sidetone.transport.pbx.asterisk;

import io.sidetone.transport.stream.StreamFormat;
import io.sidetone.transport.stream.StreamFormat.Encoding;
import java.util.Map;

/**
 * The supported codecs of Asterisk, by its names. Asterisk only passes the others through, without timing (opus, g729,
 * speex); g722 and rates above 48 kHz are not needed because slin16 is supported.
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

    /** The list of codecs in the message about an unsupported codec. */
    static final String NAMES = "ulaw, alaw, slin, slin12, slin16, slin24, slin32 or slin48";

    private AsteriskFormat() {}

    /** Returns the format of that name, or null when it is not supported. */
    static StreamFormat of(String name) {
        return FORMATS.get(name);
    }

    /** Returns the byte of silence. */
    static byte silence(StreamFormat format) {
        return switch (format.encoding()) {
            case PCMU -> (byte) 0xFF;
            case PCMA -> (byte) 0xD5;
            default -> 0;
        };
    }
}

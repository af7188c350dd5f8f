package io.sidetone.transport.carrier;

import io.sidetone.transport.carrier.wire.BadMessageException;
import io.sidetone.transport.stream.StreamFormat;
import java.util.Locale;

/** Formats of audio by their names in carriers' messages and in the configuration. */
public final class MediaFormats {
    private static final int LONGEST_SHOWN = 40;

    private MediaFormats() {}

    /**
     * Returns the format with a carrier's name.
     *
     * @param linear meaning of L16 for this carrier: byte orders differ
     * @throws BadMessageException for an unsupported format
     */
    public static StreamFormat of(String encoding, long sampleRateHz, StreamFormat.Encoding linear)
            throws BadMessageException {
        String name = encoding.toLowerCase(Locale.ROOT);
        StreamFormat.Encoding found =
                switch (name.startsWith("audio/") ? name.substring("audio/".length()) : name) {
                    case "x-mulaw", "mulaw", "pcmu" -> StreamFormat.Encoding.PCMU;
                    case "x-alaw", "alaw", "pcma" -> StreamFormat.Encoding.PCMA;
                    case "x-l16", "l16", "x-raw", "raw", "slin" -> linear;
                    default -> null;
                };
        if (found == null) {
            String shown = encoding.length() > LONGEST_SHOWN ? encoding.substring(0, LONGEST_SHOWN) : encoding;
            throw new BadMessageException("audio as '" + shown + "' is not read here; ask for PCMU, PCMA or L16");
        }
        if (sampleRateHz != (int) sampleRateHz) {
            throw new BadMessageException("audio at " + sampleRateHz + " Hz is not read here");
        }
        try {
            return new StreamFormat(found, (int) sampleRateHz);
        } catch (IllegalArgumentException e) {
            throw new BadMessageException(e.getMessage());
        }
    }

    /**
     * Returns the format of a configuration text such as {@code PCMU/8000}.
     *
     * @throws IllegalArgumentException for an unsupported format
     */
    public static StreamFormat configured(String text, StreamFormat.Encoding linear) {
        int slash = text.indexOf('/');
        try {
            return of(text.substring(0, slash), Long.parseLong(text.substring(slash + 1)), linear);
        } catch (BadMessageException e) {
            throw new IllegalArgumentException(text + " is no format: " + e.getMessage(), e);
        }
    }
}

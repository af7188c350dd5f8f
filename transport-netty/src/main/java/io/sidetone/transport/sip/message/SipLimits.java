package io.sidetone.transport.sip.message;

/**
 * Limits of what one message may cost, checked before and while it is parsed.
 *
 * @param maxMessageBytes whole message, headers and body
 * @param maxHeaders header fields
 * @param maxLineBytes one line with its continuation lines
 * @param maxVias Via values
 * @param maxParameters parameters of one value or one URI
 * @param maxListValues values of Contact, Route and Record-Route, each
 */
public record SipLimits(
        int maxMessageBytes, int maxHeaders, int maxLineBytes, int maxVias, int maxParameters, int maxListValues) {
    private static final SipLimits DATAGRAM = new SipLimits(16 * 1024, 128, 8 * 1024, 20, 64, 64);
    private static final SipLimits STREAM = new SipLimits(64 * 1024, 128, 8 * 1024, 20, 64, 64);

    /** Checks that every limit is positive. */
    public SipLimits {
        int least = Math.min(Math.min(maxMessageBytes, maxHeaders), Math.min(maxLineBytes, maxVias));
        if (Math.min(least, Math.min(maxParameters, maxListValues)) < 1) {
            throw new IllegalArgumentException("SIP limits must all be at least 1: " + maxMessageBytes + ", "
                    + maxHeaders + ", " + maxLineBytes + ", " + maxVias + ", " + maxParameters + ", " + maxListValues);
        }
    }

    /** Limits for UDP: 16 KiB, 128 headers, 8 KiB per line, 20 Via, 64 parameters, 64 list values. */
    public static SipLimits datagram() {
        return DATAGRAM;
    }

    /** Limits for TCP: as for UDP, but 64 KiB per message. */
    public static SipLimits stream() {
        return STREAM;
    }
}

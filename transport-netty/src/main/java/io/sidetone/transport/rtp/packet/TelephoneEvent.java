package io.sidetone.transport.rtp.packet;

import io.netty.buffer.ByteBuf;

/**
 * The payload of a telephone event, read and written in place (RFC 4733 section 2.3).
 *
 * <pre>
 *   0                   1                   2                   3
 *   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *  +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *  |     event     |E|R| volume    |          duration             |
 *  +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * </pre>
 */
public final class TelephoneEvent {
    /** Bytes of one event. */
    public static final int LENGTH = 4;

    /** The largest duration one segment can carry, in timestamp units; longer events continue in a new segment. */
    public static final int MAX_DURATION = 0xFFFF;

    /** Value that {@link #digit} answers for an event that is not a digit. */
    public static final char NO_DIGIT = 0;

    private static final String DIGITS = "0123456789*#ABCD";
    private static final int END_BIT = 0x80;
    private static final int VOLUME_MASK = 0x3F;

    private TelephoneEvent() {}

    /** Returns the event code, 0…255. */
    public static int event(byte[] payload, int offset) {
        return payload[offset] & 0xFF;
    }

    /** Returns whether the event is over. */
    public static boolean end(byte[] payload, int offset) {
        return (payload[offset + 1] & END_BIT) != 0;
    }

    /** Returns the level as a positive number of −dBm0, 0…63. */
    public static int volume(byte[] payload, int offset) {
        return payload[offset + 1] & VOLUME_MASK;
    }

    /** Returns the duration so far in timestamp units. */
    public static int duration(byte[] payload, int offset) {
        return (payload[offset + 2] & 0xFF) << 8 | payload[offset + 3] & 0xFF;
    }

    /** Returns the key of an event code, or {@link #NO_DIGIT} (16 is a hook flash, 17 and above are tones). */
    public static char digit(int event) {
        return event < DIGITS.length() ? DIGITS.charAt(event) : NO_DIGIT;
    }

    /** Returns the event code of a key (0–9, *, #, A–D), or −1. */
    public static int eventOf(char digit) {
        return DIGITS.indexOf(Character.toUpperCase(digit));
    }

    /** Appends one event at the writer index. */
    public static void write(ByteBuf buffer, int event, boolean end, int volume, int duration) {
        buffer.writeByte(event);
        buffer.writeByte(end ? volume & VOLUME_MASK | END_BIT : volume & VOLUME_MASK);
        buffer.writeShort(duration);
    }
}

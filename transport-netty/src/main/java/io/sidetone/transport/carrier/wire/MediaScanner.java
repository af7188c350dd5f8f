package io.sidetone.transport.carrier.wire;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Finds the audio in a media message without building objects. Keys may have any order, numbers may be numbers or
 * strings, unknown members are skipped. A message that is not certainly a media message (another event, escapes, a
 * repeated key, anything that might not be JSON) is left to {@link ControlMessage}.
 *
 * <p>One per connection, on its event loop. Allocates only to grow to the longest message.
 */
public final class MediaScanner {
    private static final byte[] NOTHING = {};
    private static final int MAX_DEPTH = 8;
    private static final int MAX_DIGITS = 18;

    private static final int EVENT = 1;
    private static final int MEDIA = 1 << 1;
    private static final int SEQUENCE = 1 << 2;
    private static final int PAYLOAD = 1 << 3;
    private static final int CHUNK = 1 << 4;
    private static final int TRACK = 1 << 5;

    private static final byte[] KEY_EVENT = ascii("event");
    private static final byte[] KEY_MEDIA = ascii("media");
    private static final byte[] KEY_SEQUENCE = ascii("sequenceNumber");
    private static final byte[] KEY_SEQUENCE_SNAKE = ascii("sequence_number");
    private static final byte[] KEY_PAYLOAD = ascii("payload");
    private static final byte[] KEY_CHUNK = ascii("chunk");
    private static final byte[] KEY_TRACK = ascii("track");
    private static final byte[] OUTBOUND = ascii("outbound");
    private static final byte[] TRUE = ascii("true");
    private static final byte[] FALSE = ascii("false");
    private static final byte[] NULL = ascii("null");

    /** Room from the first message on: a connection that says nothing needs none. */
    private byte[] text = NOTHING;

    private int length;
    private int at;
    private int from;
    private int to;
    private boolean slashes;
    private int seen;
    private int payloadFrom;
    private int payloadTo;
    private long chunk;
    private long sequence;
    private boolean outbound;

    private static byte[] ascii(String word) {
        return word.getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Reads {@code message}; its reader index stays.
     *
     * @return whether it is a media message of the usual form; the accessors then give its content, until the next scan
     */
    public boolean scan(ByteBuf message) {
        length = message.readableBytes();
        if (length > text.length) {
            text = new byte[Math.max(length, text.length * 2)];
        }
        // {@code readBytes} copies directly; {@code getBytes} would create a buffer where Netty has no Unsafe.
        int begin = message.readerIndex();
        message.readBytes(text, 0, length);
        message.readerIndex(begin);
        at = 0;
        seen = 0;
        chunk = -1;
        sequence = -1;
        outbound = false;
        if (!next('{') || !members(0)) {
            return false;
        }
        space();
        int expected = EVENT | PAYLOAD;
        return at == length && (seen & expected) == expected;
    }

    /** Returns the scanned message, valid up to {@link #length}. The array is lent until the next scan. */
    public byte[] text() {
        return text;
    }

    /** Returns the bytes of the message. */
    public int length() {
        return length;
    }

    /** Returns where in {@link #text} the payload begins; slashes in it may be escaped. */
    public int payloadFrom() {
        return payloadFrom;
    }

    /** Returns where in {@link #text} the payload ends. */
    public int payloadTo() {
        return payloadTo;
    }

    /** Returns the message's number in its track, or −1. */
    public long chunk() {
        return chunk;
    }

    /** Returns the message's number in its stream, or −1. */
    public long sequence() {
        return sequence;
    }

    /** Returns whether it contains the audio sent to the caller instead of the caller's audio. */
    public boolean outbound() {
        return outbound;
    }

    /**
     * Reads the members of an object whose brace was read, to its end. Level 0 is the message, level 1 its media;
     * deeper levels are skipped.
     */
    private boolean members(int level) {
        space();
        if (at < length && text[at] == '}') {
            at++;
            return true;
        }
        while (true) {
            if (!next('"') || !string() || slashes) {
                return false;
            }
            int bit = level == 0 ? keyOfMessage() : level == 1 ? keyOfMedia() : 0;
            if ((seen & bit) != 0 || !next(':')) {
                return false;
            }
            seen |= bit;
            if (!member(bit, level)) {
                return false;
            }
            space();
            if (at >= length) {
                return false;
            }
            byte after = text[at++];
            if (after == '}') {
                return true;
            }
            if (after != ',') {
                return false;
            }
        }
    }

    private int keyOfMessage() {
        return is(KEY_EVENT)
                ? EVENT
                : is(KEY_MEDIA) ? MEDIA : is(KEY_SEQUENCE) || is(KEY_SEQUENCE_SNAKE) ? SEQUENCE : 0;
    }

    private int keyOfMedia() {
        return is(KEY_PAYLOAD) ? PAYLOAD : is(KEY_CHUNK) ? CHUNK : is(KEY_TRACK) ? TRACK : 0;
    }

    private boolean member(int bit, int level) {
        switch (bit) {
            case EVENT:
                return next('"') && string() && is(KEY_MEDIA);
            case MEDIA:
                return next('{') && members(1);
            case PAYLOAD:
                if (!next('"') || !string()) {
                    return false;
                }
                payloadFrom = from;
                payloadTo = to;
                return true;
            case TRACK:
                if (!next('"') || !string() || slashes) {
                    return false;
                }
                outbound = is(OUTBOUND);
                return true;
            case CHUNK:
                chunk = count();
                return chunk >= 0;
            case SEQUENCE:
                sequence = count();
                return sequence >= 0;
            default:
                return value(level + 1);
        }
    }

    /** Skips a value that is not needed. */
    private boolean value(int depth) {
        space();
        if (at >= length || depth > MAX_DEPTH) {
            return false;
        }
        switch (text[at]) {
            case '"':
                at++;
                return string() && !slashes;
            case '{':
                at++;
                return members(Math.max(2, depth));
            case '[':
                at++;
                return elements(depth);
            case 't':
                return word(TRUE);
            case 'f':
                return word(FALSE);
            case 'n':
                return word(NULL);
            default:
                return digits() >= 0;
        }
    }

    private boolean elements(int depth) {
        space();
        if (at < length && text[at] == ']') {
            at++;
            return true;
        }
        while (true) {
            if (!value(depth + 1)) {
                return false;
            }
            space();
            if (at >= length) {
                return false;
            }
            byte after = text[at++];
            if (after == ']') {
                return true;
            }
            if (after != ',') {
                return false;
            }
        }
    }

    /** Reads a count written as a number or as a string of digits; −1 if it is neither. */
    private long count() {
        space();
        if (at >= length || text[at] != '"') {
            return digits();
        }
        at++;
        if (!string() || from == to || to - from > MAX_DIGITS) {
            return -1;
        }
        long value = 0;
        for (int i = from; i < to; i++) {
            int digit = text[i] - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            value = value * 10 + digit;
        }
        return value;
    }

    /** Reads a whole number of JSON, not negative and without a leading zero; −1 if there is none. */
    private long digits() {
        int start = at;
        long value = 0;
        while (at < length && text[at] >= '0' && text[at] <= '9') {
            value = value * 10 + (text[at] - '0');
            at++;
        }
        int digits = at - start;
        boolean whole = at >= length || text[at] != '.' && text[at] != 'e' && text[at] != 'E';
        return whole && digits > 0 && digits <= MAX_DIGITS && (digits == 1 || text[start] != '0') ? value : -1;
    }

    /** Reads from after an opening quote to after the closing one; ASCII only, and no escape except that of a slash. */
    private boolean string() {
        from = at;
        slashes = false;
        while (at < length) {
            byte symbol = text[at];
            if (symbol == '"') {
                to = at++;
                return true;
            }
            // Bytes beyond ASCII are negative.
            if (symbol < ' ') {
                return false;
            }
            if (symbol == '\\') {
                if (at + 1 >= length || text[at + 1] != '/') {
                    return false;
                }
                slashes = true;
                at++;
            }
            at++;
        }
        return false;
    }

    private boolean word(byte[] word) {
        int end = at + word.length;
        if (end > length || !Arrays.equals(text, at, end, word, 0, word.length)) {
            return false;
        }
        at = end;
        return true;
    }

    private boolean is(byte[] word) {
        return to - from == word.length && Arrays.equals(text, from, to, word, 0, word.length);
    }

    private boolean next(char expected) {
        space();
        if (at < length && text[at] == expected) {
            at++;
            return true;
        }
        return false;
    }

    private void space() {
        while (at < length && (text[at] == ' ' || text[at] == '\n' || text[at] == '\r' || text[at] == '\t')) {
            at++;
        }
    }
}

package io.sidetone.transport.stream;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/** Encodes and decodes Base64 (RFC 4648 section 4) of audio in existing buffers. Stateless; allocates nothing. */
public final class Base64Audio {
    /** The result of {@link #decode} for text that is not Base64. */
    public static final int MALFORMED = -1;

    private static final byte[] SYMBOLS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
            .getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    private static final byte[] VALUES = values();
    /** Two symbols for each 12 bits. */
    private static final short[] PAIRS = pairs();

    private Base64Audio() {}

    private static byte[] values() {
        byte[] values = new byte[256];
        Arrays.fill(values, (byte) -1);
        for (int i = 0; i < SYMBOLS.length; i++) {
            values[SYMBOLS[i]] = (byte) i;
        }
        return values;
    }

    private static short[] pairs() {
        short[] pairs = new short[4096];
        for (int i = 0; i < pairs.length; i++) {
            pairs[i] = (short) (SYMBOLS[i >> 6] << 8 | SYMBOLS[i & 63]);
        }
        return pairs;
    }

    /** Returns an upper bound of the bytes in {@code characters} of Base64. */
    public static int decodedBound(int characters) {
        return (characters + 3) / 4 * 3;
    }

    /** Returns the number of characters for {@code bytes}. */
    public static int encodedLength(int bytes) {
        return (bytes + 2) / 3 * 4;
    }

    /**
     * Decodes the text at {@code from[start..end)}, ASCII, padded or not; a slash may be escaped ({@code \/}) as JSON
     * allows.
     *
     * @param to the caller's buffer, with room for {@link #decodedBound} bytes
     * @return bytes written from the beginning of {@code to}, or {@link #MALFORMED}
     */
    public static int decode(byte[] from, int start, int end, byte[] to) {
        int at = start;
        int out = 0;
        while (at + 4 <= end) {
            int bits = VALUES[from[at] & 0xff] << 18
                    | VALUES[from[at + 1] & 0xff] << 12
                    | VALUES[from[at + 2] & 0xff] << 6
                    | VALUES[from[at + 3] & 0xff];
            if (bits < 0) {
                break;
            }
            to[out] = (byte) (bits >> 16);
            to[out + 1] = (byte) (bits >> 8);
            to[out + 2] = (byte) bits;
            out += 3;
            at += 4;
        }
        return at == end ? out : decodeSlowly(from, at, end, to, out);
    }

    /** Decodes the rest from the first escape, padding or wrong symbol. */
    private static int decodeSlowly(byte[] from, int start, int end, byte[] to, int done) {
        int at = start;
        int out = done;
        int bits = 0;
        int symbols = 0;
        while (at < end && from[at] != '=') {
            if (from[at] == '\\' && at + 1 < end && from[at + 1] == '/') {
                at++;
            }
            int value = VALUES[from[at] & 0xff];
            if (value < 0) {
                return MALFORMED;
            }
            bits = bits << 6 | value;
            at++;
            if (++symbols == 4) {
                to[out++] = (byte) (bits >> 16);
                to[out++] = (byte) (bits >> 8);
                to[out++] = (byte) bits;
                bits = 0;
                symbols = 0;
            }
        }
        int padding = end - at;
        for (int i = at; i < end; i++) {
            if (from[i] != '=') {
                return MALFORMED;
            }
        }
        if (symbols == 1 || padding != 0 && (symbols == 0 || symbols + padding != 4)) {
            return MALFORMED;
        }
        if (symbols == 2) {
            to[out++] = (byte) (bits >> 4);
        } else if (symbols == 3) {
            to[out++] = (byte) (bits >> 10);
            to[out++] = (byte) (bits >> 2);
        }
        return out;
    }

    /** Appends {@code from[offset..offset+length)} to {@code to}, padded; the buffer must have enough room. */
    public static void encode(byte[] from, int offset, int length, ByteBuf to) {
        int end = offset + length;
        int at = offset;
        for (; at + 3 <= end; at += 3) {
            int bits = (from[at] & 0xff) << 16 | (from[at + 1] & 0xff) << 8 | from[at + 2] & 0xff;
            to.writeInt(PAIRS[bits >> 12] << 16 | PAIRS[bits & 0xfff]);
        }
        int left = end - at;
        if (left == 1) {
            to.writeInt(PAIRS[(from[at] & 0xff) << 4] << 16 | '=' << 8 | '=');
        } else if (left == 2) {
            int bits = (from[at] & 0xff) << 16 | (from[at + 1] & 0xff) << 8;
            to.writeInt(PAIRS[bits >> 12] << 16 | PAIRS[bits & 0xfff] & 0xff00 | '=');
        }
    }
}

package io.sidetone.transport.sip.endpoint;

/**
 * Reads Content-Length out of a header block, by the same rules as the parser: name in any case or {@code l}, only
 * blanks before the colon, folded values, once.
 */
final class ContentLengthScan {
    static final long MISSING = -1;
    static final long MALFORMED = -2;

    private static final String NAME = "content-length";
    private static final long MAX = Integer.MAX_VALUE;

    private ContentLengthScan() {}

    /** The value, {@link #MISSING} or {@link #MALFORMED}; lines end with CR LF. */
    static long find(byte[] bytes, int from, int to) {
        long found = MISSING;
        int pos = lineEnd(bytes, from, to);
        while (pos < to) {
            int end = lineEnd(bytes, pos, to);
            while (end < to && blank(bytes[end])) {
                end = lineEnd(bytes, end, to);
            }
            int colon = colonOf(bytes, pos, end);
            if (colon >= 0) {
                if (found != MISSING) {
                    return MALFORMED;
                }
                found = number(bytes, colon + 1, end);
                if (found < 0) {
                    return MALFORMED;
                }
            }
            pos = end;
        }
        return found;
    }

    private static int lineEnd(byte[] bytes, int from, int to) {
        int pos = from;
        while (pos < to && bytes[pos] != '\n') {
            pos++;
        }
        return Math.min(to, pos + 1);
    }

    /** Position of the colon when this line is Content-Length, else -1. */
    private static int colonOf(byte[] bytes, int from, int to) {
        int length = 1;
        if ((bytes[from] | 0x20) != 'l') {
            length = NAME.length();
            if (to - from <= length) {
                return -1;
            }
            for (int i = 0; i < length; i++) {
                int c = bytes[from + i];
                if ((c >= 'A' && c <= 'Z' ? c + 32 : c) != NAME.charAt(i)) {
                    return -1;
                }
            }
        }
        int pos = from + length;
        while (pos < to && blank(bytes[pos])) {
            pos++;
        }
        return pos < to && bytes[pos] == ':' ? pos : -1;
    }

    private static long number(byte[] bytes, int from, int to) {
        int pos = skipSpace(bytes, from, to);
        int start = pos;
        long value = 0;
        while (pos < to && bytes[pos] >= '0' && bytes[pos] <= '9') {
            value = value * 10 + bytes[pos++] - '0';
            if (value > MAX) {
                return MALFORMED;
            }
        }
        return pos == start || skipSpace(bytes, pos, to) != to ? MALFORMED : value;
    }

    private static int skipSpace(byte[] bytes, int from, int to) {
        int pos = from;
        while (pos < to && (blank(bytes[pos]) || bytes[pos] == '\r' || bytes[pos] == '\n')) {
            pos++;
        }
        return pos;
    }

    private static boolean blank(byte b) {
        return b == ' ' || b == '\t';
    }
}

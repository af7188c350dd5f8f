package io.sidetone.transport.sip.message;

/** Character classes of RFC 3261 section 25.1 as one table over the 128 ASCII codes. */
final class CharClass {
    private static final int TOKEN = 1;
    private static final int HOST = 2;
    private static final int VALUE = 4;
    private static final int URI = 8;
    private static final int CALL_ID = 32;

    private static final byte[] TABLE = new byte[128];

    static {
        for (int c = 'a'; c <= 'z'; c++) {
            TABLE[c] |= TOKEN | HOST;
            TABLE[c - 32] |= TOKEN | HOST;
        }
        for (int c = '0'; c <= '9'; c++) {
            TABLE[c] |= TOKEN | HOST;
        }
        mark("-.!%*_+`'~", TOKEN);
        mark("-._", HOST);
        // Parameter values are read more widely than token / host / quoted-string: equipment puts base64 there.
        for (int c = 0x21; c < 0x7f; c++) {
            if (";,\"<>".indexOf(c) < 0) {
                TABLE[c] |= VALUE;
            }
            if ("\"<>\\^`{|}".indexOf(c) < 0) {
                TABLE[c] |= URI;
            }
            TABLE[c] |= CALL_ID;
        }
    }

    private CharClass() {}

    private static void mark(String characters, int bit) {
        for (int i = 0; i < characters.length(); i++) {
            TABLE[characters.charAt(i)] |= (byte) bit;
        }
    }

    private static boolean has(int c, int bit) {
        return c >= 0 && c < 128 && (TABLE[c] & bit) != 0;
    }

    static boolean token(int c) {
        return has(c, TOKEN);
    }

    static boolean host(int c) {
        return has(c, HOST);
    }

    static boolean value(int c) {
        return has(c, VALUE);
    }

    static boolean uri(int c) {
        return has(c, URI);
    }

    static boolean callId(int c) {
        return has(c, CALL_ID);
    }

    static boolean space(int c) {
        return c == ' ' || c == '\t';
    }

    static boolean digit(int c) {
        return c >= '0' && c <= '9';
    }

    static int hexValue(int c) {
        if (c >= '0' && c <= '9') {
            return c - '0';
        }
        int lower = c | 0x20;
        return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
    }

    static boolean isToken(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!token(text.charAt(i))) {
                return false;
            }
        }
        return !text.isEmpty();
    }
}

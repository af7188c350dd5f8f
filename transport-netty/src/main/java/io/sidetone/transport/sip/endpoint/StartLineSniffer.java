package io.sidetone.transport.sip.endpoint;

/** A look at the first line before anything is parsed: is this SIP at all, and is it an INVITE? */
final class StartLineSniffer {
    private static final int MAX_LINE_BYTES = 8 * 1024;

    private StartLineSniffer() {}

    /** Kinds of first lines. */
    enum Kind {
        NOT_SIP,
        INVITE,
        OTHER
    }

    static Kind sniff(byte[] bytes, int offset, int length) {
        int end = offset + length;
        int start = offset;
        while (start < end && (bytes[start] == '\r' || bytes[start] == '\n')) {
            start++;
        }
        if (startsWith(bytes, start, end, "SIP/")) {
            return Kind.OTHER;
        }
        int limit = Math.min(end, start + MAX_LINE_BYTES);
        int pos = start;
        boolean version = false;
        while (pos < limit && bytes[pos] != '\r' && bytes[pos] != '\n') {
            version |= bytes[pos] == ' ' && startsWith(bytes, pos + 1, end, "SIP/");
            pos++;
        }
        boolean lineTooLong = pos == limit && end - start > MAX_LINE_BYTES;
        if (!version && !lineTooLong) {
            return Kind.NOT_SIP;
        }
        return startsWith(bytes, start, end, "INVITE ") ? Kind.INVITE : Kind.OTHER;
    }

    private static boolean startsWith(byte[] bytes, int from, int end, String upperCase) {
        if (end - from < upperCase.length()) {
            return false;
        }
        for (int i = 0; i < upperCase.length(); i++) {
            int b = bytes[from + i];
            if (b != upperCase.charAt(i) && b - 32 != upperCase.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}

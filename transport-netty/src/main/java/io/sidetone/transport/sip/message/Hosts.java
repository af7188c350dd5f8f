package io.sidetone.transport.sip.message;

/** Reads and checks host names, IPv4 addresses and IPv6 references (RFC 3261 section 25.1, RFC 5118). */
final class Hosts {
    private static final int MAX_HOST_CHARS = 255;

    private Hosts() {}

    /**
     * End of the host that begins at {@code from}: after {@code ]} for an IPv6 reference, else after the last host
     * character. Nothing is resolved.
     */
    static int endOfHost(String text, int from, int to, ParseBudget budget) throws SipParseException {
        int pos = from;
        if (pos < to && text.charAt(pos) == '[') {
            int close = text.indexOf(']', pos);
            budget.spend(Math.max(1, (close < 0 ? to : close) - pos));
            if (close < 0 || close >= to || !isIpv6(text, pos + 1, close)) {
                throw malformed(text, from, to);
            }
            return close + 1;
        }
        while (pos < to && CharClass.host(text.charAt(pos))) {
            pos++;
        }
        budget.spend(pos - from + 1);
        char first = pos > from ? text.charAt(from) : '.';
        if (first == '.' || first == '-' || pos - from > MAX_HOST_CHARS) {
            throw malformed(text, from, to);
        }
        return pos;
    }

    /** The port written between {@code from} and {@code to}. */
    static int port(String text, int from, int to) throws SipParseException {
        int value = 0;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            value = value * 10 + (c - '0');
            if (!CharClass.digit(c) || value > 65535) {
                value = 0;
                break;
            }
        }
        if (value == 0) {
            throw new SipParseException(SipRule.PORT, "\"" + Printable.of(text, from, to) + "\"");
        }
        return value;
    }

    /** RFC 4291 section 2.2 text form, with an embedded IPv4 tail allowed; no zone. */
    static boolean isIpv6(String text, int from, int to) {
        int groups = 0;
        boolean compressed = false;
        int pos = from;
        if (to - from < 2 || to - from > 45) {
            return false;
        }
        if (text.charAt(from) == ':') {
            if (text.charAt(from + 1) != ':') {
                return false;
            }
            compressed = true;
            pos = from + 2;
        }
        while (pos < to) {
            int start = pos;
            while (pos < to && CharClass.hexValue(text.charAt(pos)) >= 0) {
                pos++;
            }
            if (pos < to && text.charAt(pos) == '.') {
                groups += 2;
                return isIpv4(text, start, to) && (compressed ? groups < 8 : groups == 8);
            }
            if (pos == start || pos - start > 4) {
                return false;
            }
            groups++;
            if (pos == to) {
                break;
            }
            if (text.charAt(pos++) != ':' || pos == to) {
                return false;
            }
            if (text.charAt(pos) == ':') {
                if (compressed) {
                    return false;
                }
                compressed = true;
                pos++;
            }
        }
        return compressed ? groups < 8 : groups == 8;
    }

    private static boolean isIpv4(String text, int from, int to) {
        int parts = 0;
        int pos = from;
        while (pos < to) {
            int start = pos;
            int value = 0;
            while (pos < to && CharClass.digit(text.charAt(pos)) && pos - start < 3) {
                value = value * 10 + (text.charAt(pos++) - '0');
            }
            if (pos == start || value > 255) {
                return false;
            }
            parts++;
            if (pos == to) {
                return parts == 4;
            }
            if (text.charAt(pos++) != '.') {
                return false;
            }
        }
        return false;
    }

    private static SipParseException malformed(String text, int from, int to) {
        return new SipParseException(SipRule.HOST, "\"" + Printable.of(text, from, to) + "\"");
    }
}

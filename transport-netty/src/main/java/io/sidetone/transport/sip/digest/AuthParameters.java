package io.sidetone.transport.sip.digest;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * One challenge or one set of credentials as a header carries it: a scheme and comma-separated parameters (RFC 7235 section
 * 2.1). Immutable.
 *
 * @param scheme in lower case
 * @param values by name in lower case; of quoted strings what stands between the quotes, escapes as they are
 */
record AuthParameters(String scheme, Map<String, String> values) {
    private static final int MAX_PARAMETERS = 32;

    /** Reads a header value; null when it is malformed, names a parameter twice, or holds a control character. */
    static AuthParameters parse(String header) {
        int at = 0;
        int length = header.length();
        while (at < length && token(header.charAt(at))) {
            at++;
        }
        if (at == 0) {
            return null;
        }
        String scheme = header.substring(0, at).toLowerCase(Locale.ROOT);
        Map<String, String> values = new LinkedHashMap<>();
        while (true) {
            at = skip(header, at, " \t,");
            if (at == length) {
                return new AuthParameters(scheme, Map.copyOf(values));
            }
            int start = at;
            while (at < length && token(header.charAt(at))) {
                at++;
            }
            String name = header.substring(start, at).toLowerCase(Locale.ROOT);
            at = skip(header, at, " \t");
            if (name.isEmpty() || at == length || header.charAt(at) != '=' || values.size() == MAX_PARAMETERS) {
                return null;
            }
            at = skip(header, at + 1, " \t");
            int end = at < length && header.charAt(at) == '"' ? endOfQuoted(header, at) : endOfToken(header, at);
            if (end < 0) {
                return null;
            }
            boolean quoted = header.charAt(at) == '"';
            String value = quoted ? header.substring(at + 1, end - 1) : header.substring(at, end);
            if (values.putIfAbsent(name, value) != null) {
                return null;
            }
            at = skip(header, end, " \t");
            if (at < length && header.charAt(at) != ',') {
                return null;
            }
        }
    }

    /** Returns the parameter, or null. */
    String get(String name) {
        return values.get(name);
    }

    private static int skip(String text, int from, String what) {
        int at = from;
        while (at < text.length() && what.indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return at;
    }

    private static int endOfToken(String text, int from) {
        int at = from;
        while (at < text.length() && (token(text.charAt(at)) || "/:?=;@".indexOf(text.charAt(at)) >= 0)) {
            at++;
        }
        return at == from ? -1 : at;
    }

    private static int endOfQuoted(String text, int from) {
        for (int at = from + 1; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '"') {
                return at + 1;
            }
            if (c == '\\') {
                at++;
                if (at == text.length()) {
                    return -1;
                }
                c = text.charAt(at);
            }
            if (c < 0x20 || c == 0x7f) {
                return -1;
            }
        }
        return -1;
    }

    private static boolean token(char c) {
        return c > 0x20 && c < 0x7f && "()<>@,;:\\\"/[]?={}".indexOf(c) < 0;
    }
}

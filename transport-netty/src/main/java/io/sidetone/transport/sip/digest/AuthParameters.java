package io.sidetone.transport.sip.digest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * One challenge or one set of credentials as a header carries it: a scheme and comma-separated parameters (RFC 7235 section
 * 2.1). Immutable.
 *
 * @param scheme in lower case
 * @param values by name in lower case; of quoted strings what stands between the quotes, escapes as they are
 */
record AuthParameters(String scheme, Map<String, String> values) {
    private static final String BLANKS = " \t";
    private static final String SEPARATORS = " \t,;";
    private static final int MAX_PARAMETERS = 32;
    private static final int MAX_CHALLENGES = 8;
    private static final Set<String> SCHEMES = Set.of("digest", "basic", "bearer", "negotiate", "ntlm");

    /** Reads the first challenge or the credentials of a header value; null when there is no scheme. */
    static AuthParameters parse(String header) {
        List<AuthParameters> all = parseAll(header);
        return all.isEmpty() ? null : all.get(0);
    }

    /**
     * Reads all challenges of a header value. Parameters that are empty or cannot be read are left out, of repeated ones the first counts,
     * and whatever separators stand between them.
     */
    static List<AuthParameters> parseAll(String header) {
        List<AuthParameters> all = new ArrayList<>(1);
        Map<String, String> values = null;
        int at = skip(header, 0, SEPARATORS);
        while (at < header.length()) {
            int end = endOf(header, at, AuthParameters::token);
            String name = header.substring(at, end).toLowerCase(Locale.ROOT);
            int next = skip(header, end, BLANKS);
            boolean valued = next < header.length() && header.charAt(next) == '=';
            if (!name.isEmpty() && !valued && (values == null || SCHEMES.contains(name))) {
                if (all.size() == MAX_CHALLENGES) {
                    break;
                }
                values = new LinkedHashMap<>();
                all.add(new AuthParameters(name, values));
                at = skip(header, next, SEPARATORS);
                continue;
            }
            if (!valued || values == null) {
                at = skip(header, Math.max(at + 1, endOf(header, next, c -> c != ',' && c != ';')), SEPARATORS);
                continue;
            }
            at = skip(header, next + 1, BLANKS);
            int closed = endOfQuoted(header, at);
            int stop = closed > 0 ? closed : endOf(header, at, AuthParameters::value);
            String value = closed > 0 ? header.substring(at + 1, closed - 1) : header.substring(at, stop);
            if (!name.isEmpty() && !value.isEmpty() && values.size() < MAX_PARAMETERS) {
                values.putIfAbsent(name, value);
            }
            at = skip(header, endOf(header, stop, c -> SEPARATORS.indexOf(c) < 0), SEPARATORS);
        }
        return all;
    }

    /** Returns the parameter, or null. */
    String get(String name) {
        return values.get(name);
    }

    private static int skip(String text, int from, String what) {
        return endOf(text, from, c -> what.indexOf(c) >= 0);
    }

    private static int endOf(String text, int from, IntPredicate takes) {
        int at = from;
        while (at < text.length() && takes.test(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private static boolean value(int c) {
        return token(c) || "/:?=@".indexOf(c) >= 0;
    }

    /** Returns the index behind the closing quote; −1 when no quoted string begins there, or one that cannot be sent back. */
    private static int endOfQuoted(String text, int from) {
        if (from >= text.length() || text.charAt(from) != '"') {
            return -1;
        }
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

    private static boolean token(int c) {
        return c > 0x20 && c < 0x7f && "()<>@,;:\\\"/[]?={}".indexOf(c) < 0;
    }
}

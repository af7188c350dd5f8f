package io.sidetone.core.control;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Headers that somebody adds to SIP requests and answers of ours: a trunk's configuration, the API, an action. Checked
 * before they reach the signalling, so that a bad one is refused where it was written.
 */
public final class ExtraHeaders {
    /** Headers in one message. */
    public static final int MAX = 16;

    /** Characters of a name. */
    public static final int MAX_NAME = 64;

    /** Characters of a value. */
    public static final int MAX_VALUE = 1_024;

    /** Names that a model may set: nothing that a carrier bills or routes by. */
    public static final String OF_ACTIONS = "([Xx]-[A-Za-z0-9.!%*_+`'~-]{1,62}|[Uu]ser-[Tt]o-[Uu]ser)";

    private static final Pattern ACTIONS = Pattern.compile(OF_ACTIONS);

    /** A token of RFC 3261 section 25.1; one letter is a compact form of a header of the stack. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9.!%*_+`'~-]{2,}");

    /** Headers that the stack writes, or that would change what a message means to it; in lower case. */
    private static final Set<String> OF_THE_STACK = Set.of(
            "accept",
            "accept-encoding",
            "allow",
            "allow-events",
            "authentication-info",
            "authorization",
            "call-id",
            "contact",
            "content-disposition",
            "content-encoding",
            "content-id",
            "content-language",
            "content-length",
            "content-type",
            "cseq",
            "event",
            "expires",
            "from",
            "join",
            "max-forwards",
            "mime-version",
            "min-expires",
            "min-se",
            "path",
            "proxy-authenticate",
            "proxy-authorization",
            "proxy-require",
            "rack",
            "reason",
            "record-route",
            "refer-sub",
            "refer-to",
            "referred-by",
            "replaces",
            "require",
            "retry-after",
            "route",
            "rseq",
            "security-client",
            "security-server",
            "security-verify",
            "server",
            "service-route",
            "session-expires",
            "subscription-state",
            "supported",
            "target-dialog",
            "timestamp",
            "to",
            "unsupported",
            "user-agent",
            "via",
            "www-authenticate");

    private ExtraHeaders() {}

    /** Returns whether the stack writes the header {@code name} itself, or acts on it; credentials are among them. */
    public static boolean ofTheStack(String name) {
        return OF_THE_STACK.contains(name.toLowerCase(Locale.ROOT));
    }

    /** Returns what is wrong with one header, with the header's name, the rule and the remedy; empty when it is good. */
    public static Optional<String> problem(String name, String value) {
        if (!NAME.matcher(name).matches() || name.length() > MAX_NAME) {
            return Optional.of("'" + shown(name) + "' is no name of a header (RFC 3261, token); use 2 to " + MAX_NAME
                    + " letters, digits and -");
        }
        if (ofTheStack(name)) {
            return Optional.of(name + " is written by the SIP stack itself; leave it out");
        }
        if (value.isBlank() || value.length() > MAX_VALUE) {
            return Optional.of(name + ": has " + value.length() + " characters; give 1 to " + MAX_VALUE);
        }
        if (value.chars().anyMatch(c -> c < 0x20 || c == 0x7f)) {
            return Optional.of(name + ": has a line break or another control character; remove it");
        }
        return Optional.empty();
    }

    /** Returns what is wrong with the first bad header of {@code headers}; empty when all are good. */
    public static Optional<String> problem(Map<String, String> headers) {
        if (headers.size() > MAX) {
            return Optional.of("has " + headers.size() + " headers; give at most " + MAX);
        }
        return headers.entrySet().stream()
                .flatMap(header -> problem(header.getKey(), header.getValue()).stream())
                .findFirst();
    }

    /** Returns those headers of an action's parameter {@code given} that an action may set. */
    public static Map<String, String> ofAction(Object given) {
        Map<String, String> headers = new LinkedHashMap<>();
        if (given instanceof Map<?, ?> all) {
            all.forEach((key, value) -> {
                String name = String.valueOf(key);
                String text = String.valueOf(value);
                if (headers.size() < MAX
                        && ACTIONS.matcher(name).matches()
                        && problem(name, text).isEmpty()) {
                    headers.put(name, text);
                }
            });
        }
        return headers;
    }

    private static String shown(String text) {
        String visible = text.replaceAll("\\p{Cntrl}", "?");
        return visible.length() <= MAX_NAME ? visible : visible.substring(0, MAX_NAME) + "…";
    }
}

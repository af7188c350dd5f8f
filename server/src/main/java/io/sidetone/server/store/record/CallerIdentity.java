package io.sidetone.server.store.record;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;

/**
 * Who calls, as far as one can tell from an address: the number, or user and host. Kept as a SHA-256 together with the
 * agent's name, so that the list of visitors holds no numbers.
 */
public final class CallerIdentity {
    private static final Set<String> NOBODY =
            Set.of("", "anonymous", "restricted", "unavailable", "unknown", "private", "withheld");
    private static final int MAX_LENGTH = 512;

    private CallerIdentity() {}

    /** Returns the key of {@code caller} as a visitor of {@code agent}, 64 hexadecimal digits; empty when anonymous. */
    public static String key(String agent, String caller) {
        String identity = identity(caller);
        if (identity.isEmpty()) {
            return "";
        }
        try {
            byte[] bytes = (agent + '\n' + identity).getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    /** Returns the bare number of {@code caller}, else user and host in lower case; empty when anonymous. */
    static String identity(String caller) {
        if (caller == null) {
            return "";
        }
        String text = caller.length() > MAX_LENGTH ? caller.substring(0, MAX_LENGTH) : caller;
        int left = text.lastIndexOf('<');
        int right = text.indexOf('>', left + 1);
        if (left >= 0 && right > left) {
            text = text.substring(left + 1, right);
        }
        text = text.strip().toLowerCase(Locale.ROOT).replaceFirst("^(sips?|tel):", "");
        int end = text.indexOf(';');
        text = end < 0 ? text : text.substring(0, end);
        int at = text.indexOf('@');
        String user = at < 0 ? text : text.substring(0, at);
        String host = at < 0 ? "" : text.substring(at + 1).replaceFirst(":[0-9]+$", "");
        int password = user.indexOf(':');
        user = password < 0 ? user : user.substring(0, password);
        if (NOBODY.contains(user) || host.endsWith("anonymous.invalid")) {
            return "";
        }
        String digits = user.replaceAll("[-.() ]", "");
        return digits.matches("\\+?[0-9]{3,}") ? digits : user + "@" + host;
    }
}

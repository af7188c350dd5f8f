package io.sidetone.server.records.store.record;

import io.sidetone.core.facts.PartyAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Identity of a caller, as far as one can tell it from an address: the number, or user and host. Kept as a SHA-256 together with the
 * agent's name, so that the list of visitors holds no numbers.
 */
public final class CallerIdentity {
    /** Shorter ones mean something only at their host. */
    private static final int SHORTEST_NUMBER = 3;

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
        PartyAddress party = PartyAddress.of(caller);
        String digits = party.digits();
        boolean number = digits.replace("+", "").length() >= SHORTEST_NUMBER;
        return party.nobody() || number ? digits : party.user() + "@" + party.host();
    }
}

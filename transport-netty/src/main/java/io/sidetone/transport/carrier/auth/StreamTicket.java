package io.sidetone.transport.carrier.auth;

import java.security.SecureRandom;
import java.util.Base64;

/**
 * Lets a carrier open the one stream that our answer told it to, where the answer cannot make it send a token (TeXML): part
 * of the stream's address, good once and for a short time. Thread-safe.
 */
public final class StreamTicket {
    /** Name of the query parameter. */
    public static final String PARAMETER = "ticket";

    private static final long GOOD_FOR_SECONDS = 120;
    private static final int RANDOM_BYTES = 12;

    private final String key;
    private final SecureRandom random;
    private final NonceCache used = new NonceCache(GOOD_FOR_SECONDS + 1);

    /** Tickets that nobody can make without {@code key}. */
    public StreamTicket(String key, SecureRandom random) {
        this.key = key;
        this.random = random;
    }

    /** Returns a new ticket for a stream at {@code path}. */
    public String issue(String path, long epochSeconds) {
        byte[] salt = new byte[RANDOM_BYTES];
        random.nextBytes(salt);
        String front = (epochSeconds + GOOD_FOR_SECONDS) + "."
                + Base64.getUrlEncoder().withoutPadding().encodeToString(salt);
        return front + "." + signature(front, path);
    }

    /** Returns whether {@code ticket} is ours, for {@code path}, in time and used for the first time. */
    public boolean redeem(String ticket, String path, long epochSeconds) {
        int dot = ticket.lastIndexOf('.');
        int first = ticket.indexOf('.');
        if (dot <= first || !ticket.substring(0, first).matches("[0-9]{1,12}")) {
            return false;
        }
        String front = ticket.substring(0, dot);
        return Hmac.same(signature(front, path), ticket.substring(dot + 1))
                && Long.parseLong(ticket.substring(0, first)) >= epochSeconds
                && used.first(front, epochSeconds);
    }

    private String signature(String front, String path) {
        return Hmac.base64(Hmac.SHA256, key, "stream " + path + " " + front)
                .replace('+', '-')
                .replace('/', '_')
                .replace("=", "");
    }
}

package io.sidetone.transport.carrier.auth;

import java.security.SecureRandom;
import java.util.Base64;

/**
 * Allows a carrier to open the one stream that our answer named. The ticket is part of the stream's path, and is valid
 * once and for a short time. A signature proves who the carrier is, but not when it signed; the ticket limits the time.
 * It is in the path because carriers drop the query of a stream's address. Thread-safe.
 */
public final class StreamTicket {
    /** Separates the path of a stream from its ticket. */
    public static final String SEGMENT = "/t/";

    private static final long GOOD_FOR_SECONDS = 120;
    private static final int RANDOM_BYTES = 12;

    private final String key;
    private final SecureRandom random;
    private final NonceCache used = new NonceCache(GOOD_FOR_SECONDS + 1);

    /** Creates tickets that only the owner of {@code key} can make. */
    public StreamTicket(String key, SecureRandom random) {
        this.key = key;
        this.random = random;
    }

    /** Returns the path of the stream at {@code path}, with a new ticket. */
    public String issue(String path, long epochSeconds) {
        byte[] salt = new byte[RANDOM_BYTES];
        random.nextBytes(salt);
        String front = (epochSeconds + GOOD_FOR_SECONDS) + "."
                + Base64.getUrlEncoder().withoutPadding().encodeToString(salt);
        return path + SEGMENT + front + "." + signature(front, path);
    }

    /** Returns whether {@code path} contains a ticket. */
    static boolean in(String path) {
        int at = path.lastIndexOf(SEGMENT);
        return at > 0 && path.indexOf('/', at + SEGMENT.length()) < 0;
    }

    /** Returns {@code path} without its ticket, if there is one. */
    public static String without(String path) {
        return in(path) ? path.substring(0, path.lastIndexOf(SEGMENT)) : path;
    }

    /**
     * Returns whether the ticket in {@code path} is ours, belongs to that path, is in time, and is used for the first
     * time.
     */
    public boolean redeem(String path, long epochSeconds) {
        if (!in(path)) {
            return false;
        }
        String bare = without(path);
        String ticket = path.substring(bare.length() + SEGMENT.length());
        int dot = ticket.lastIndexOf('.');
        int first = ticket.indexOf('.');
        if (dot <= first || !ticket.substring(0, first).matches("[0-9]{1,12}")) {
            return false;
        }
        String front = ticket.substring(0, dot);
        return Hmac.same(signature(front, bare), ticket.substring(dot + 1))
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

package io.sidetone.transport.vip.token;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * Keys that live for a minute or so, open one session each and are bound to what they were issued for (VIP-03). Kept by
 * their SHA-256 alone; a used or expired key is remembered a little longer, so that its bearer learns what is wrong.
 * Any thread.
 */
public final class EphemeralKeys {
    /** Keys that can be outstanding at the same time. */
    public static final int MAX = 100_000;

    private static final String PREFIX = "vk_";
    private static final int BYTES = 24;
    private static final int MAX_LENGTH = 128;
    private static final long REMEMBERED_MS = 600_000;

    private final RandomGenerator random;
    private final LongSupplier wallMs;
    private final int max;
    private final Map<String, Kept> byHash = new LinkedHashMap<>();

    private static final class Kept {
        final KeyGrant grant;
        final long expiresAtMs;
        boolean used;

        Kept(KeyGrant grant, long expiresAtMs) {
            this.grant = grant;
            this.expiresAtMs = expiresAtMs;
        }
    }

    /**
     * Creates an empty table.
     *
     * @param random unpredictable: a SecureRandom
     * @param wallMs wall time in ms since 1970
     */
    public EphemeralKeys(RandomGenerator random, LongSupplier wallMs) {
        this(random, wallMs, MAX);
    }

    EphemeralKeys(RandomGenerator random, LongSupplier wallMs, int max) {
        this.random = random;
        this.wallMs = wallMs;
        this.max = max;
    }

    /**
     * Makes a key; null when too many are outstanding.
     *
     * @param livesMs how long it can be presented
     */
    public synchronized IssuedKey issue(KeyGrant grant, long livesMs) {
        long now = wallMs.getAsLong();
        if (byHash.size() >= max) {
            forget(now);
        }
        if (byHash.size() >= max) {
            return null;
        }
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        String text = PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        long expiresAtMs = now + livesMs;
        byHash.put(hash(text), new Kept(grant, expiresAtMs));
        return new IssuedKey(text, expiresAtMs, livesMs);
    }

    /** Returns whether {@code text} looks like one of ours, whatever became of it. */
    public static boolean isKey(String text) {
        return text.startsWith(PREFIX);
    }

    /**
     * Uses {@code text} up.
     *
     * @throws KeyRefusedException when it was never issued, has expired or was used before
     */
    public synchronized KeyGrant redeem(String text) throws KeyRefusedException {
        Kept kept = text.length() > MAX_LENGTH ? null : byHash.get(hash(text));
        if (kept == null) {
            throw new KeyRefusedException(
                    "token_unknown", "the token was not issued by this server; get one by POST /api/tokens");
        }
        if (kept.used) {
            throw new KeyRefusedException(
                    "token_used",
                    "the token was used before, and each opens one session; get another by POST /api/tokens");
        }
        if (wallMs.getAsLong() >= kept.expiresAtMs) {
            throw new KeyRefusedException(
                    "token_expired", "the token has expired; get another by POST /api/tokens and present it at once");
        }
        kept.used = true;
        return kept.grant;
    }

    /** Keys that are remembered. */
    public synchronized int size() {
        return byHash.size();
    }

    /** Drops what expired long ago, and where that is not enough what cannot be used any more. */
    private void forget(long now) {
        for (Iterator<Kept> each = byHash.values().iterator(); each.hasNext(); ) {
            Kept kept = each.next();
            if (now >= kept.expiresAtMs + REMEMBERED_MS) {
                each.remove();
            }
        }
        if (byHash.size() >= max) {
            byHash.values().removeIf(kept -> kept.used || now >= kept.expiresAtMs);
        }
    }

    private static String hash(String text) {
        try {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}

package io.sidetone.transport.carrier.auth;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Remembers nonces, which may be used only once. Keeps the last {@value #MOST}, so that memory is bounded; a nonce that
 * was removed, or is older than the kept time, would pass again. Thread-safe.
 */
public final class NonceCache {
    private static final int MOST = 20_000;

    private final long keepSeconds;
    private final LinkedHashMap<String, Long> used = new LinkedHashMap<>();

    /** Creates a cache that keeps each nonce for {@code keepSeconds}. */
    public NonceCache(long keepSeconds) {
        this.keepSeconds = keepSeconds;
    }

    /** The same for a nonce of bytes. */
    boolean first(byte[] nonce, long epochSeconds) {
        return first(new String(nonce, StandardCharsets.ISO_8859_1), epochSeconds);
    }

    /** Returns whether {@code nonce} is used for the first time; it counts as used afterwards. */
    public synchronized boolean first(String nonce, long epochSeconds) {
        var oldest = used.entrySet().iterator();
        while (oldest.hasNext()) {
            Map.Entry<String, Long> entry = oldest.next();
            if (used.size() < MOST && epochSeconds - entry.getValue() <= keepSeconds) {
                break;
            }
            oldest.remove();
        }
        return used.putIfAbsent(nonce, epochSeconds) == null;
    }
}

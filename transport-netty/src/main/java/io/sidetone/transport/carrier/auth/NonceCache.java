package io.sidetone.transport.carrier.auth;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What may be used once, and was. Holds the last {@value #MOST} of it, so that nobody can fill the memory; what is pushed
 * out by then, or older than asked for, would pass again. Thread-safe.
 */
final class NonceCache {
    private static final int MOST = 20_000;

    private final long keepSeconds;
    private final LinkedHashMap<String, Long> used = new LinkedHashMap<>();

    NonceCache(long keepSeconds) {
        this.keepSeconds = keepSeconds;
    }

    /** Returns whether {@code nonce} is used for the first time; it is used from now on. */
    synchronized boolean first(String nonce, long epochSeconds) {
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

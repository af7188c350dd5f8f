package io.sidetone.transport.realtime;

import io.sidetone.core.metrics.SharedCounters;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * Services that all Realtime sessions share.
 *
 * @param token what clients must show ({@code http.token}); empty when none is configured
 * @param agents whether an agent of that name exists
 * @param counters what is counted
 * @param random unpredictable and thread-safe
 * @param clock monotonic, ns
 * @param wallClock ms since 1970
 */
public record RealtimeServices(
        Optional<String> token,
        Predicate<String> agents,
        SharedCounters<RealtimeCounter> counters,
        RandomGenerator random,
        LongSupplier clock,
        LongSupplier wallClock) {
    private static final String LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";
    private static final int NAME_LETTERS = 14;

    /** Returns what names everything of one session: 70 random bits. */
    String sessionName() {
        StringBuilder name = new StringBuilder(NAME_LETTERS);
        for (int i = 0; i < NAME_LETTERS; i++) {
            name.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return name.toString();
    }
}

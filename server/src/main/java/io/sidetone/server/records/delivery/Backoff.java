package io.sidetone.server.records.delivery;

import java.time.DateTimeException;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.function.DoubleSupplier;

/** Pause before the next attempt. Stateless. */
public final class Backoff {
    private static final long FIRST_MS = 200;
    private static final int MOST_DOUBLINGS = 20;
    private static final long A_DAY_S = 86_400;

    private Backoff() {}

    /**
     * Returns the pause in ms: doubled with each attempt, by chance cut down to half so that callers do not come back
     * together.
     *
     * @param attempts made so far, at least 1
     * @param random from 0 to 1
     * @param longestMs what the pause grows to
     */
    public static long pauseMs(int attempts, DoubleSupplier random, long longestMs) {
        long full = Math.min(longestMs, FIRST_MS << Math.min(attempts - 1, MOST_DOUBLINGS));
        return full / 2 + (long) (full / 2 * random.getAsDouble());
    }

    /** Returns what a Retry-After header asks for in ms, 0 when it cannot be understood (RFC 9110 10.2.3). */
    public static long retryAfterMs(String header, long epochSeconds) {
        String text = header.strip();
        if (text.matches("[0-9]{1,9}")) {
            return Math.min(Long.parseLong(text), A_DAY_S) * 1000;
        }
        try {
            long at = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toEpochSecond();
            return Math.max(0, Math.min(at - epochSeconds, A_DAY_S)) * 1000;
        } catch (DateTimeException unreadable) {
            return 0;
        }
    }
}

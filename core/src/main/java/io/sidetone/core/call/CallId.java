package io.sidetone.core.call;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Makes call ids: ULIDs, 26 characters of Crockford base 32, sortable by time. */
public final class CallId {
    private static final char[] ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ".toCharArray();
    private static final int LENGTH = 26;
    private static final int TIME_CHARS = 10;

    private CallId() {}

    /** Returns an id for a call admitted at {@code wallEpochMs}, with 80 bits of {@code random}. */
    public static String next(long wallEpochMs, RandomGenerator random) {
        char[] id = at(wallEpochMs);
        for (int i = TIME_CHARS; i < LENGTH; i++) {
            id[i] = ALPHABET[random.nextInt(32)];
        }
        return new String(id);
    }

    /** Returns the least id that a call admitted at {@code wallEpochMs} can have: ids are ordered by time. */
    public static String first(long wallEpochMs) {
        return new String(at(wallEpochMs));
    }

    private static char[] at(long wallEpochMs) {
        char[] id = new char[LENGTH];
        Arrays.fill(id, ALPHABET[0]);
        long time = wallEpochMs;
        for (int i = TIME_CHARS - 1; i >= 0; i--) {
            id[i] = ALPHABET[(int) (time & 31)];
            time >>>= 5;
        }
        return id;
    }
}

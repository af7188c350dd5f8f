package io.sidetone.core.port;

import java.util.Arrays;

/**
 * Times at which each word of a clause sounds, measured from the clause's first sample. Immutable.
 *
 * @param startMs start of each word
 * @param endMs end of each word
 * @param charEnd index in the clause's text just behind each word
 */
public record WordTimes(int[] startMs, int[] endMs, int[] charEnd) {
    /** Checks that the three arrays speak of the same words. */
    public WordTimes {
        if (startMs.length != endMs.length || startMs.length != charEnd.length) {
            throw new IllegalArgumentException("word times disagree: " + startMs.length + " starts, " + endMs.length
                    + " ends, " + charEnd.length + " texts; one of each per word");
        }
    }

    /** Number of words. */
    public int words() {
        return startMs.length;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof WordTimes w
                && Arrays.equals(startMs, w.startMs)
                && Arrays.equals(endMs, w.endMs)
                && Arrays.equals(charEnd, w.charEnd);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(startMs) * 31 + Arrays.hashCode(charEnd);
    }
}

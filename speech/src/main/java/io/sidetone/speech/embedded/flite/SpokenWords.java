package io.sidetone.speech.embedded.flite;

import java.util.Arrays;

/**
 * The times of each word of a synthesized text.
 *
 * @param startMs from the first sample, leading silence included
 * @param endMs from the first sample
 * @param textEnd index in the text just behind each word
 */
public record SpokenWords(int[] startMs, int[] endMs, int[] textEnd) {
    static final SpokenWords NONE = new SpokenWords(new int[0], new int[0], new int[0]);

    int count() {
        return startMs.length;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SpokenWords w
                && Arrays.equals(startMs, w.startMs)
                && Arrays.equals(endMs, w.endMs)
                && Arrays.equals(textEnd, w.textEnd);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(startMs) * 31 + Arrays.hashCode(textEnd);
    }
}

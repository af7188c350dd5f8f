package io.sidetone.speech.voice;

import io.sidetone.core.port.WordTimes;
import java.util.Arrays;
import java.util.Locale;

/** Aligns the words and times of a service with the text of a clause. One thread. */
public final class WordCollector {
    /** The most words of the text that a service may leave out in a row. */
    private static final int MAX_SKIPPED = 3;

    private final String text;
    private int cursor;
    private int count;
    private int[] startMs = new int[16];
    private int[] endMs = new int[16];
    private int[] charEnd = new int[16];

    /** Creates a collector for one clause. */
    public WordCollector(String text) {
        this.text = text;
    }

    /**
     * Adds the next word.
     *
     * @param fromMs since the clause's first sample
     * @param toMs since the clause's first sample
     * @return false if the word was not taken: it is earlier than the last one, or no word is left
     */
    public boolean add(String word, int fromMs, int toMs) {
        int last = count - 1;
        if (last >= 0 && fromMs < startMs[last] || fromMs < 0) {
            return false;
        }
        if (normal(word).isEmpty()) {
            return true;
        }
        int end = match(word);
        if (end < 0) {
            return false;
        }
        if (count == startMs.length) {
            startMs = Arrays.copyOf(startMs, count * 2);
            endMs = Arrays.copyOf(endMs, count * 2);
            charEnd = Arrays.copyOf(charEnd, count * 2);
        }
        startMs[count] = fromMs;
        endMs[count] = Math.max(fromMs, toMs);
        charEnd[count] = end;
        cursor = end;
        count++;
        return true;
    }

    /**
     * Returns the end of the word in the text; numbers and abbreviations may be spelled out, and then words are
     * counted.
     */
    private int match(String word) {
        String requested = normal(word);
        int from = cursor;
        int first = -1;
        for (int i = 0; i <= MAX_SKIPPED; i++) {
            int end = wordEnd(from);
            if (end < 0) {
                break;
            }
            first = first < 0 ? end : first;
            if (normal(text.substring(from, end)).equals(requested)) {
                return end;
            }
            from = end;
        }
        return first;
    }

    /** Returns the end of the first word with a letter or digit behind {@code from}, or −1. */
    private int wordEnd(int from) {
        int i = from;
        boolean any = false;
        for (; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isWhitespace(c) && any) {
                return i;
            }
            any |= Character.isLetterOrDigit(c);
        }
        return any ? i : -1;
    }

    private static String normal(String word) {
        StringBuilder letters = new StringBuilder(word.length());
        word.codePoints().filter(Character::isLetterOrDigit).forEach(letters::appendCodePoint);
        return letters.toString().toLowerCase(Locale.ROOT);
    }

    /** Returns all words so far. */
    public WordTimes times() {
        return new WordTimes(Arrays.copyOf(startMs, count), Arrays.copyOf(endMs, count), Arrays.copyOf(charEnd, count));
    }
}

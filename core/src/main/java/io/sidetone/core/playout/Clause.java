package io.sidetone.core.playout;

import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.WordTimes;
import java.util.List;

/** One clause of a turn and where its audio lies within the turn. Lane thread only. */
final class Clause {
    /** Value of a position that is not known yet. */
    static final long UNKNOWN = -1;

    private static final int ASSUMED_MS_PER_CHAR = 60;

    final String text;
    long startMs = UNKNOWN;
    long endMs = UNKNOWN;
    WordTimes words;

    /** Sound in place of a voice; null where there is none. */
    List<PcmChunk> sound;

    boolean done;
    boolean failed;

    Clause(String text) {
        this.text = text;
    }

    /** Returns how many characters of the text were heard when the turn was heard up to {@code heardMs}; whole words. */
    int heardChars(long heardMs) {
        if (startMs == UNKNOWN || heardMs <= startMs) {
            return 0;
        }
        if (heardWhole(heardMs)) {
            return text.length();
        }
        long withinMs = heardMs - startMs;
        return words != null ? byWords(withinMs) : byPosition(withinMs);
    }

    /** Returns whether it was heard to its end when the turn was heard up to {@code heardMs}; for every later position, too. */
    boolean heardWhole(long heardMs) {
        return startMs != UNKNOWN && heardMs > startMs && done && !failed && heardMs >= endMs;
    }

    /**
     * Returns from where in the turn on more of it may be heard than when the turn was heard up to {@code heardMs}: later than that, and as
     * long as nothing more becomes known of the clause.
     */
    long nextHeardMs(long heardMs) {
        if (startMs == UNKNOWN || heardWhole(heardMs)) {
            return Long.MAX_VALUE;
        }
        if (words == null || heardMs <= startMs) {
            return Math.max(heardMs, startMs) + 1;
        }
        long next = done && !failed ? endMs : Long.MAX_VALUE;
        int heard = wordsHeard(heardMs - startMs);
        return heard == words.words() ? next : Math.min(next, startMs + (middleTwice(heard) + 1) / 2);
    }

    /** Returns how many words were heard to their middles, the first ones. */
    private int wordsHeard(long withinMs) {
        int heard = 0;
        while (heard < words.words() && withinMs * 2 >= middleTwice(heard)) {
            heard++;
        }
        return heard;
    }

    private int middleTwice(int word) {
        return words.startMs()[word] + words.endMs()[word];
    }

    /** A word counts when at least half of it was heard. */
    private int byWords(long withinMs) {
        int heard = wordsHeard(withinMs);
        return heard == 0 ? 0 : Math.min(words.charEnd()[heard - 1], text.length());
    }

    /** Without word times the text is taken to be spread evenly, and cut behind the last whole word. */
    private int byPosition(long withinMs) {
        long durationMs = done && !failed
                ? endMs - startMs
                : Math.max(endMs - startMs, (long) text.length() * ASSUMED_MS_PER_CHAR);
        int chars = (int) Math.min(text.length(), text.length() * withinMs / Math.max(1, durationMs));
        return chars == text.length() ? chars : Math.max(0, text.lastIndexOf(' ', chars));
    }

    /** Start of the word that sounds at {@code positionMs} of the turn, or {@code fallbackMs} without word times. */
    long wordStartMs(long positionMs, long fallbackMs) {
        if (words == null || startMs == UNKNOWN) {
            return Math.max(startMs, fallbackMs);
        }
        long start = startMs;
        for (int i = 0; i < words.words() && startMs + words.startMs()[i] <= positionMs; i++) {
            start = startMs + words.startMs()[i];
        }
        return start;
    }
}

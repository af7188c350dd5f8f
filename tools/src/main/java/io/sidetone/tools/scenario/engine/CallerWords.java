package io.sidetone.tools.scenario.engine;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.StringJoiner;

/** Speech of the caller that nobody has transcribed yet. One thread. */
public final class CallerWords {
    /** More than what a call feeds its recognizer of the time before an utterance. */
    private static final long PRE_ROLL_NS = 3_000_000_000L;

    private final Deque<Word> words = new ArrayDeque<>();

    private record Word(String text, long saidNs) {}

    /** The caller has finished a word. */
    public void add(String word, long nowNs) {
        words.add(new Word(word, nowNs));
    }

    /** An utterance begins: what was said long before does not belong to it. */
    void begin(long nowNs) {
        words.removeIf(word -> nowNs - word.saidNs() > PRE_ROLL_NS);
    }

    int count() {
        return words.size();
    }

    /** Returns the words so far. */
    String text() {
        StringJoiner text = new StringJoiner(" ");
        words.forEach(word -> text.add(word.text()));
        return text.toString();
    }

    /** Returns the words and forgets them. */
    String take() {
        String text = text();
        words.clear();
        return text;
    }

    void clear() {
        words.clear();
    }
}

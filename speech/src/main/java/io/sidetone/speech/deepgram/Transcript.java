package io.sidetone.speech.deepgram;

import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/**
 * The words of one utterance: final pieces in the order of speech, and the present guess behind them. A repeated piece
 * counts once.
 */
final class Transcript {
    private record Piece(long to, String text) {}

    private final TreeMap<Long, Piece> settled = new TreeMap<>();
    private String guess = "";

    /**
     * Takes words that are final.
     *
     * @param from where the piece begins: on the audio clock, or the number of a turn
     * @param to where it ends
     * @return false if the piece is already known
     */
    boolean settle(long from, long to, String text) {
        if (known(from, to)) {
            return false;
        }
        settled.put(from, new Piece(to, text.strip()));
        guess = "";
        return true;
    }

    /** Takes words that may change. */
    boolean guess(long from, long to, String text) {
        if (known(from, to)) {
            return false;
        }
        guess = text.strip();
        return true;
    }

    /** Piece {@code number} is over although no message reported it: its guess becomes final. */
    void settleGuess(long number) {
        if (!guess.isEmpty()) {
            settle(number, number + 1, guess);
        }
    }

    /** Returns whether most of the piece is final. */
    private boolean known(long from, long to) {
        Map.Entry<Long, Piece> before = settled.floorEntry(from);
        long half = (to - from) / 2;
        if (before != null && (before.getKey() == from && to > from || before.getValue().to - from > half)) {
            return true;
        }
        Long after = settled.higherKey(from);
        return after != null && after < to - half;
    }

    /** Returns whether there is a guess with words. */
    boolean guessing() {
        return !guess.isEmpty();
    }

    /** Returns all words so far. */
    String text() {
        StringJoiner words = new StringJoiner(" ");
        for (Piece piece : settled.values()) {
            if (!piece.text.isEmpty()) {
                words.add(piece.text);
            }
        }
        if (!guess.isEmpty()) {
            words.add(guess);
        }
        return words.toString();
    }
}

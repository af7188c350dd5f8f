package io.sidetone.speech.deepgram;

import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/**
 * The words of one utterance as they settle: pieces that will not change any more, in the order of what was said, and the
 * present guess behind them. A piece that comes twice counts once.
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
     * @return false if they are known already
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

    /** The piece {@code number} is over, although no message said so: what was guessed of it stands. */
    void settleGuess(long number) {
        if (!guess.isEmpty()) {
            settle(number, number + 1, guess);
        }
    }

    /** Whether most of the piece is settled. */
    private boolean known(long from, long to) {
        Map.Entry<Long, Piece> before = settled.floorEntry(from);
        long half = (to - from) / 2;
        if (before != null && (before.getKey() == from && to > from || before.getValue().to - from > half)) {
            return true;
        }
        Long after = settled.higherKey(from);
        return after != null && after < to - half;
    }

    /** Whether the guess holds words. */
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

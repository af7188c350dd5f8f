package io.sidetone.speech.deepgram;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Where Flux is: which turn, whether the caller speaks, and up to where it has transcribed. Event loop only.
 */
final class FluxTurn {
    /** What happened to the turn. */
    enum Step {
        UPDATE,
        START,
        EAGER_END,
        RESUMED,
        END
    }

    private long sequence = -1;
    private int index = -1;
    private boolean open;
    private boolean eager;
    private long beganMs;
    private long coveredMs;

    /** Whether {@code message} is the next of its stream, or at least later than all before; gaps are harmless. */
    boolean inOrder(JsonNode message) {
        long number = message.path("sequence_id").asLong(-1);
        if (number >= 0 && number <= sequence) {
            return false;
        }
        sequence = Math.max(sequence, number);
        return true;
    }

    /** Returns what {@code event} stands for, or null. */
    static Step step(String event) {
        return switch (event) {
            case "Update" -> Step.UPDATE;
            case "StartOfTurn" -> Step.START;
            case "EagerEndOfTurn" -> Step.EAGER_END;
            case "TurnResumed" -> Step.RESUMED;
            case "EndOfTurn" -> Step.END;
            default -> null;
        };
    }

    /**
     * Takes a step of turn {@code number}, transcribed up to {@code toMs}; words announce a turn whose start was missed.
     *
     * @param firstMs about where its first word is
     */
    void take(Step step, int number, long firstMs, long toMs, boolean hasWords) {
        coveredMs = Math.max(coveredMs, toMs);
        boolean begins = step == Step.START || hasWords && step != Step.END;
        if (begins && (number != index || !open)) {
            index = number;
            open = true;
            beganMs = firstMs;
        }
        eager = step == Step.EAGER_END || eager && step == Step.UPDATE;
        if (step == Step.END) {
            index = number;
            open = false;
            eager = false;
        }
    }

    /** The number of the latest turn that had words; −1 before the first. */
    int index() {
        return index;
    }

    /** Whether the caller is in the middle of a turn. */
    boolean open() {
        return open;
    }

    /** Whether Flux takes the turn for complete, although it may go on. */
    boolean eager() {
        return eager;
    }

    /** About where the first word of the turn is. */
    long beganMs() {
        return beganMs;
    }

    /** Up to where the stream is transcribed. */
    long coveredMs() {
        return coveredMs;
    }
}

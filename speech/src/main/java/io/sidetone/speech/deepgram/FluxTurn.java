package io.sidetone.speech.deepgram;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The state of Flux: its turn, whether the caller speaks, and the position up to which it has transcribed. Event loop
 * only.
 */
final class FluxTurn {
    /** An event of the turn. */
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

    /** Returns whether {@code message} is later in its stream than all before; gaps are harmless. */
    boolean inOrder(JsonNode message) {
        long number = message.path("sequence_id").asLong(-1);
        if (number >= 0 && number <= sequence) {
            return false;
        }
        sequence = Math.max(sequence, number);
        return true;
    }

    /** Returns the step for {@code event}, or null. */
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
     * Takes a step of turn {@code number}, transcribed up to {@code toMs}; words begin a turn whose start was missed.
     *
     * @param firstMs approximate position of its first word
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

    /** Returns the number of the latest turn that had words; −1 before the first. */
    int index() {
        return index;
    }

    /** Returns whether the caller's turn is open. */
    boolean open() {
        return open;
    }

    /** Returns whether Flux considers the turn complete, although it may continue. */
    boolean eager() {
        return eager;
    }

    /** Returns the approximate position of the turn's first word. */
    long beganMs() {
        return beganMs;
    }

    /** Returns the position up to which the stream is transcribed. */
    long coveredMs() {
        return coveredMs;
    }
}

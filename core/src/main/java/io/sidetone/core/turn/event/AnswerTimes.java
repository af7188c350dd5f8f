package io.sidetone.core.turn.event;

/**
 * The waterfall of one answer: when each of its stages was reached, in ms after the caller's last sound. {@link #NONE} is a stage that
 * was not passed: typed text has no words to wait for, a realtime model no voice. Immutable.
 *
 * @param token the agent's turn
 * @param speechEndedNs the caller's last sound, on the lane's clock
 * @param endedBy what showed that the turn was over: grammar, transcript, words, voice, silence, digits, text
 * @param decidedMs the turn was over
 * @param wordsMs the words were final
 * @param requestMs the dialogue was asked
 * @param textMs its first words
 * @param clauseMs the voice was asked for the first clause
 * @param voiceMs its first sound
 * @param audioMs the first frame left the lane
 */
public record AnswerTimes(
        long token,
        long speechEndedNs,
        String endedBy,
        int decidedMs,
        int wordsMs,
        int requestMs,
        int textMs,
        int clauseMs,
        int voiceMs,
        int audioMs) {
    /** The stage was not passed. */
    public static final int NONE = Integer.MIN_VALUE;
}

package io.sidetone.core.call;

/**
 * Counts and times of one call, published at every turn.
 *
 * @param turns turns of the caller that were answered
 * @param yields times the agent paused for the caller
 * @param bargeIns times the caller took the floor from the agent
 * @param falseAlarms yields after which the agent went on
 * @param noMatches utterances without words
 * @param framesIn frames received from the caller
 * @param framesConcealed frames made up for lost ones
 * @param framesRefused frames of the caller that the lane's ring had no room for
 * @param framesOut frames sent
 * @param framesSkipped frames not sent because the lane was late
 * @param lastResponseMs end of the caller's speech to the agent's first audio, last turn
 * @param worstResponseMs the longest of these
 * @param responseMsP95 95 % of these were not longer
 * @param preemptiveStarted requests made before their turn was over
 * @param preemptiveAdopted of these, those whose answer was the turn's
 * @param preemptiveSavedMs by how much these were earlier, in all
 */
public record CallStatistics(
        int turns,
        int yields,
        int bargeIns,
        int falseAlarms,
        int noMatches,
        long framesIn,
        long framesConcealed,
        long framesRefused,
        long framesOut,
        long framesSkipped,
        long lastResponseMs,
        long worstResponseMs,
        long responseMsP95,
        int preemptiveStarted,
        int preemptiveAdopted,
        long preemptiveSavedMs) {
    /** Nothing happened yet. */
    public static final CallStatistics NONE = new CallStatistics(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}

package io.sidetone.core.turn;

/**
 * How the floor changes hands: thresholds and times of one profile. Immutable; exchangeable during a call.
 *
 * @param profile name of the profile
 * @param allowBargeIn whether the caller may interrupt the agent
 * @param speechThreshold score at which a frame counts as speech (VAN-07: 0.7)
 * @param onsetMs evidence that starts a turn while the agent is silent
 * @param yieldMs evidence that pauses the agent
 * @param minSpeechMs evidence that cancels the agent; never below 200
 * @param resumeSilenceMs silence after a yield that lets the agent go on
 * @param endSilenceMs silence that ends the caller's turn
 * @param continuationMs speech this soon after the end continues the same turn
 * @param interruptionBudgetMs from the yield decision to the last agent frame (ITE-REQ-003: 250)
 * @param finalTranscriptMs how long FINALIZING waits for the final transcript
 * @param responseMs how long THINKING waits for the response (VAN-05: 30 s)
 * @param noInputMs silence in IDLE after which the agent asks again; 0 = never
 * @param interDigitMs pause that ends an input by keys
 * @param maxTurnMs longest turn of the caller
 * @param mediaTimeoutMs no sign of media for this long ends the call
 * @param maxHoldMs longest hold
 * @param maxCallMs longest call
 * @param creditMs how far synthesis may be ahead of playout (4 s)
 */
public record TurnPolicy(
        String profile,
        boolean allowBargeIn,
        float speechThreshold,
        int onsetMs,
        int yieldMs,
        int minSpeechMs,
        int resumeSilenceMs,
        int endSilenceMs,
        int continuationMs,
        int interruptionBudgetMs,
        int finalTranscriptMs,
        int responseMs,
        int noInputMs,
        int interDigitMs,
        int maxTurnMs,
        int mediaTimeoutMs,
        int maxHoldMs,
        int maxCallMs,
        int creditMs) {
    /** The profile {@code default}. */
    public static final TurnPolicy DEFAULT = new TurnPolicy(
            "default", true, 0.7f, 200, 80, 300, 400, 700, 600, 250, 5_000, 30_000, 8_000, 2_500, 60_000, 30_000,
            300_000, 3_600_000, 4_000);

    /** This policy with or without barge-in. */
    public TurnPolicy withBargeIn(boolean allowed) {
        return new TurnPolicy(
                profile,
                allowed,
                speechThreshold,
                onsetMs,
                yieldMs,
                minSpeechMs,
                resumeSilenceMs,
                endSilenceMs,
                continuationMs,
                interruptionBudgetMs,
                finalTranscriptMs,
                responseMs,
                noInputMs,
                interDigitMs,
                maxTurnMs,
                mediaTimeoutMs,
                maxHoldMs,
                maxCallMs,
                creditMs);
    }

    /** This policy with other evidence for a yield. */
    public TurnPolicy withYieldMs(int ms) {
        return new TurnPolicy(
                profile,
                allowBargeIn,
                speechThreshold,
                onsetMs,
                ms,
                minSpeechMs,
                resumeSilenceMs,
                endSilenceMs,
                continuationMs,
                interruptionBudgetMs,
                finalTranscriptMs,
                responseMs,
                noInputMs,
                interDigitMs,
                maxTurnMs,
                mediaTimeoutMs,
                maxHoldMs,
                maxCallMs,
                creditMs);
    }

    /** This policy with another patience in IDLE; 0 for none. */
    public TurnPolicy withNoInputMs(int ms) {
        return new TurnPolicy(
                profile,
                allowBargeIn,
                speechThreshold,
                onsetMs,
                yieldMs,
                minSpeechMs,
                resumeSilenceMs,
                endSilenceMs,
                continuationMs,
                interruptionBudgetMs,
                finalTranscriptMs,
                responseMs,
                ms,
                interDigitMs,
                maxTurnMs,
                mediaTimeoutMs,
                maxHoldMs,
                maxCallMs,
                creditMs);
    }

    /** This policy with another longest turn. */
    public TurnPolicy withMaxTurnMs(int ms) {
        return new TurnPolicy(
                profile,
                allowBargeIn,
                speechThreshold,
                onsetMs,
                yieldMs,
                minSpeechMs,
                resumeSilenceMs,
                endSilenceMs,
                continuationMs,
                interruptionBudgetMs,
                finalTranscriptMs,
                responseMs,
                noInputMs,
                interDigitMs,
                ms,
                mediaTimeoutMs,
                maxHoldMs,
                maxCallMs,
                creditMs);
    }

    /** This policy within the bounds that hold for every call of the process. */
    public TurnPolicy withBounds(int mediaTimeoutMs, int maxHoldMs, int maxCallMs, int creditMs) {
        return new TurnPolicy(
                profile,
                allowBargeIn,
                speechThreshold,
                onsetMs,
                yieldMs,
                minSpeechMs,
                resumeSilenceMs,
                endSilenceMs,
                continuationMs,
                interruptionBudgetMs,
                finalTranscriptMs,
                responseMs,
                noInputMs,
                interDigitMs,
                maxTurnMs,
                mediaTimeoutMs,
                maxHoldMs,
                maxCallMs,
                creditMs);
    }
}

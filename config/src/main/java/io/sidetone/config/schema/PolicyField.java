package io.sidetone.config.schema;

import io.sidetone.core.turn.TurnPolicy;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * A time of {@link TurnPolicy} that a policy may set, under its own name.
 *
 * @param name key and accessor
 * @param min smallest value in milliseconds
 * @param max largest value in milliseconds
 * @param reason why it exists and what bounds it
 * @param of reads it
 */
public record PolicyField(String name, int min, int max, String reason, ToIntFunction<TurnPolicy> of) {
    /** Smallest silence that may end or resume anything (ITE-SEC-002). */
    public static final int MIN_SILENCE_MS = 150;
    /** Largest interruption budget (ITE-SEC-002). */
    public static final int MAX_BUDGET_MS = 750;

    /** Every time that a policy may set, in the order of the record. */
    public static final List<PolicyField> ALL = List.of(
            new PolicyField(
                    "onsetMs",
                    20,
                    1_000,
                    "Speech that begins the caller's turn while the agent is silent. Shorter reacts sooner and takes more noises"
                            + " for speech.",
                    TurnPolicy::onsetMs),
            new PolicyField(
                    "yieldMs",
                    20,
                    1_000,
                    "Speech that pauses the agent; nothing is discarded yet. At most minSpeechMs: equal makes one stage of two.",
                    TurnPolicy::yieldMs),
            new PolicyField(
                    "minSpeechMs",
                    200,
                    5_000,
                    "Speech that cancels the agent's sentence. Sounds under 200 ms (coughs, clicks) are not speech, hence the bound; the detector makes a sound up to 80 ms longer.",
                    TurnPolicy::minSpeechMs),
            new PolicyField(
                    "resumeSilenceMs",
                    MIN_SILENCE_MS,
                    5_000,
                    "Silence after a pause that lets the agent go on from the last word boundary.",
                    TurnPolicy::resumeSilenceMs),
            new PolicyField(
                    "endSilenceMs",
                    MIN_SILENCE_MS,
                    5_000,
                    "Silence that ends the caller's turn. Shorter answers sooner and cuts more people off in mid-sentence.",
                    TurnPolicy::endSilenceMs),
            new PolicyField(
                    "continuationMs",
                    0,
                    5_000,
                    "Speech this soon after the end of a turn continues the same turn; the request starts again.",
                    TurnPolicy::continuationMs),
            new PolicyField(
                    "interruptionBudgetMs",
                    60,
                    MAX_BUDGET_MS,
                    "From the decision to yield until the last agent frame; longer is counted and logged. Must exceed yieldMs by"
                            + " more than one frame of 20 ms.",
                    TurnPolicy::interruptionBudgetMs),
            new PolicyField(
                    "finalTranscriptMs",
                    200,
                    30_000,
                    "How long the end of a turn waits for the recogniser's final transcript before going on without.",
                    TurnPolicy::finalTranscriptMs),
            new PolicyField(
                    "responseMs",
                    1_000,
                    120_000,
                    "How long the dialogue may take to answer before the agent apologises.",
                    TurnPolicy::responseMs),
            new PolicyField(
                    "noInputMs",
                    0,
                    600_000,
                    "Silence of the caller after which the agent asks again; 0 never asks.",
                    TurnPolicy::noInputMs),
            new PolicyField(
                    "interDigitMs",
                    500,
                    30_000,
                    "Pause that ends an input by telephone keys.",
                    TurnPolicy::interDigitMs),
            new PolicyField(
                    "maxTurnMs",
                    2_000,
                    600_000,
                    "Longest turn of the caller; what was understood by then is answered.",
                    TurnPolicy::maxTurnMs));
}

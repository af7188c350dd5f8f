package io.sidetone.speech.relay;

import io.sidetone.core.setting.Key;

/**
 * Options of what an agent that speaks text gets and may do beyond the usual.
 *
 * @param partialPrompts whether it is sent what the caller has said so far, while he speaks
 * @param turnMetrics whether it is sent where the time of each answer went
 * @param playFrom prefix of the addresses whose sounds it may have played; empty: those of its own host and port
 */
public record RelayOptions(
        @Key(why = "Sends what the caller has said so far as prompts with last: false.") boolean partialPrompts,
        @Key(
                        why =
                                "Sends a message turnMetrics behind each answer: where its time went, in ms from the caller's last sound.")
                boolean turnMetrics,
        @Key(why = "Sounds of play come from addresses that begin so; without it from the host and port of url.")
                String playFrom) {
    /** Options that servers expect that know the usual messages alone. */
    public static final RelayOptions USUAL = new RelayOptions(false, false, "");
}

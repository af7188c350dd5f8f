package io.sidetone.speech.chat;

import io.sidetone.core.setting.Key;

/**
 * Limits of one turn of a model.
 *
 * @param maxTokens the most tokens of one answer; 0 for the service's own limit
 * @param legacyMaxTokens for OpenAI-compatible servers that know only {@code max_tokens}: send it in place of {@code
 *     max_completion_tokens}
 * @param firstTokenMs longest time from a request to the first piece of its answer, thoughts included
 * @param silenceMs longest time between two pieces
 * @param maxRounds how often the model may ask for actions before it must answer
 * @param maxDigits number of keys that complete an input; {@code #} ends it earlier
 */
public record ChatLimits(
        @Key(unit = "tokens", why = "Longest answer; 0 for the service's own limit.", min = 0, max = 1_000_000)
                int maxTokens,
        @Key(
                        why =
                                "OpenAI-compatible: sends max_tokens in place of max_completion_tokens, for servers that know only that.")
                boolean legacyMaxTokens,
        int firstTokenMs,
        int silenceMs,
        @Key(
                        unit = "rounds",
                        why = "How often the model may ask for actions before it has to answer.",
                        min = 1,
                        max = 100)
                int maxRounds,
        @Key(unit = "digits", why = "How many keys complete an input by keys; # ends it earlier.", min = 0, max = 100)
                int maxDigits) {
    /** Defaults for spoken answers. */
    public static final ChatLimits DEFAULT = new ChatLimits(1_024, false, 8_000, 5_000, 6, 1);

    /** Checks the values that are not options. */
    public ChatLimits {
        if (firstTokenMs < 1 || silenceMs < 1) {
            throw new IllegalArgumentException("a chat model needs time: first-token " + firstTokenMs
                    + " ms and silence " + silenceMs + " ms must be 1 or more");
        }
    }
}

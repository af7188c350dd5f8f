package io.sidetone.speech.chat;

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
        int maxTokens, boolean legacyMaxTokens, int firstTokenMs, int silenceMs, int maxRounds, int maxDigits) {
    /** Defaults for spoken answers. */
    public static final ChatLimits DEFAULT = new ChatLimits(1_024, false, 8_000, 5_000, 6, 1);

    /** Checks the values. */
    public ChatLimits {
        if (maxTokens < 0 || firstTokenMs < 1 || silenceMs < 1 || maxRounds < 1 || maxDigits < 0) {
            throw new IllegalArgumentException("limits of a chat model must be positive: max-tokens " + maxTokens
                    + ", first-token " + firstTokenMs + " ms, silence " + silenceMs + " ms, max-rounds " + maxRounds
                    + ", max-digits " + maxDigits);
        }
    }
}

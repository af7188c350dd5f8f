package io.sidetone.speech.chat;

/**
 * How far a model may go in one turn.
 *
 * @param maxTokens of one answer; 0 for the service's own limit
 * @param legacyMaxTokens OpenAI-compatible: send {@code max_tokens} in place of {@code max_completion_tokens}, for servers
 *     that know only that
 * @param firstTokenMs from a request to the first piece of its answer, thoughts included
 * @param silenceMs between two pieces
 * @param maxRounds how often the model may ask for actions before it has to answer
 * @param maxDigits how many keys complete an input by keys; {@code #} ends it earlier
 */
public record ChatLimits(
        int maxTokens, boolean legacyMaxTokens, int firstTokenMs, int silenceMs, int maxRounds, int maxDigits) {
    /** For spoken answers. */
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

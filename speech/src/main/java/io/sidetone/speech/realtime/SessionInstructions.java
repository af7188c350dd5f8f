package io.sidetone.speech.realtime;

import io.sidetone.core.port.PromptReason;
import io.sidetone.core.port.action.ActionDefinition;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Who the agent is.
 *
 * @param instructions its prompt
 * @param sentences what it says unasked, word for word; an empty one is not said
 * @param tools what it may ask for, looked up when a call begins
 */
public record SessionInstructions(
        String instructions, Map<PromptReason, String> sentences, Supplier<List<ActionDefinition>> tools) {
    /** What is said unless said otherwise. */
    public static final Map<PromptReason, String> SENTENCES = Map.of(
            PromptReason.GREETING, "Hello, how can I help you?",
            PromptReason.NO_MATCH, "I didn't catch that, could you repeat?",
            PromptReason.NO_INPUT, "Are you still there?",
            PromptReason.DIGITS_ONLY, "I can't hear you at the moment. Please use the keys of your telephone.",
            PromptReason.GOODBYE, "Goodbye.",
            PromptReason.TIME_UP, "Our time is up. Goodbye.");

    /** Completes the sentences with the usual ones. */
    public SessionInstructions {
        Map<PromptReason, String> all = new EnumMap<>(SENTENCES);
        all.putAll(sentences);
        sentences = Map.copyOf(all);
    }
}

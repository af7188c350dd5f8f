package io.sidetone.speech.realtime;

import io.sidetone.core.port.Occasion;
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
public record RealtimePersona(
        String instructions, Map<Occasion, String> sentences, Supplier<List<ActionDefinition>> tools) {
    /** What is said unless said otherwise. */
    public static final Map<Occasion, String> SENTENCES = Map.of(
            Occasion.GREETING, "Hello, how can I help you?",
            Occasion.NO_MATCH, "I didn't catch that, could you repeat?",
            Occasion.NO_INPUT, "Are you still there?",
            Occasion.DIGITS_ONLY, "I can't hear you at the moment. Please use the keys of your telephone.",
            Occasion.GOODBYE, "Goodbye.",
            Occasion.TIME_UP, "Our time is up. Goodbye.");

    /** Completes the sentences with the usual ones. */
    public RealtimePersona {
        Map<Occasion, String> all = new EnumMap<>(SENTENCES);
        all.putAll(sentences);
        sentences = Map.copyOf(all);
    }
}

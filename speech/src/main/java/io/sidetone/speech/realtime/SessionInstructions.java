package io.sidetone.speech.realtime;

import io.sidetone.core.facts.CallTexts;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.speech.net.ServiceAccess;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The agent's instructions.
 *
 * @param instructions its prompt
 * @param sentences sentences that the agent says word for word without asking the model; an empty one is not said
 * @param tools actions that the agent may use, read when a call begins
 * @param texts what they say of a call
 */
public record SessionInstructions(
        String instructions,
        Map<PromptReason, String> sentences,
        Supplier<List<ActionDefinition>> tools,
        CallTexts texts) {
    /** The default sentences. */
    public static final Map<PromptReason, String> SENTENCES = Map.of(
            PromptReason.GREETING, "Hello, how can I help you?",
            PromptReason.NO_MATCH, "I didn't catch that, could you repeat?",
            PromptReason.NO_INPUT, "Are you still there?",
            PromptReason.DIGITS_ONLY, "I can't hear you at the moment. Please use the keys of your telephone.",
            PromptReason.GOODBYE, "Goodbye.",
            PromptReason.TIME_UP, "Our time is up. Goodbye.");

    private static final String CONVENTIONS =
            "This is a telephone call. Answer in one to three short spoken sentences.";

    private static final Map<String, PromptReason> NAMES = Map.of(
            "greeting", PromptReason.GREETING,
            "no-match", PromptReason.NO_MATCH,
            "no-input", PromptReason.NO_INPUT,
            "keys-only", PromptReason.DIGITS_ONLY,
            "goodbye", PromptReason.GOODBYE,
            "time-up", PromptReason.TIME_UP);

    /** Adds defaults for missing sentences. */
    public SessionInstructions {
        Map<PromptReason, String> all = new EnumMap<>(SENTENCES);
        all.putAll(sentences);
        sentences = Map.copyOf(all);
    }

    /**
     * Returns the instructions of an agent with the conventions of a telephone and the language of {@code access}.
     *
     * @param words sentences by their names in the configuration; others are left out
     */
    public static SessionInstructions of(
            ServiceAccess access,
            String prompt,
            Map<String, String> words,
            Supplier<List<ActionDefinition>> tools,
            CallTexts texts) {
        Map<PromptReason, String> sentences = new EnumMap<>(PromptReason.class);
        words.forEach((name, text) -> {
            if (NAMES.containsKey(name)) {
                sentences.put(NAMES.get(name), text);
            }
        });
        String whole = prompt + "\n" + CONVENTIONS + " " + access.languageRule();
        return new SessionInstructions(whole.strip(), sentences, tools, texts);
    }
}

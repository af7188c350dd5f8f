package io.sidetone.speech.chat;

import io.sidetone.core.port.PromptReason;
import java.util.Map;

/**
 * What the agent says unasked, without asking its model.
 *
 * @param greeting when the call is answered; empty to have the model greet
 * @param noMatch when the caller spoke but no words were found
 * @param noInput when the caller says nothing
 * @param digitsOnly when speech cannot be recognized for now
 * @param goodbye when the agent ends the call
 * @param timeUp when the longest call is nearly reached; followed by the goodbye
 */
public record ChatSentences(
        String greeting, String noMatch, String noInput, String digitsOnly, String goodbye, String timeUp) {
    /** In English; the model greets. */
    public static final ChatSentences ENGLISH = new ChatSentences(
            "",
            "I didn't catch that, could you repeat?",
            "Are you still there?",
            "I cannot hear you at the moment. Please use the keys of your telephone.",
            "Goodbye.",
            "I am sorry, our time is up.");

    /** Returns the sentences in {@code words} by their names in the configuration, and English ones for the rest. */
    public static ChatSentences of(Map<String, String> words) {
        return new ChatSentences(
                "",
                words.getOrDefault("no-match", ENGLISH.noMatch),
                words.getOrDefault("no-input", ENGLISH.noInput),
                words.getOrDefault("keys-only", ENGLISH.digitsOnly),
                words.getOrDefault("goodbye", ENGLISH.goodbye),
                words.getOrDefault("time-up", ENGLISH.timeUp));
    }

    /** Takes null for empty. */
    public ChatSentences {
        greeting = greeting == null ? "" : greeting;
    }

    /** These, with {@code text} as the greeting. */
    public ChatSentences greeting(String text) {
        return new ChatSentences(text, noMatch, noInput, digitsOnly, goodbye, timeUp);
    }

    String of(PromptReason occasion) {
        return switch (occasion) {
            case GREETING -> greeting;
            case NO_MATCH -> noMatch;
            case NO_INPUT -> noInput;
            case DIGITS_ONLY -> digitsOnly;
            case GOODBYE -> goodbye;
            case TIME_UP -> (timeUp + " " + goodbye).strip();
        };
    }
}

package io.sidetone.speech.chat;

import io.sidetone.core.facts.CallTemplate;
import io.sidetone.core.facts.CallTexts;
import io.sidetone.core.port.PromptReason;
import java.util.Map;

/**
 * Sentences that the agent says without asking its model.
 *
 * @param greeting when the call is answered; empty: the model greets
 * @param noMatch when the caller spoke but no words were recognized
 * @param noInput when the caller says nothing
 * @param digitsOnly when speech cannot be recognized at present
 * @param goodbye when the agent ends the call
 * @param timeUp when the longest call is nearly reached; the goodbye follows
 * @param done when an action was carried out and the model says nothing
 * @param noAnswer when the model says nothing at all
 */
public record ChatSentences(
        String greeting,
        String noMatch,
        String noInput,
        String digitsOnly,
        String goodbye,
        String timeUp,
        String done,
        String noAnswer) {
    /** English sentences; the model greets. */
    public static final ChatSentences ENGLISH = new ChatSentences(
            "",
            "I didn't catch that, could you repeat?",
            "Are you still there?",
            "I cannot hear you at the moment. Please use the keys of your telephone.",
            "Goodbye.",
            "I am sorry, our time is up.",
            "That is done.",
            "I'm sorry, I have no answer to that.");

    /** Returns the sentences of {@code words} by their names in the configuration; English ones for missing names. */
    public static ChatSentences of(Map<String, String> words) {
        return new ChatSentences(
                "",
                words.getOrDefault("no-match", ENGLISH.noMatch),
                words.getOrDefault("no-input", ENGLISH.noInput),
                words.getOrDefault("keys-only", ENGLISH.digitsOnly),
                words.getOrDefault("goodbye", ENGLISH.goodbye),
                words.getOrDefault("time-up", ENGLISH.timeUp),
                words.getOrDefault("done", ENGLISH.done),
                words.getOrDefault("no-answer", ENGLISH.noAnswer));
    }

    /** Replaces null by an empty text. */
    public ChatSentences {
        greeting = greeting == null ? "" : greeting;
    }

    /** Returns these sentences with {@code text} as the greeting. */
    public ChatSentences greeting(String text) {
        return new ChatSentences(text, noMatch, noInput, digitsOnly, goodbye, timeUp, done, noAnswer);
    }

    /** Returns these sentences with what is known of {@code call} in the greeting. */
    public ChatSentences filled(CallTexts texts, CallTexts.Subject call) {
        return greeting(texts.greeting(CallTemplate.of(greeting), call));
    }

    /** Returns the sentence for {@code occasion}, or nothing. */
    public String of(PromptReason occasion) {
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

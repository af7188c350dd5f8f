package io.sidetone.core.dialogue;

import java.util.List;
import java.util.Map;

/**
 * Sentences that a call itself says when something it needs does not answer: to be had ready in the agent's voice, in its language.
 *
 * @param hardToHear said once when the caller cannot be heard or understood
 * @param byHand said once when the model cannot be reached
 * @param keysOnly said when the recognizer is gone
 * @param heardAgain said when the recognizer is back and the caller was asked to use the keys
 * @param sayAgain said when an engine that was lost in mid-sentence is back
 * @param noMatch said when nothing was understood (VAN-03)
 * @param noAnswer said when the voice failed and nothing of the answer was heard
 * @param trouble said when an answer failed (VAN-05)
 * @param oneMoment said while a request waits for its rate limit (VAN-05)
 */
public record SpokenGuidance(
        String hardToHear,
        String byHand,
        String keysOnly,
        String heardAgain,
        String sayAgain,
        String noMatch,
        String noAnswer,
        String trouble,
        String oneMoment) {
    /** In English. */
    public static final SpokenGuidance ENGLISH = new SpokenGuidance(
            "I'm having trouble hearing you. You can also use the keys of your telephone.",
            "I'm having trouble right now. Press the hash key when you have finished speaking.",
            "I can't hear you at the moment. Please use the keys of your telephone.",
            "I can hear you again.",
            "Sorry, I was cut off for a moment. Could you say that again?",
            "I didn't catch that, could you repeat?",
            "I'm sorry, I have no answer to that.",
            "I'm having trouble processing that. Could you rephrase?",
            "One moment, please.");

    /** Returns the sentences in {@code words} by their names in the configuration, and English ones for the rest. */
    public static SpokenGuidance of(Map<String, String> words) {
        return new SpokenGuidance(
                words.getOrDefault("hard-to-hear", ENGLISH.hardToHear),
                words.getOrDefault("by-hand", ENGLISH.byHand),
                words.getOrDefault("keys-only", ENGLISH.keysOnly),
                words.getOrDefault("heard-again", ENGLISH.heardAgain),
                words.getOrDefault("say-again", ENGLISH.sayAgain),
                words.getOrDefault("no-match", ENGLISH.noMatch),
                words.getOrDefault("no-answer", ENGLISH.noAnswer),
                words.getOrDefault("trouble", ENGLISH.trouble),
                words.getOrDefault("one-moment", ENGLISH.oneMoment));
    }

    /** Returns every such sentence. */
    public List<String> sentences() {
        return List.of(hardToHear, byHand, keysOnly, heardAgain, sayAgain, noMatch, noAnswer, trouble, oneMoment);
    }
}

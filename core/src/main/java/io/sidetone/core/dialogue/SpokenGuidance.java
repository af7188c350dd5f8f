package io.sidetone.core.dialogue;

import java.util.List;

/** What a call itself says when something it needs does not answer: to be had ready in the agent's voice. */
public final class SpokenGuidance {
    /** Said once when the caller cannot be heard or understood. */
    public static final String GUIDANCE =
            "I'm having trouble hearing you. You can also use the keys of your telephone.";

    /** Said once when the model cannot be reached. */
    public static final String BY_HAND =
            "I'm having trouble right now. Press the hash key when you have finished speaking.";

    /** Said when the recogniser is gone. */
    public static final String KEYS_ONLY = "I can't hear you at the moment. Please use the keys of your telephone.";

    /** Said when the recogniser is back and the caller had been told to use the keys. */
    public static final String HEARD_AGAIN = "I can hear you again.";

    /** Said when an engine that was lost in mid-sentence is back. */
    public static final String SAY_AGAIN = "Sorry, I was cut off for a moment. Could you say that again?";

    /** VAN-03. */
    public static final String NOT_CAUGHT = "I didn't catch that, could you repeat?";

    /** VAN-05. */
    public static final String TROUBLE = "I'm having trouble processing that. Could you rephrase?";

    /** VAN-05: what the caller hears while a request waits for its rate limit. */
    public static final String ONE_MOMENT = "One moment, please. ";

    private SpokenGuidance() {}

    /** Returns every such sentence. */
    public static List<String> sentences() {
        return List.of(GUIDANCE, BY_HAND, KEYS_ONLY, HEARD_AGAIN, SAY_AGAIN, NOT_CAUGHT, TROUBLE, ONE_MOMENT.strip());
    }
}

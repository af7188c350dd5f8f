package io.sidetone.core.usage;

/** Measures that are counted of an engine, and for which a service may ask money. */
public enum Measure {
    /** Utterances, responses or clauses asked for. */
    REQUESTS("requests"),
    /** Of these, failed; and connections that could not be made. */
    FAILURES("failures"),
    /** Audio that was sent to a recognizer, or came from a voice, in ms. */
    AUDIO_MS("audioMs"),
    /** Characters that a voice was given. */
    CHARACTERS("characters"),
    /** Tokens that a model was given, those it had kept included. */
    INPUT_TOKENS("inputTokens"),
    /** Of these, tokens that the service had kept from an earlier request. */
    CACHED_TOKENS("cachedTokens"),
    /** Tokens that a model gave. */
    OUTPUT_TOKENS("outputTokens");

    private final String wireName;

    Measure(String wireName) {
        this.wireName = wireName;
    }

    /** Returns the name in JSON. */
    public String wireName() {
        return wireName;
    }
}

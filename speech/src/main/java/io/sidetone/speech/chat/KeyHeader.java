package io.sidetone.speech.chat;

/** How an OpenAI-compatible service wants its key; the others have one way each. */
public enum KeyHeader {
    /** {@code Authorization: Bearer KEY}. */
    BEARER,

    /** {@code api-key: KEY}, as Azure OpenAI. */
    API_KEY
}

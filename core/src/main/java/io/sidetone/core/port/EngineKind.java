package io.sidetone.core.port;

/** The three engines a cascade call is made of. */
public enum EngineKind {
    /** Speech to text. */
    RECOGNIZER,
    /** Text to text. */
    DIALOGUE,
    /** Text to speech. */
    SYNTHESIZER
}

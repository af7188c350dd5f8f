package io.sidetone.core.port;

/** The engines of a call: the three a cascade is made of, and what it can do without. */
public enum EngineKind {
    /** Speech to text. */
    RECOGNIZER,
    /** Text to text. */
    DIALOGUE,
    /** Text to speech. */
    SYNTHESIZER,
    /** Distinguishes speech from noise, off the lane; where it fails, the detector on the lane goes on. */
    DETECTOR;

    /** Returns whether a call cannot begin without it. */
    public boolean needed() {
        return this != DETECTOR;
    }
}

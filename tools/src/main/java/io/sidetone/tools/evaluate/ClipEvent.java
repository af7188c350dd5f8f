package io.sidetone.tools.evaluate;

/**
 * A decision.
 *
 * @param timeMs when the decision was available: the end of the last frame consumed, in stream time
 * @param name the scorer's name for it
 */
public record ClipEvent(long timeMs, String name) {
    static final String SPEECH_START = "speech_start";
    static final String SPEECH_END = "speech_end";
    static final String TURN_END = "turn_end";
    static final String YIELD = "yield";
    static final String INTERRUPT = "interrupt";
}

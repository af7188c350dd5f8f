package io.sidetone.core.turn.event;

/**
 * Thresholds at which a call raises alerts (VAN-13).
 *
 * @param thinkingMs longest wait for a response, without actions and without the recognizer
 * @param respondingMs longest answer
 * @param interruptions most interruptions of a call
 */
public record AlertThresholds(int thinkingMs, int respondingMs, int interruptions) {
    /** 5 s, 15 s, 5. */
    public static final AlertThresholds DEFAULT = new AlertThresholds(5_000, 15_000, 5);
}

package io.sidetone.speech.probe;

/**
 * The result of a probe.
 *
 * @param ok whether the engine can serve calls
 * @param detail what worked ("answered with 24 kHz audio"), or the problem and its remedy
 * @param elapsedMs from the request to the first useful answer, or to the failure
 */
public record ProbeResult(boolean ok, String detail, long elapsedMs) {}

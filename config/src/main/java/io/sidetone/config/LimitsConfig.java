package io.sidetone.config;

import java.time.Duration;

/**
 * Admission, and the bounds of what one call may hold.
 *
 * @param maxCalls calls at the same time
 * @param maxCallLength longest call
 * @param maxHold longest hold
 * @param playoutCredit how far synthesis may be ahead of playout
 * @param drain how long running calls go on after SIGTERM
 * @param traceKeep how long an ended call can be read from the API
 */
public record LimitsConfig(
        int maxCalls,
        Duration maxCallLength,
        Duration maxHold,
        Duration playoutCredit,
        Duration drain,
        Duration traceKeep) {}

package io.sidetone.config;

import io.sidetone.core.turn.event.AlertThresholds;
import java.time.Duration;

/**
 * Admission, and the bounds of what one call may hold.
 *
 * @param maxCalls calls at the same time
 * @param maxCallLength longest call
 * @param maxCallNotice how long before its end the caller is told; zero: not at all
 * @param maxHold longest hold
 * @param playoutCredit how far synthesis may be ahead of playout
 * @param drain how long running calls go on after SIGTERM
 * @param traceKeep how long an ended call can be read from the API
 * @param alerts when a call deserves an operator's look
 */
public record LimitsConfig(
        int maxCalls,
        Duration maxCallLength,
        Duration maxCallNotice,
        Duration maxHold,
        Duration playoutCredit,
        Duration drain,
        Duration traceKeep,
        AlertThresholds alerts) {}

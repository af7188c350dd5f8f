package io.sidetone.core.turn.event;

import io.sidetone.core.turn.InterruptionSource;
import io.sidetone.core.turn.InterruptionType;

/**
 * Record of how an agent's turn was cut short (ITE InterruptionInfo).
 *
 * @param type barge-in, manual stop or policy yield
 * @param source who noticed
 * @param detectedAtMs wall time of the decision that the agent yields
 * @param latencyMs from that decision to the agent's last frame
 * @param reasonCode short and stable; no words of anybody
 */
public record Interruption(
        InterruptionType type, InterruptionSource source, long detectedAtMs, long latencyMs, String reasonCode) {}

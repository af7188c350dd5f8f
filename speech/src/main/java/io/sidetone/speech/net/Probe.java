package io.sidetone.speech.net;

import io.sidetone.core.port.EngineHealth;
import java.util.concurrent.CompletableFuture;

/** An engine that can be tried without a call. */
public interface Probe {
    /**
     * Makes one small round trip: connects, sends a request, waits for the first useful answer, closes.
     *
     * @return completes within the engine's deadlines, never exceptionally: up with what worked ("answered with 24 kHz audio"), or
     *     down with the problem and its remedy
     */
    CompletableFuture<EngineHealth> probe();
}

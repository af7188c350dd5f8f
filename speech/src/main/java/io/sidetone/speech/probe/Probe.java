package io.sidetone.speech.probe;

import java.util.concurrent.CompletableFuture;

/** An engine that can be tried without a call. */
public interface Probe {
    /**
     * Makes one small round trip: connects, sends a request, waits for the first useful answer, closes.
     *
     * @return completes within the engine's deadlines, never exceptionally
     */
    CompletableFuture<ProbeResult> probe();
}

package io.sidetone.transport.http.control;

import java.util.concurrent.CompletionStage;

/** Places calls. Thread-safe; never blocks. */
@FunctionalInterface
public interface CallPlacer {
    /** Places a call, if the configuration allows it and there is room. */
    CompletionStage<PlaceOutcome> place(PlaceCall call);
}

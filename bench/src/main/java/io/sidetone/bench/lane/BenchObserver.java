package io.sidetone.bench.lane;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;

/** Gives each {@link BenchCall} its record. */
final class BenchObserver implements CallObserver {
    @Override
    public void opened(CallRecord call) {
        if (call.setup().line().media() instanceof BenchCall bench) {
            bench.record(call);
        }
    }
}

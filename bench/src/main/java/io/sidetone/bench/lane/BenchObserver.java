package io.sidetone.bench.lane;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.floor.FloorTransition;

/** Gives each {@link BenchCall} its record. */
final class BenchObserver implements CallObserver {
    @Override
    public void opened(CallRecord call) {
        if (call.setup().media() instanceof BenchCall bench) {
            bench.record(call);
        }
    }

    @Override
    public void moved(CallRecord call, FloorTransition transition) {}

    @Override
    public void ended(CallRecord call) {}
}

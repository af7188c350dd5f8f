package io.sidetone.server.wiring;

import io.sidetone.core.port.ActionHandler;
import io.sidetone.server.plugin.Plugins;
import io.sidetone.server.reload.SharedParts;
import io.sidetone.server.services.EngineMeters;
import io.sidetone.server.store.CallStore;
import io.sidetone.server.traces.Traces;
import io.sidetone.server.usage.Prices;
import io.sidetone.speech.relay.RelayCalls;
import java.util.Optional;

/**
 * What the engines of every configuration of this process have in common.
 *
 * @param plugins loaded at the start
 * @param memory what is remembered of callers
 * @param traces where there are any
 * @param meters count on over reloads
 * @param prices of the engines of new calls
 * @param shared has what is costly to open
 * @param transfers carries out warm transfers
 * @param relays tells agents that speak text what happens in their calls
 */
record EngineNeeds(
        Plugins plugins,
        CallStore memory,
        Optional<Traces> traces,
        EngineMeters meters,
        Prices prices,
        SharedParts shared,
        ActionHandler transfers,
        RelayCalls relays) {
    /** Returns the needs of a process that begins. */
    static EngineNeeds of(
            Plugins plugins, CallStore memory, Optional<Traces> traces, Prices prices, ActionHandler transfers) {
        return new EngineNeeds(
                plugins, memory, traces, new EngineMeters(), prices, new SharedParts(), transfers, new RelayCalls());
    }
}

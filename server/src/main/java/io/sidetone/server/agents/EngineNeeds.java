package io.sidetone.server.agents;

import io.sidetone.core.port.ActionHandler;
import io.sidetone.server.agents.plugin.Plugins;
import io.sidetone.server.agents.reload.SharedParts;
import io.sidetone.server.agents.services.EngineMeters;
import io.sidetone.server.ops.traces.Traces;
import io.sidetone.server.records.store.CallStore;
import io.sidetone.server.records.usage.Prices;
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
public record EngineNeeds(
        Plugins plugins,
        CallStore memory,
        Optional<Traces> traces,
        EngineMeters meters,
        Prices prices,
        SharedParts shared,
        ActionHandler transfers,
        RelayCalls relays) {
    /** Returns the needs of a process that begins. */
    public static EngineNeeds of(
            Plugins plugins, CallStore memory, Optional<Traces> traces, Prices prices, ActionHandler transfers) {
        return new EngineNeeds(
                plugins, memory, traces, new EngineMeters(), prices, new SharedParts(), transfers, new RelayCalls());
    }
}

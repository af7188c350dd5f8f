package io.sidetone.server.agents;

import io.sidetone.config.SidetoneConfig;
import io.sidetone.server.Parts;
import io.sidetone.server.agents.plugin.Plugins;
import io.sidetone.server.agents.reload.SharedParts;
import io.sidetone.server.agents.services.EngineMeters;
import io.sidetone.server.calls.CallBook;
import io.sidetone.server.calls.transfer.FollowUpCalls;
import io.sidetone.server.ops.traces.Traces;
import io.sidetone.server.records.store.CallStore;
import io.sidetone.server.records.usage.Prices;
import io.sidetone.speech.relay.RelayCalls;
import java.util.Optional;

/**
 * Parts that the engines of every configuration of this process have in common.
 *
 * @param plugins loaded at the start
 * @param memory what is remembered of callers
 * @param traces where there are any
 * @param meters count on over reloads
 * @param prices of the engines of new calls
 * @param shared has what is costly to open
 * @param followers carry out warm transfers
 * @param relays tells agents that speak text what happens in their calls
 */
public record EngineNeeds(
        Plugins plugins,
        CallStore memory,
        Optional<Traces> traces,
        EngineMeters meters,
        Prices prices,
        SharedParts shared,
        FollowUpCalls followers,
        RelayCalls relays) {
    /** Opens the needs of a process that begins, as parts of it; plugins first. */
    public static EngineNeeds open(Parts parts, SidetoneConfig config, CallStore memory, Prices prices, CallBook book) {
        EngineNeeds needs = new EngineNeeds(
                parts.closing(Plugins.load(config.plugins())),
                memory,
                Traces.open(config.traces(), System::nanoTime).map(parts::add),
                new EngineMeters(),
                prices,
                new SharedParts(),
                parts.add(FollowUpCalls.of(book)),
                new RelayCalls());
        parts.observing(needs.relays());
        return needs;
    }
}

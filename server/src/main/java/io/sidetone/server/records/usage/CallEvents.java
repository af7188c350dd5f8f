package io.sidetone.server.records.usage;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.facts.FactsFields;
import io.sidetone.core.floor.CallEvent;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.turn.event.TurnEvent;
import io.sidetone.core.turn.event.TurnEventType;
import io.sidetone.core.usage.EngineUsage;
import io.sidetone.core.usage.Measure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Adds to the first turn event of a call who calls whom, and to the last its usage. On lanes. */
public final class CallEvents implements CallObserver {
    private static final long FIRST = 1;

    private final CallObserver observer;
    private final Prices prices;

    /** Notifies {@code observer}. */
    public CallEvents(CallObserver observer, Prices prices) {
        this.observer = observer;
        this.prices = prices;
    }

    @Override
    public void on(CallRecord call, CallEvent event) {
        observer.on(call, event instanceof TurnEvent turned ? completed(call, turned) : event);
    }

    private TurnEvent completed(CallRecord call, TurnEvent event) {
        if (event.sequence() == FIRST) {
            return with(event, Map.of(TurnEvent.CALL, start(call.setup())));
        }
        boolean last = event.type() == TurnEventType.STATE_CHANGED && event.floor() == FloorState.ENDING;
        return last ? with(event, usage(call, prices)) : event;
    }

    static Map<String, Object> start(CallSetup setup) {
        Map<String, Object> start = new LinkedHashMap<>();
        start.put("agent", setup.who().agent());
        start.put("transport", setup.who().transport());
        start.put("externalId", setup.who().externalId());
        start.put("from", setup.who().from());
        start.put("to", setup.who().to());
        start.putAll(FactsFields.of(setup.who().facts()));
        return start;
    }

    private static Map<String, Object> end(CallRecord call) {
        EndCause cause = call.endCause();
        Map<String, Object> end = new LinkedHashMap<>();
        end.put("cause", cause.name());
        end.put("by", cause.by());
        end.put("reason", cause.reason());
        if (call.sipStatus() > 0) {
            end.put("sipStatus", call.sipStatus());
        }
        return end;
    }

    static Map<String, Object> usage(CallRecord call, Prices prices) {
        Map<String, Object> diagnostics = new LinkedHashMap<>();
        List<Map<String, Object>> usage = new ArrayList<>();
        for (EngineUsage each : call.usage().engines()) {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("engine", each.engine());
            line.put("role", each.role());
            for (Measure measure : Measure.values()) {
                line.put(measure.wireName(), each.of(measure));
            }
            usage.add(line);
        }
        diagnostics.put("usage", usage);
        if (call.endCause() != null) {
            diagnostics.put("end", end(call));
        }
        if (call.agents().size() > 1) {
            diagnostics.put("agents", call.agents());
        }
        Map<String, Double> cost = prices.total(call.usage());
        if (!cost.isEmpty()) {
            diagnostics.put("cost", cost);
        }
        return diagnostics;
    }

    private static TurnEvent with(TurnEvent event, Map<String, Object> more) {
        Map<String, Object> diagnostics = new LinkedHashMap<>(event.diagnostics());
        diagnostics.putAll(more);
        return new TurnEvent(
                event.type(),
                event.sequence(),
                event.floor(),
                event.views(),
                event.turn(),
                event.atNs(),
                event.timestampMs(),
                diagnostics);
    }
}

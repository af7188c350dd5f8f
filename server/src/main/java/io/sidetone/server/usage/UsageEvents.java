package io.sidetone.server.usage;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.turn.event.TurnEvent;
import io.sidetone.core.turn.event.TurnEventType;
import io.sidetone.core.usage.EngineUsage;
import io.sidetone.core.usage.Measure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Adds the call's usage to the last turn event of the call. On lanes. */
public final class UsageEvents implements CallObserver {
    private final CallObserver observer;
    private final Prices prices;

    /** Notifies {@code observer}. */
    public UsageEvents(CallObserver observer, Prices prices) {
        this.observer = observer;
        this.prices = prices;
    }

    @Override
    public void opened(CallRecord call) {
        observer.opened(call);
    }

    @Override
    public void moved(CallRecord call, FloorTransition transition) {
        observer.moved(call, transition);
    }

    @Override
    public void turnEvent(CallRecord call, TurnEvent event) {
        boolean last = event.type() == TurnEventType.STATE_CHANGED && event.floor() == FloorState.ENDING;
        observer.turnEvent(call, last ? withUsage(call, event) : event);
    }

    @Override
    public void ended(CallRecord call) {
        observer.ended(call);
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

    private TurnEvent withUsage(CallRecord call, TurnEvent event) {
        Map<String, Object> diagnostics = new LinkedHashMap<>(event.diagnostics());
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
        diagnostics.put("end", end(call));
        Map<String, Double> cost = prices.total(call.usage());
        if (!cost.isEmpty()) {
            diagnostics.put("cost", cost);
        }
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

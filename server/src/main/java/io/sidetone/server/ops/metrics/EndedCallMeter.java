package io.sidetone.server.ops.metrics;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.floor.CallEvent;
import io.sidetone.server.Part;

/**
 * Counts calls that ended, by the agent that had them last, their trunk (empty for none), direction and cause:
 * {@code sidetone_calls_ended_total}. Agents and trunks are those of the configuration; because reloads bring further agents, the number of
 * series is bounded. Written on lanes, once per call; read anywhere.
 */
public final class EndedCallMeter implements CallObserver, Part {
    private final LabeledCounter calls =
            new LabeledCounter(ServerMeter.CALLS_ENDED, LabeledCounter.MANY, "agent", "trunk", "direction", "cause");

    @Override
    public void on(CallRecord call, CallEvent event) {
        if (event instanceof Ended) {
            String direction = call.setup().terms().dialled() == null ? "in" : "out";
            calls.count(
                    call.agent(),
                    call.setup().who().facts().origin().trunk(),
                    direction,
                    call.endCause().name());
        }
    }

    @Override
    public void bindTo(PrometheusMeterRegistry registry) {
        calls.bindTo(registry);
    }
}

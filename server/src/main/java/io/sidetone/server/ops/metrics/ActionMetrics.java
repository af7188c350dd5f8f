package io.sidetone.server.ops.metrics;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.floor.CallEvent;
import io.sidetone.core.port.action.ActionOutcome;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.server.Part;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Counts what became of actions, by name and result code: {@code sidetone_actions_total}. Names that are not registered and
 * unknown codes are counted together, so that no model and no web server can make new series. Written on lanes, read anywhere.
 */
public final class ActionMetrics implements CallObserver, Part {
    /** In place of the name of an action that is not registered. */
    static final String UNREGISTERED = "unregistered";

    private static final Set<String> CODES = Set.of(
            ActionResult.OK,
            ActionResult.NOT_REGISTERED,
            ActionResult.INVALID_PARAMETERS,
            ActionResult.ELEMENT_NOT_FOUND,
            ActionResult.TIMEOUT,
            ActionResult.CANCELLED,
            ActionResult.FAILED);

    private final Predicate<String> registered;
    private final LabeledCounter counts =
            new LabeledCounter(ServerMeter.ACTIONS, LabeledCounter.MANY, "action", "code");

    /**
     * Creates counters at zero.
     *
     * @param registered whether there is an action of that name
     */
    public ActionMetrics(Predicate<String> registered) {
        this.registered = registered;
    }

    @Override
    public void on(CallRecord call, CallEvent event) {
        if (event instanceof Acted acted) {
            ActionOutcome outcome = acted.outcome();
            String action = registered.test(outcome.action()) ? outcome.action() : UNREGISTERED;
            String code = CODES.contains(outcome.code()) ? outcome.code() : ActionResult.FAILED;
            counts.count(action, code);
        }
    }

    /** Shows the counters in {@code registry}, those to come too. */
    @Override
    public void bindTo(PrometheusMeterRegistry registry) {
        counts.bindTo(registry);
    }
}

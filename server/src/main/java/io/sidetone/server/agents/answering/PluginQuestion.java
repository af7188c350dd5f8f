package io.sidetone.server.agents.answering;

import io.sidetone.config.agent.OnCallConfig;
import io.sidetone.core.call.plan.CallPlan;
import io.sidetone.core.call.plan.RingingCall;
import io.sidetone.core.port.plugin.Ringing;
import io.sidetone.core.port.plugin.Route;
import io.sidetone.core.port.plugin.RouterPlugin;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A call that a router is asked about, on a thread that it may block until time is over. */
final class PluginQuestion extends CallQuestion {
    private static final Logger LOG = LoggerFactory.getLogger(PluginQuestion.class);

    private final RingingCall call;
    private final String name;
    private final RouterPlugin.Engine router;
    private final ExecutorService threads;
    private final AtomicBoolean answered = new AtomicBoolean();

    PluginQuestion(
            RingingCall call,
            OnCallConfig asked,
            RouterPlugin.Engine router,
            ExecutorService threads,
            Outcome outcome) {
        super(asked.timeout(), outcome);
        this.call = call;
        this.name = asked.plugin();
        this.router = router;
        this.threads = threads;
    }

    @Override
    Future<?> put() {
        return threads.submit(this::route);
    }

    private void route() {
        try {
            router.route(ringing(), this::answered);
        } catch (Throwable fault) { // an Error too, or the caller would hear it ring until time is over
            if (!fail("the router " + name + " threw " + fault)) {
                warn("threw " + fault + " when the call had gone on");
            }
        }
    }

    private Ringing ringing() {
        CallPlan.Identity identity = call.identity();
        return new Ringing(
                identity.callId(),
                Objects.requireNonNullElse(identity.externalId(), ""),
                identity.transport(),
                Objects.requireNonNullElse(call.trunk(), ""),
                call.plan() == null ? "" : call.plan().agent(),
                identity.from(),
                identity.to(),
                identity.facts());
    }

    private void answered(Route route) {
        boolean first = answered.compareAndSet(false, true);
        boolean counts =
                route == null ? fail("the router " + name + " answered null") : answer(() -> AnswerReply.of(route));
        if (!counts) {
            warn(first ? "answered when the call had gone on" : "answered a second time; the first answer counts");
        }
    }

    private void warn(String what) {
        LOG.warn("Call {}: the router {} {}", call.identity().callId(), name, what);
    }
}

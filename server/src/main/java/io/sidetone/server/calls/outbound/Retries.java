package io.sidetone.server.calls.outbound;

import io.sidetone.core.background.Background;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.floor.CallEvent;
import io.sidetone.transport.http.control.PlaceCall;
import io.sidetone.transport.http.control.PlaceOutcome;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Places calls again that found nobody, where whoever placed them asked for it. Thread-safe; what waits is lost with the process.
 */
public final class Retries implements CallObserver, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Retries.class);

    /** Variable of a repeated call: the id of the one before. */
    static final String RETRY_OF = "retry-of";

    /** Calls that may wait for their next attempt. */
    private static final int MOST = 10_000;

    /** Ends that may be different the next time. */
    private static final Set<EndCause> WORTH_IT =
            EnumSet.of(EndCause.BUSY, EndCause.NO_ANSWER, EndCause.UNREACHABLE, EndCause.VOICEMAIL);

    private final Map<String, PlaceCall> asked = new ConcurrentHashMap<>();
    private final Function<String, CallRecord> calls;
    private final ScheduledExecutorService timer;
    private volatile Function<PlaceCall, CompletionStage<PlaceOutcome>> placer = call -> null;

    /**
     * Creates it with a thread of its own.
     *
     * @param calls id to a call that goes on or has ended, or null
     */
    public Retries(Function<String, CallRecord> calls) {
        this(calls, Background.timer("retries"));
    }

    Retries(Function<String, CallRecord> calls, ScheduledExecutorService timer) {
        this.calls = calls;
        this.timer = timer;
    }

    /** Says who places calls, from now on. */
    void placer(Function<PlaceCall, CompletionStage<PlaceOutcome>> service) {
        placer = service;
    }

    /** Call {@code callId} was placed as {@code call} asked. */
    void placed(String callId, PlaceCall call) {
        if (call.retries() > 0 && asked.size() < MOST) {
            asked.put(callId, call);
            CallRecord record = calls.apply(callId);
            if (record != null && record.endCause() != null) {
                ended(record);
            }
        }
    }

    @Override
    public void on(CallRecord call, CallEvent event) {
        if (event instanceof Ended) {
            ended(call);
        }
    }

    private void ended(CallRecord call) {
        String callId = call.setup().who().callId();
        PlaceCall again = asked.remove(callId);
        if (again != null && WORTH_IT.contains(call.endCause())) {
            LOG.info(
                    "Call {} ended as {}; {} is called again in {} s, {} attempts left",
                    callId,
                    call.endCause(),
                    again.to(),
                    again.retryAfterS(),
                    again.retries());
            timer.schedule(() -> place(callId, again), again.retryAfterS(), TimeUnit.SECONDS);
        }
    }

    private void place(String before, PlaceCall call) {
        Map<String, String> variables = new HashMap<>(call.variables());
        variables.put(RETRY_OF, before);
        placer.apply(call.again(variables)).whenComplete((outcome, failure) -> {
            if (failure != null || outcome.kind() != PlaceOutcome.Kind.PLACED) {
                LOG.warn(
                        "Call {} is not placed again: {}",
                        before,
                        failure == null ? outcome.detail() : failure.toString());
            }
        });
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}

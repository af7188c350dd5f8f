package io.sidetone.server.ops.traces;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.MeterProvider;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporterBuilder;
import io.opentelemetry.sdk.common.export.RetryPolicy;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.sidetone.config.telemetry.TracesConfig;
import io.sidetone.core.background.Background;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.floor.CallEvent;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.metrics.SharedCounters;
import io.sidetone.core.port.EngineKind;
import io.sidetone.core.turn.event.TurnEvent;
import io.sidetone.core.turn.event.TurnEventType;
import io.sidetone.server.Part;
import io.sidetone.speech.watch.EngineListeners;
import io.sidetone.transport.metrics.CounterMeters;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import org.jctools.queues.atomic.MpscAtomicArrayQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Traces calls. Lanes and engines put events with their times into a bounded queue; one thread makes spans of them.
 * Without a configured collector there is neither a thread nor a connection.
 */
public final class Traces implements CallObserver, Part {
    private static final Logger LOG = LoggerFactory.getLogger(Traces.class);
    private static final int QUEUED = 1 << 15;
    private static final long STEP_NS = 200_000_000L;
    private static final long CLOSE_LIMIT_NS = 3_000_000_000L;
    private static final long JOIN_GRACE_MS = 500;
    private static final Set<Class<?>> TOLD = Set.of(
            Opened.class,
            FloorTransition.class,
            InputEnded.class,
            Granted.class,
            Dropped.class,
            Voiced.class,
            Acting.class,
            Acted.class,
            Ended.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    /**
     * The exporter logs each failure itself; this class counts failures and logs once. The field keeps the logger, so
     * that its level stays.
     */
    private static final java.util.logging.Logger NOISE = java.util.logging.Logger.getLogger("io.opentelemetry");

    private final MpscAtomicArrayQueue<Step> queue = new MpscAtomicArrayQueue<>(QUEUED);
    private final Map<String, CallRecord> traced = new ConcurrentHashMap<>();
    private final Map<String, CallTrace> traces = new ConcurrentHashMap<>();
    private final SharedCounters<TraceCounter> counters = new SharedCounters<>(TraceCounter.class);
    private final TracesConfig config;
    private final LongSupplier clock;
    private final SpanQueue outgoing;
    private final SdkTracerProvider provider;
    private final SpanMaker maker;
    private final Thread thread = Background.thread("traces", this::loop);
    private volatile boolean closing;
    private volatile long closeByNs;

    private Traces(TracesConfig config, SpanExporter exporter, LongSupplier clock) {
        this.config = config;
        this.clock = clock;
        this.outgoing = new SpanQueue(exporter, counters, clock.getAsLong());
        this.provider = SdkTracerProvider.builder()
                .setResource(
                        Resource.create(Attributes.of(AttributeKey.stringKey("service.name"), config.serviceName())))
                .addSpanProcessor(outgoing)
                .build();
        this.maker = new SpanMaker(provider.get("io.sidetone"));
    }

    /**
     * Starts tracing when {@code config} enables it.
     *
     * @param clock the lanes' clock, ns
     */
    public static Optional<Traces> open(TracesConfig config, LongSupplier clock) {
        return config.on() ? Optional.of(start(config, exporter(config), clock)) : Optional.empty();
    }

    /** The same with another exporter. */
    static Traces start(TracesConfig config, SpanExporter exporter, LongSupplier clock) {
        Traces traces = new Traces(config, exporter, clock);
        traces.thread.start();
        return traces;
    }

    private static SpanExporter exporter(TracesConfig config) {
        NOISE.setLevel(Level.OFF);
        OtlpHttpSpanExporterBuilder builder = OtlpHttpSpanExporter.builder()
                .setEndpoint(config.otlp().orElseThrow().toString())
                .setTimeout(TIMEOUT)
                .setConnectTimeout(TIMEOUT)
                .setRetryPolicy(RetryPolicy.builder().setMaxAttempts(3).build())
                .setMeterProvider(MeterProvider.noop());
        config.key().ifPresent(key -> builder.addHeader(config.header(), key.value()));
        return builder.build();
    }

    /** Returns the listeners for {@code engine} in {@code role}. */
    public EngineListeners watching(String engine, EngineKind role) {
        Step.Asked asked = new Step.Asked(engine, role.name().toLowerCase(Locale.ROOT));
        return call -> traced.containsKey(call.callId()) ? new TraceListener(this, call.callId(), asked) : null;
    }

    /** Adds a step of a traced call. Never blocks. Any thread. */
    void add(String callId, Step.Kind kind, Step.Asked engine, long token, long nowNs, long amount, Object ref) {
        CallRecord call = traced.get(callId);
        if (call != null && !queue.offer(new Step(call, kind, engine, token, nowNs, amount, ref))) {
            counters.increment(TraceCounter.MISSED);
        }
    }

    // ---- on lanes ---------------------------------------------------------------------------------------------------

    @Override
    public void on(CallRecord call, CallEvent event) {
        String id = call.setup().who().callId();
        // The hash of the id decides: no source of randomness is needed.
        if (event instanceof Opened && (id.hashCode() * 0x9E3779B97F4A7C15L >>> 11) * 0x1.0p-53 < config.sample()) {
            traced.put(id, call);
        }
        if (tells(event, call)) {
            add(id, Step.Kind.EVENT, null, 0, clock.getAsLong(), 0, event);
        }
        if (event instanceof Ended) {
            traced.remove(id);
        }
    }

    private boolean tells(CallEvent event, CallRecord call) {
        if (event instanceof TurnEvent turn) {
            return turn.type() == TurnEventType.TURN_STARTED || turn.type() == TurnEventType.INTERRUPTION;
        }
        boolean words = event instanceof Transcript || event instanceof ResponseDone;
        return words ? config.words() && !call.unrecorded() : TOLD.contains(event.getClass());
    }

    // ---- the thread -------------------------------------------------------------------------------------------------

    private void loop() {
        while (true) {
            // Read this flag first: then every step that was reported before the end is still taken.
            boolean last = closing;
            try {
                step(last);
            } catch (RuntimeException | LinkageError | AssertionError fault) {
                LOG.error("Traces: the trace thread failed; it continues", fault);
            }
            if (last && (outgoing.idle() && queue.isEmpty() || clock.getAsLong() - closeByNs >= 0)) {
                outgoing.giveUp();
                return;
            }
            LockSupport.parkNanos(this, last ? STEP_NS / 10 : STEP_NS);
        }
    }

    private void step(boolean last) {
        for (Step step = queue.poll(); step != null; step = queue.poll()) {
            take(step);
        }
        long nowNs = clock.getAsLong();
        traces.values().forEach(trace -> trace.sweep(nowNs));
        traces.entrySet()
                .removeIf(trace -> !traced.containsKey(trace.getKey()) && endUnpublished(trace.getValue(), nowNs));
        outgoing.step(nowNs, last);
    }

    /** Handles the end of a call that found no room in the queue. */
    private static boolean endUnpublished(CallTrace trace, long nowNs) {
        trace.end(nowNs);
        return true;
    }

    private void take(Step step) {
        String id = step.call().setup().who().callId();
        CallTrace trace = step.ref() instanceof Opened
                ? traces.computeIfAbsent(id, key -> new CallTrace(step.call(), maker, config.words()))
                : traces.get(id);
        if (trace != null) {
            trace.take(step);
            if (trace.over()) {
                traces.remove(id);
            }
        }
    }

    /** Publishes the counters under {@code sidetone_trace_*}. */
    @Override
    public void bindTo(PrometheusMeterRegistry registry) {
        CounterMeters.bind(registry, counters);
    }

    SharedCounters<TraceCounter> counters() {
        return counters;
    }

    /** Sends for at most {@value #CLOSE_LIMIT_NS} ns; drops the rest. */
    @Override
    public void close() {
        closeByNs = clock.getAsLong() + CLOSE_LIMIT_NS;
        closing = true;
        LockSupport.unpark(thread);
        try {
            thread.join(CLOSE_LIMIT_NS / 1_000_000 + JOIN_GRACE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        provider.close();
    }
}

package io.sidetone.server.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.snapshots.Labels;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.journal.JournalCounters;
import io.sidetone.core.lane.Lanes;
import io.sidetone.core.metrics.DurationRecorder;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.metrics.LaneMetrics;
import io.sidetone.core.metrics.SingleWriterCounter;
import io.sidetone.core.metrics.SingleWriterCounters;
import io.sidetone.core.metrics.SlowHandlers;
import io.sidetone.core.turn.event.AlertKind;
import io.sidetone.server.calls.CallBook;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.transport.egress.EgressLoop;
import io.sidetone.transport.http.events.EventHub;
import io.sidetone.transport.metrics.CounterMeters;
import io.sidetone.transport.rtp.RtpEndpoints;
import io.sidetone.transport.rtp.RtpLoop;
import io.sidetone.transport.rtp.stats.RtpCounter;
import io.sidetone.transport.rtp.stats.RtpCounters;
import io.sidetone.transport.sip.endpoint.SipCounter;
import io.sidetone.transport.sip.transaction.SipCoreCounter;
import io.sidetone.transport.stream.StreamCalls;
import io.sidetone.transport.stream.StreamCounters;
import io.sidetone.transport.stream.StreamLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** Everything that is counted in this process, under the names of design section 5. Read when somebody scrapes. */
public final class ServerMetrics {
    private static final double NS_PER_S = 1e9;

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    /** Held here because the registry holds what it counts by weak references only. */
    private final List<LaneMetrics> laneMetrics;

    private final List<RtpLoop> mediaLoops;

    private final List<RtpCounters> mediaCounters;

    private final List<EgressLoop> out;

    private final List<List<SlowHandlers>> watched = new ArrayList<>();

    private final EngineMetrics engines = new EngineMetrics(registry, registry.getPrometheusRegistry()::register);

    /** Binds the counters of lanes, media loops, SIP and the call book. */
    public ServerMetrics(
            Lanes lanes,
            RtpEndpoints media,
            StreamCalls streams,
            SingleWriterCounters<SipCounter> sip,
            SingleWriterCounters<SipCoreCounter> core,
            CallBook book,
            EventHub events) {
        laneMetrics = lanes.metrics();
        mediaLoops = media.loops();
        mediaCounters = mediaLoops.stream().map(RtpLoop::counters).toList();
        out = Stream.concat(
                        mediaLoops.stream().map(RtpLoop::out),
                        streams.loops().stream().map(StreamLoop::out))
                .toList();
        bindLanes(lanes);
        bindTimes(lanes, book, events);
        events.bindTo(registry);
        bindMedia();
        bindStreams(streams);
        watch("lane", laneMetrics.stream().map(m -> m.slowHandlers).toList());
        CounterMeters.bind(registry, sip);
        CounterMeters.bind(registry, core);
        Gauge.builder("sidetone_jvm_heap_used_bytes", ServerMetrics::heapUsed)
                .description("Heap in use")
                .register(registry);
    }

    private static double heapUsed() {
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private void bindLanes(Lanes lanes) {
        Gauge.builder("sidetone_calls_active", lanes, Lanes::activeCalls)
                .description("Calls admitted and not yet released")
                .register(registry);
        Gauge.builder("sidetone_calls_capacity", lanes, Lanes::capacity)
                .description("Calls that fit")
                .register(registry);
        FunctionCounter.builder("sidetone_ring_refused", lanes, Lanes::ringRefused)
                .description("Audio frames and ticks refused because a ring was short of room")
                .register(registry);
        List<LaneMetrics> all = laneMetrics;
        CounterMeters.bind(registry, all);
        former("sidetone_stray_events", LaneCounter.STRAY_EVENTS);
        former("sidetone_false_alarms", LaneCounter.FALSE_ALARMS);
        for (FloorState state : FloorState.values()) {
            FunctionCounter.builder("sidetone_state_seconds", all, m -> sum(m, x -> x.stateNs(state)) / NS_PER_S)
                    .description("Time calls spent in each state")
                    .tag("state", lower(state))
                    .register(registry);
        }
        for (AlertKind kind : AlertKind.values()) {
            alerts("sidetone_call_alerts", "Alerts of calls, by their kind", kind);
            alerts("sidetone_alerts", "The former name of call_alerts", kind);
        }
    }

    /** Shows a counter of all lanes under a name that dashboards of the release before know. */
    private void former(String name, LaneCounter counter) {
        String now = counter.series().metric().replace("sidetone_", "");
        FunctionCounter.builder(name, laneMetrics, all -> all.stream()
                        .mapToLong(lane -> lane.value(counter))
                        .sum())
                .description("The former name of " + now)
                .register(registry);
    }

    private void alerts(String name, String help, AlertKind kind) {
        FunctionCounter.builder(name, laneMetrics, m -> sum(m, x -> x.alerts(kind)))
                .description(help)
                .tag("alert", kind.wireName())
                .register(registry);
    }

    private void bindTimes(Lanes lanes, CallBook book, EventHub events) {
        List<LaneMetrics> all = laneMetrics;
        DurationHistogram bargeIn = new DurationHistogram(DurationMetric.BARGE_IN)
                .series(Labels.of("stage", "detect"), parts(all, m -> m.bargeInDetect))
                .series(Labels.of("stage", "yield"), parts(all, m -> m.bargeInYield))
                .series(Labels.of("stage", "commit"), parts(all, m -> m.bargeInCommit))
                .series(
                        Labels.of("stage", "wire"),
                        out.stream()
                                .<Supplier<Histogram>>map(l -> l.yields()::total)
                                .toList());
        registry.getPrometheusRegistry().register(bargeIn);
        one(DurationMetric.TURN_RESPONSE, parts(all, m -> m.turnResponse));
        one(DurationMetric.PREEMPTIVE_SAVED, parts(all, m -> m.preemptiveSaved));
        one(DurationMetric.LANE_CYCLE, parts(all, m -> m.laneCycle));
        one(DurationMetric.TICK_LATENESS, List.of(lanes.tickLateness()::total));
        registry.getPrometheusRegistry()
                .register(new DurationHistogram(DurationMetric.STATE_BROADCAST)
                        .series(Labels.of("consumer", "book"), List.of(book.broadcast()::total))
                        .series(Labels.of("consumer", "events"), List.of(events.broadcast()::total)));
        one(
                DurationMetric.PLAYOUT_LATENESS,
                out.stream().<Supplier<Histogram>>map(l -> l.lateness()::total).toList());
    }

    private void bindStreams(StreamCalls streams) {
        streamed("calls", "Calls opened", streams, c -> c.calls);
        streamed("frames_out", "Frames written", streams, c -> c.framesOut);
        streamed("frames_dropped", "Frames dropped because a peer read too slowly", streams, c -> c.framesDropped);
        streamed("faults", "Defects in the code of a call or its dialect", streams, c -> c.faults);
    }

    private void streamed(
            String name, String help, StreamCalls streams, Function<StreamCounters, SingleWriterCounter> which) {
        FunctionCounter.builder("sidetone_stream_" + name, streams.loops(), loops -> loops.stream()
                        .mapToLong(l -> which.apply(l.counters()).value())
                        .sum())
                .description("Calls over streams. " + help)
                .register(registry);
    }

    private void bindMedia() {
        CounterMeters.bind(registry, mediaCounters);
        packetLoss("in", RtpCounter.LOST);
        packetLoss("out", RtpCounter.FAR_LOST);
        registry.getPrometheusRegistry()
                .register(new DurationHistogram(DurationMetric.JITTER)
                        .series(Labels.of("direction", "in"), mediaParts(RtpLoop::jitter))
                        .series(Labels.of("direction", "out"), mediaParts(RtpLoop::farJitter)));
        FunctionCounter.builder("sidetone_stale_dropped", out, l -> l.stream()
                        .mapToLong(x -> x.auditor().staleDropped().value())
                        .sum())
                .description("What a cancelled turn left behind, dropped")
                .tag("where", "egress")
                .register(registry);
        FunctionCounter.builder("sidetone_stale_frames_sent", out, l -> l.stream()
                        .mapToLong(x -> x.auditor().staleFramesSent().value())
                        .sum())
                .description("Frames of cancelled turns that were sent: must stay 0")
                .register(registry);
        FunctionCounter.builder("sidetone_fence_races", out, l -> l.stream()
                        .mapToLong(x -> x.auditor().fenceRaces().value())
                        .sum())
                .description("Frames cancelled during their write")
                .register(registry);
    }

    /** Binds what the journals count. */
    public void bindJournals(JournalCounters counters) {
        journal("sidetone_journal_calls", "Calls that began to be journaled", counters, c -> c.calls);
        journal("sidetone_journal_complete", "Journals that hold their whole call", counters, c -> c.complete);
        journal("sidetone_journal_incomplete", "Journals given up: disk slow or full", counters, c -> c.incomplete);
        neverBegun("sidetone_journal_not_started", "Calls of which nothing was journaled: the ring was full", counters);
        neverBegun("sidetone_journal_never_begun", "The former name of journal_not_started", counters);
        journal("sidetone_journal_records", "Records written to journals", counters, c -> c.records);
        journal("sidetone_journal_bytes", "Bytes written to journals", counters, c -> c.bytes);
        journal("sidetone_journal_deleted", "Old journals deleted", counters, c -> c.deleted);
    }

    private void neverBegun(String name, String help, JournalCounters counters) {
        FunctionCounter.builder(name, counters, c -> c.neverBegun.sum())
                .description(help)
                .register(registry);
    }

    private void journal(
            String name, String help, JournalCounters counters, Function<JournalCounters, SingleWriterCounter> which) {
        FunctionCounter.builder(name, counters, c -> which.apply(c).value())
                .description(help)
                .register(registry);
    }

    private void packetLoss(String direction, RtpCounter counter) {
        FunctionCounter.builder("sidetone_packet_loss", mediaLoops, l -> media(l, counter))
                .description("RTP packets given up (in), and those of ours that callers report lost (out)")
                .tag("direction", direction)
                .register(registry);
    }

    private List<Supplier<Histogram>> mediaParts(Function<RtpLoop, DurationRecorder> which) {
        Stream<Supplier<Histogram>> parts = mediaLoops.stream().map(l -> which.apply(l)::total);
        return parts.toList();
    }

    private static double media(List<RtpLoop> loops, RtpCounter counter) {
        return loops.stream().mapToLong(l -> l.counters().value(counter)).sum();
    }

    private void one(DurationMetric metric, List<Supplier<Histogram>> parts) {
        registry.getPrometheusRegistry().register(new DurationHistogram(metric).series(Labels.EMPTY, parts));
    }

    private static List<Supplier<Histogram>> parts(
            List<LaneMetrics> all, Function<LaneMetrics, DurationRecorder> which) {
        Stream<Supplier<Histogram>> parts = all.stream().map(m -> which.apply(m)::total);
        return parts.collect(Collectors.toList());
    }

    private static double sum(List<LaneMetrics> all, Function<LaneMetrics, SingleWriterCounter> which) {
        double sum = 0;
        for (LaneMetrics lane : all) {
            sum += which.apply(lane).value();
        }
        return sum;
    }

    private static String lower(Enum<?> name) {
        return name.name().toLowerCase(Locale.ROOT);
    }

    /** Counts what held the threads called {@code thread} for too long (ITE-CON-001). */
    public void watch(String thread, List<SlowHandlers> slow) {
        watched.add(slow);
        FunctionCounter.builder("sidetone_slow_handlers", slow, s -> sumOf(s, SlowHandlers::count))
                .description("Handlers that computed for more than 5 ms")
                .tag("thread", thread)
                .register(registry);
        FunctionCounter.builder(
                        "sidetone_slow_handler_wall_seconds", slow, s -> sumOf(s, SlowHandlers::wallNs) / NS_PER_S)
                .description("How long these took by the clock")
                .tag("thread", thread)
                .register(registry);
        FunctionCounter.builder(
                        "sidetone_slow_handler_cpu_seconds", slow, s -> sumOf(s, SlowHandlers::cpuNs) / NS_PER_S)
                .description("How long these computed")
                .tag("thread", thread)
                .register(registry);
        FunctionCounter.builder("sidetone_thread_waits", slow, s -> sumOf(s, SlowHandlers::waits))
                .description("Times the thread did not run for more than 5 ms in the middle of its work")
                .tag("thread", thread)
                .register(registry);
        FunctionCounter.builder("sidetone_thread_wait_seconds", slow, s -> sumOf(s, SlowHandlers::waitNs) / NS_PER_S)
                .description("How long these took by the clock")
                .tag("thread", thread)
                .register(registry);
    }

    private static double sumOf(List<SlowHandlers> slow, ToLongFunction<SlowHandlers> what) {
        return slow.stream().mapToLong(what).sum();
    }

    /** The registry that is scraped. */
    public PrometheusMeterRegistry registry() {
        return registry;
    }

    /** Shows what engines do and cost, besides those that are shown. */
    public void bindEngines(List<EngineMeter> meters) {
        engines.bind(meters);
    }
}

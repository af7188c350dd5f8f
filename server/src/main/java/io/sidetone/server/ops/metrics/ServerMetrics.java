package io.sidetone.server.ops.metrics;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.snapshots.Labels;
import io.sidetone.core.fence.FenceCounter;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.Lanes;
import io.sidetone.core.metrics.DurationRecorder;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.metrics.LaneMetrics;
import io.sidetone.core.metrics.SingleWriterCounter;
import io.sidetone.core.metrics.SingleWriterCounters;
import io.sidetone.core.metrics.SlowHandlers;
import io.sidetone.core.turn.event.AlertKind;
import io.sidetone.server.Part;
import io.sidetone.server.calls.CallBook;
import io.sidetone.transport.egress.EgressLoop;
import io.sidetone.transport.http.events.EventHub;
import io.sidetone.transport.loop.LoopWatchdog;
import io.sidetone.transport.metrics.CounterMeters;
import io.sidetone.transport.rtp.RtpEndpoints;
import io.sidetone.transport.rtp.RtpLoop;
import io.sidetone.transport.rtp.stats.RtpCounter;
import io.sidetone.transport.rtp.stats.RtpCounters;
import io.sidetone.transport.stream.StreamCalls;
import io.sidetone.transport.stream.StreamCounter;
import io.sidetone.transport.stream.StreamLoop;
import io.sidetone.transport.trunk.SipStack;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** Everything that is counted in this process, under the names that metrics.txt lists. Read when somebody scrapes. */
public final class ServerMetrics implements Part {
    private static final double NS_PER_S = 1e9;

    private final PrometheusMeterRegistry registry;

    /** Held here because the registry holds what it counts by weak references only. */
    private final List<LaneMetrics> laneMetrics;

    private final List<RtpLoop> mediaLoops;
    private final List<RtpCounters> mediaCounters;
    private final List<EgressLoop> out;
    private final List<SingleWriterCounters<FenceCounter>> fenceCounters;
    private final List<SingleWriterCounters<StreamCounter>> streamCounters;
    private final List<List<SlowHandlers>> watched = new ArrayList<>();

    /** Binds the counters of lanes, media loops, SIP and the call book to {@code registry}. */
    public ServerMetrics(
            PrometheusMeterRegistry registry,
            Lanes lanes,
            RtpEndpoints media,
            StreamCalls streams,
            SipStack sip,
            CallBook book,
            EventHub events,
            List<LoopWatchdog> watchdogs) {
        this.registry = registry;
        laneMetrics = lanes.metrics();
        mediaLoops = media.loops();
        mediaCounters = mediaLoops.stream().map(RtpLoop::counters).toList();
        out = Stream.concat(
                        mediaLoops.stream().map(RtpLoop::out),
                        streams.loops().stream().map(StreamLoop::out))
                .toList();
        fenceCounters = out.stream().map(loop -> loop.auditor().counters()).toList();
        streamCounters = streams.loops().stream().map(StreamLoop::counters).toList();
        bindLanes(lanes);
        bindTimes(lanes, book, events);
        events.bindTo(registry);
        bindMedia();
        bindStreams();
        watch("lane", laneMetrics.stream().map(m -> m.slowHandlers).toList());
        watchdogs.forEach(one -> watch(one.name(), one.loops()));
        CounterMeters.bind(registry, sip.counters());
        CounterMeters.bind(registry, sip.core());
        CounterMeters.gauge(
                registry, ServerMeter.JVM_HEAP_USED, Runtime.getRuntime(), r -> r.totalMemory() - r.freeMemory());
    }

    private void bindLanes(Lanes lanes) {
        CounterMeters.gauge(registry, ServerMeter.CALLS_ACTIVE, lanes, Lanes::activeCalls);
        CounterMeters.gauge(registry, ServerMeter.CALLS_CAPACITY, lanes, Lanes::capacity);
        CounterMeters.counter(registry, ServerMeter.RING_REFUSED, lanes, Lanes::ringRefused);
        List<LaneMetrics> all = laneMetrics;
        CounterMeters.bind(registry, all);
        former(ServerMeter.STRAY_EVENTS, LaneCounter.STRAY_EVENTS);
        former(ServerMeter.FALSE_ALARMS, LaneCounter.FALSE_ALARMS);
        for (FloorState state : FloorState.values()) {
            CounterMeters.counter(
                    registry,
                    ServerMeter.STATE_SECONDS,
                    all,
                    m -> sum(m, x -> x.stateNs(state)) / NS_PER_S,
                    "state",
                    lower(state));
        }
        for (AlertKind kind : AlertKind.values()) {
            alerts(ServerMeter.CALL_ALERTS, kind);
            alerts(ServerMeter.ALERTS, kind);
        }
    }

    /** Shows a counter of all lanes under a name that dashboards of the release before know. */
    private void former(ServerMeter name, LaneCounter counter) {
        CounterMeters.counter(registry, name, laneMetrics, all -> all.stream()
                .mapToLong(lane -> lane.value(counter))
                .sum());
    }

    private void alerts(ServerMeter name, AlertKind kind) {
        CounterMeters.counter(registry, name, laneMetrics, m -> sum(m, x -> x.alerts(kind)), "alert", kind.wireName());
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
        one(
                DurationMetric.TICK_LATENESS,
                lanes.tickLateness().stream()
                        .<Supplier<Histogram>>map(l -> l::total)
                        .toList());
        registry.getPrometheusRegistry()
                .register(new DurationHistogram(DurationMetric.STATE_BROADCAST)
                        .series(Labels.of("consumer", "book"), List.of(book.broadcast()::total))
                        .series(Labels.of("consumer", "events"), List.of(events.broadcast()::total)));
        one(
                DurationMetric.PLAYOUT_LATENESS,
                out.stream().<Supplier<Histogram>>map(l -> l.lateness()::total).toList());
    }

    private void bindStreams() {
        CounterMeters.bind(registry, streamCounters);
    }

    private void bindMedia() {
        CounterMeters.bind(registry, mediaCounters);
        packetLoss("in", RtpCounter.LOST);
        packetLoss("out", RtpCounter.FAR_LOST);
        registry.getPrometheusRegistry()
                .register(new DurationHistogram(DurationMetric.JITTER)
                        .series(Labels.of("direction", "in"), mediaParts(RtpLoop::jitter))
                        .series(Labels.of("direction", "out"), mediaParts(RtpLoop::farJitter)));
        CounterMeters.bind(registry, fenceCounters);
    }

    private void packetLoss(String direction, RtpCounter counter) {
        CounterMeters.counter(
                registry, ServerMeter.PACKET_LOSS, mediaLoops, l -> media(l, counter), "direction", direction);
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
    private void watch(String thread, List<SlowHandlers> slow) {
        watched.add(slow);
        slow(ServerMeter.SLOW_HANDLERS, thread, slow, SlowHandlers::count, 1);
        slow(ServerMeter.SLOW_HANDLER_WALL_SECONDS, thread, slow, SlowHandlers::wallNs, NS_PER_S);
        slow(ServerMeter.SLOW_HANDLER_CPU_SECONDS, thread, slow, SlowHandlers::cpuNs, NS_PER_S);
        slow(ServerMeter.THREAD_WAITS, thread, slow, SlowHandlers::waits, 1);
        slow(ServerMeter.THREAD_WAIT_SECONDS, thread, slow, SlowHandlers::waitNs, NS_PER_S);
    }

    private void slow(
            ServerMeter name, String thread, List<SlowHandlers> slow, ToLongFunction<SlowHandlers> what, double unit) {
        CounterMeters.counter(
                registry, name, slow, all -> all.stream().mapToLong(what).sum() / unit, "thread", thread);
    }
}

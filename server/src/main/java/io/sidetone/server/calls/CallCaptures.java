package io.sidetone.server.calls;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sidetone.config.telemetry.CaptureConfig;
import io.sidetone.config.telemetry.HepConfig;
import io.sidetone.config.value.BadValueException;
import io.sidetone.config.value.SipHost;
import io.sidetone.core.background.Background;
import io.sidetone.core.call.CallId;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.metrics.SharedCounters;
import io.sidetone.server.Part;
import io.sidetone.transport.capture.CallTap;
import io.sidetone.transport.capture.CaptureCounter;
import io.sidetone.transport.capture.CaptureRefusedException;
import io.sidetone.transport.capture.CaptureSettings;
import io.sidetone.transport.capture.CaptureStatus;
import io.sidetone.transport.capture.CaptureWish;
import io.sidetone.transport.capture.Captures;
import io.sidetone.transport.capture.HepExporter;
import io.sidetone.transport.capture.SipTap;
import io.sidetone.transport.capture.WireListener;
import io.sidetone.transport.capture.WireTap;
import io.sidetone.transport.http.Route;
import io.sidetone.transport.http.control.CaptureRoutes;
import io.sidetone.transport.http.control.WaitingCaptureRoutes;
import io.sidetone.transport.metrics.CounterMeters;
import io.sidetone.transport.trunk.SipTrunk;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The tap on SIP calls and who listens to it: captures where they have a folder, the collector where there is one. Without
 * either there is no tap. Any thread.
 */
public final class CallCaptures implements CaptureRoutes.Captor, Part {
    private final CallBook book;
    private final SharedCounters<CaptureCounter> counters = new SharedCounters<>(CaptureCounter.class);
    private final Optional<Captures> captures;
    private final Optional<WireTap> wire;
    private final ExecutorService disk = Background.one("capture-files");
    private volatile Function<String, CallTap> taps = callId -> null;

    /**
     * Opens the tap that the configuration asks for, if it asks for one.
     *
     * @param advertised shown in place of a local address that stands for every interface
     * @param random ids of captures come from it; thread-safe
     */
    public CallCaptures(
            CaptureConfig capture, HepConfig hep, InetAddress advertised, CallBook book, SecureRandom random) {
        this.book = book;
        this.captures = capture.dir()
                .map(folder -> new Captures(
                        new CaptureSettings(
                                folder,
                                capture.maxBytes(),
                                capture.maxTime().toNanos(),
                                capture.maxCalls(),
                                capture.maxFiles()),
                        counters,
                        () -> CallId.next(System.currentTimeMillis(), random)));
        Optional<HepExporter> exporter = hep.to().map(to -> new HepExporter(collector(to, hep), counters));
        var listeners = Stream.<Optional<? extends WireListener>>of(captures, exporter)
                .<WireListener>flatMap(Optional::stream)
                .toList();
        this.wire = listeners.isEmpty()
                ? Optional.empty()
                : Optional.of(new WireTap(listeners, counters, advertised, System::nanoTime, System.currentTimeMillis())
                        .start());
        captures.ifPresent(all -> all.tap(wire.orElseThrow()));
    }

    private static HepExporter.Settings collector(String to, HepConfig hep) {
        try {
            SipHost host = SipHost.parse(to);
            return new HepExporter.Settings(
                    host.host(),
                    host.port() == 0 ? HepConfig.DEFAULT_PORT : host.port(),
                    hep.captureId(),
                    hep.authKey().map(key -> key.value()));
        } catch (BadValueException checked) {
            throw new IllegalStateException("hep.to: " + checked.getMessage(), checked);
        }
    }

    /** Returns who sees the messages of SIP. */
    public SipTap sip() {
        return wire.<SipTap>map(tap -> tap).orElse(SipTap.NONE);
    }

    /** Returns who sees the packets of calls; null for nobody. */
    public WireTap calls() {
        return wire.orElse(null);
    }

    /** Calls are those of {@code trunk} from now on. */
    public void see(SipTrunk trunk) {
        taps = trunk::tap;
    }

    @Override
    public List<Route> routes() {
        return Stream.concat(CaptureRoutes.of(this).stream(), WaitingCaptureRoutes.of(this).stream())
                .toList();
    }

    @Override
    public void bindTo(PrometheusMeterRegistry registry) {
        CounterMeters.bind(registry, counters);
    }

    @Override
    public boolean allowed() {
        return captures.isPresent();
    }

    @Override
    public boolean live(String callId) {
        CallRecord call = book.find(callId);
        return call != null && call.endCause() == null;
    }

    @Override
    public boolean seen(String callId) {
        return taps.apply(callId) != null;
    }

    @Override
    public CompletionStage<CaptureStatus> start(String callId) {
        CallTap tap = taps.apply(callId);
        return tap == null
                ? CompletableFuture.failedFuture(CaptureRefusedException.over())
                : captures.orElseThrow().start(tap);
    }

    @Override
    public CompletionStage<CaptureStatus> start(CaptureWish wish) {
        return captures.orElseThrow().start(wish);
    }

    @Override
    public List<CaptureStatus> all() {
        return captures.map(Captures::all).orElse(List.of());
    }

    @Override
    public CompletionStage<Optional<CaptureStatus>> stop(String captureId) {
        return captures.map(all -> all.stop(captureId))
                .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty()));
    }

    @Override
    public Executor disk() {
        return disk;
    }

    @Override
    public void close() {
        wire.ifPresent(WireTap::close);
        disk.shutdown();
    }
}

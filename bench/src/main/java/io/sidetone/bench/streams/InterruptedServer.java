package io.sidetone.bench.streams;

import io.sidetone.audio.SampleRate;
import io.sidetone.bench.harness.Target;
import io.sidetone.bench.lane.EndlessVoice;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.life.CallFactory;
import io.sidetone.core.call.plan.AnswerHook;
import io.sidetone.core.call.plan.CallPlan;
import io.sidetone.core.fence.FenceCounter;
import io.sidetone.core.lane.LaneSettings;
import io.sidetone.core.lane.Lanes;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.metrics.LaneMetrics;
import io.sidetone.core.mock.MockBehavior;
import io.sidetone.core.mock.MockDialogue;
import io.sidetone.core.mock.MockRecognizer;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.event.AlertThresholds;
import io.sidetone.transport.carrier.CarrierSettings;
import io.sidetone.transport.dialect.service.Carriers;
import io.sidetone.transport.http.Answer;
import io.sidetone.transport.http.HttpCounters;
import io.sidetone.transport.http.HttpServer;
import io.sidetone.transport.http.HttpServerSettings;
import io.sidetone.transport.http.Route;
import io.sidetone.transport.http.Router;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.refusal.RefusedCalls;
import io.sidetone.transport.stream.StreamCalls;
import io.sidetone.transport.stream.StreamCounter;
import io.sidetone.transport.stream.StreamLoop;
import io.sidetone.transport.stream.StreamRouter;
import io.sidetone.transport.ws.WsCounters;
import io.sidetone.transport.ws.WsRoute;
import io.sidetone.transport.ws.WsSettings;
import io.sidetone.transport.ws.WsUpgrade;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiFunction;
import java.util.function.ToLongFunction;

/**
 * The server under test: lanes, event loops, HTTP and Twilio's dialect as {@code serve} connects them, with a voice that names the turn ({@link EndlessVoice}) and a log of interruptions. It listens on
 * a free port of loopback; as a separate process it ends when it is killed.
 */
public final class InterruptedServer implements AutoCloseable {
    /** The page of the interruptions. */
    static final String COMMITS = "/bench/commits";

    /** The page of the counters. */
    static final String COUNTERS = "/bench/counters";

    /** The counter of frames of cancelled turns, which must be 0. */
    static final String STALE = "stale frames sent (must be 0)";

    private static final String PLAIN = "text/plain; charset=utf-8";
    private static final int LEAD_MS = 60;
    private static final int NEVER = Integer.MAX_VALUE;

    private final CommitLog commits = new CommitLog();
    private final Lanes lanes;
    private final StreamCalls streams;
    private final EventLoops loops;
    private final HttpServer http;

    private InterruptedServer(
            int calls, int connections, Recognizer hearing, BiFunction<StreamCalls, StreamRouter, List<WsRoute>> more)
            throws IOException {
        LaneSettings settings = LaneSettings.defaults(calls);
        lanes = new Lanes(settings, new CallFactory(CallObserver.none(), commits), System::nanoTime);
        loops = EventLoops.open(settings.lanes(), "web");
        CallPlan narrow = plan(hearing, SampleRate.NARROWBAND_HZ);
        CallPlan wide = plan(hearing, SampleRate.WIDEBAND_HZ);
        StreamRouter router = offer -> offer.in().sampleRateHz() == SampleRate.WIDEBAND_HZ ? wide : narrow;
        streams = new StreamCalls(
                loops,
                lanes,
                router,
                () -> 0,
                new SecureRandom(),
                System::nanoTime,
                System::currentTimeMillis,
                RefusedCalls.NONE);
        http = serve(router, connections, more);
    }

    /** Serves {@code args[0]} calls. */
    public static void main(String[] args) throws IOException, InterruptedException {
        int calls = Integer.parseInt(args[0]);
        InterruptedServer server = open(calls, calls + 100, new MockRecognizer(), (streams, router) -> List.of());
        System.out.println("http 127.0.0.1:" + server.port());
        System.out.println("ready");
        new CountDownLatch(1).await();
    }

    /** Starts a process that serves {@code calls} calls, on a JVM like this one and with its class path. */
    static Target start(Path folder, int calls) throws IOException, InterruptedException {
        List<String> arguments =
                new ArrayList<>(ManagementFactory.getRuntimeMXBean().getInputArguments());
        arguments.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                InterruptedServer.class.getName(),
                Integer.toString(calls)));
        return Target.start("sidetone", Target.java(arguments), folder, Target.READY);
    }

    /** Serves {@code calls} on a free port, by {@code more} dialects than Twilio's. */
    static InterruptedServer open(
            int calls, int connections, Recognizer hearing, BiFunction<StreamCalls, StreamRouter, List<WsRoute>> more)
            throws IOException {
        return new InterruptedServer(calls, connections, hearing, more);
    }

    int port() {
        return http.address().getPort();
    }

    @Override
    public void close() {
        http.close();
        lanes.close();
        loops.close();
    }

    /** A plan whose agent can be interrupted without end. */
    private static CallPlan plan(Recognizer hearing, int rateHz) {
        TurnPolicy standard = TurnPolicy.DEFAULT;
        TurnPolicy policy = standard.with(PolicyNumber.INTER_DIGIT, PolicyNumber.INTER_DIGIT.min())
                .with(PolicyNumber.NO_INPUT, 0)
                .within(new TurnPolicy.Bounds(
                        standard.bounds().mediaTimeoutMs(),
                        standard.bounds().maxHoldMs(),
                        NEVER,
                        0,
                        standard.bounds().creditMs()));
        return new CallPlan(
                "bench",
                hearing,
                new MockDialogue(new MockBehavior("Hello", "Yes", "", "", 0), null),
                new EndlessVoice(rateHz),
                ActionInvoker.none(),
                policy,
                new AlertThresholds(NEVER, NEVER, NEVER),
                0);
    }

    private HttpServer serve(
            StreamRouter router, int connections, BiFunction<StreamCalls, StreamRouter, List<WsRoute>> more)
            throws IOException {
        Carriers carriers = new Carriers(
                name -> new CarrierSettings(LEAD_MS, Map.of(), Map.of()),
                Optional.empty(),
                false,
                streams.desk(AnswerHook.NONE),
                () -> System.currentTimeMillis() / 1_000,
                new SecureRandom());
        List<WsRoute> routes = new ArrayList<>();
        carriers.streams((path, protocol) -> routes.add(new WsRoute(path, protocol)));
        routes.addAll(more.apply(streams, router));
        routes.add(new WsRoute(EchoStream.PATH, EchoStream.protocol()));
        Router pages = new Router(List.of(
                Route.open("GET", COMMITS, request -> Answer.text(200, PLAIN, commits.lines())),
                Route.open("GET", COUNTERS, request -> Answer.text(200, PLAIN, counters()))));
        return HttpServer.open(
                loops,
                new HttpServerSettings(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        Optional.empty(),
                        Duration.ofSeconds(30),
                        connections,
                        65_536),
                pages,
                new WsUpgrade(routes, WsSettings.DEFAULT, new WsCounters(), System::nanoTime),
                new HttpCounters());
    }

    /** Returns how many frames of cancelled turns were sent. Any thread. */
    long staleFramesSent() {
        return sum(loop -> loop.out().auditor().counters().value(FenceCounter.STALE_FRAMES_SENT));
    }

    private String counters() {
        return line(STALE, staleFramesSent())
                + line(
                        "fenced during the write",
                        sum(loop -> loop.out().auditor().counters().value(FenceCounter.FENCE_RACES)))
                + line("dropped at the fence", sum(loop -> loop.counters().value(StreamCounter.STALE_DROPPED)))
                + line("frames a slow peer lost", sum(loop -> loop.counters().value(StreamCounter.FRAMES_DROPPED)))
                + line("frames, clears and ends an egress ring had no room for", commits.refused())
                + line("ring events refused", lanes.ringRefused())
                + line("frames skipped", skipped());
    }

    private static String line(String name, long value) {
        return name + ' ' + value + '\n';
    }

    private long sum(ToLongFunction<StreamLoop> count) {
        return streams.loops().stream().mapToLong(count).sum();
    }

    private long skipped() {
        long sum = 0;
        for (LaneMetrics lane : lanes.metrics()) {
            sum += lane.value(LaneCounter.FRAMES_SKIPPED);
        }
        return sum;
    }
}

package io.sidetone.bench.streams;

import com.sun.management.ThreadMXBean;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.lane.LaneSettings;
import io.sidetone.core.lane.Lanes;
import io.sidetone.core.metrics.LaneMetrics;
import io.sidetone.core.mock.MockBehaviour;
import io.sidetone.core.mock.MockDialogue;
import io.sidetone.core.mock.MockRecognizer;
import io.sidetone.core.port.action.ActionInvoker;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.event.AlertThresholds;
import io.sidetone.transport.carrier.CarrierSettings;
import io.sidetone.transport.carrier.service.Carriers;
import io.sidetone.transport.http.Answer;
import io.sidetone.transport.http.HttpCounters;
import io.sidetone.transport.http.HttpServer;
import io.sidetone.transport.http.HttpServerSettings;
import io.sidetone.transport.http.Route;
import io.sidetone.transport.http.Router;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.stream.StreamCalls;
import io.sidetone.transport.stream.StreamLoop;
import io.sidetone.transport.trunk.CallPlan;
import io.sidetone.transport.ws.WsCounters;
import io.sidetone.transport.ws.WsRoute;
import io.sidetone.transport.ws.WsSettings;
import io.sidetone.transport.ws.WsUpgrade;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.ToLongFunction;

/**
 * The server under test: lanes, event loops, HTTP and Twilio's dialect as {@code serve} joins them, with a voice that tells the
 * turn ({@link TurnTellingVoice}) and a log of interruptions. A process of its own; ends when it is killed.
 */
public final class InterruptedServer {
    /** Where the interruptions are read. */
    static final String COMMITS = "/bench/commits";

    /** Where the counters are read. */
    static final String COUNTERS = "/bench/counters";

    /** Where what egress rings refused is read, by call. */
    static final String REFUSED = "/bench/refused";

    private static final String PLAIN = "text/plain; charset=utf-8";
    private static final int LEAD_MS = 60;
    private static final int NEVER = Integer.MAX_VALUE;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final CommitLog commits = new CommitLog();
    private final Lanes lanes;
    private final StreamCalls streams;
    private final EventLoops loops;

    private InterruptedServer(int calls) {
        LaneSettings settings = LaneSettings.defaults(calls);
        lanes = new Lanes(settings, CallObserver.none(), commits, System::nanoTime);
        loops = EventLoops.open(settings.lanes(), "web");
        CallPlan plan = plan();
        streams = new StreamCalls(
                loops, lanes, offer -> plan, () -> 0, new SecureRandom(), System::nanoTime, System::currentTimeMillis);
    }

    /** Serves {@code args[0]} calls. */
    public static void main(String[] args) throws IOException, InterruptedException {
        new InterruptedServer(Integer.parseInt(args[0])).serve(Integer.parseInt(args[0]) + 100);
        new CountDownLatch(1).await();
    }

    /** Interrupted again and again, for ever. */
    private static CallPlan plan() {
        TurnPolicy standard = TurnPolicy.DEFAULT;
        TurnPolicy policy = standard.with(PolicyNumber.INTER_DIGIT, PolicyNumber.INTER_DIGIT.min())
                .with(PolicyNumber.NO_INPUT, 0)
                .within(new TurnPolicy.Bounds(
                        standard.mediaTimeoutMs(), standard.maxHoldMs(), NEVER, 0, standard.creditMs()));
        return new CallPlan(
                "bench",
                new MockRecognizer(),
                new MockDialogue(new MockBehaviour("Hello", "Yes", "", "", 0), null),
                new TurnTellingVoice(),
                ActionInvoker.none(),
                policy,
                new AlertThresholds(NEVER, NEVER, NEVER),
                0);
    }

    private void serve(int connections) throws IOException {
        Carriers carriers = new Carriers(
                name -> new CarrierSettings(LEAD_MS, Map.of(), Map.of()),
                Optional.empty(),
                streams.desk(),
                () -> System.currentTimeMillis() / 1_000,
                new SecureRandom());
        List<WsRoute> routes = new ArrayList<>();
        carriers.streams((path, protocol) -> routes.add(new WsRoute(path, protocol)));
        Router router = new Router(List.of(
                Route.open("GET", COMMITS, request -> Answer.text(200, PLAIN, commits.lines())),
                Route.open("GET", REFUSED, request -> Answer.text(200, PLAIN, commits.refusedLines())),
                Route.open("GET", COUNTERS, request -> Answer.text(200, PLAIN, counters()))));
        HttpServer http = HttpServer.open(
                loops,
                new HttpServerSettings(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        Optional.empty(),
                        Duration.ofSeconds(30),
                        connections,
                        65_536),
                router,
                new WsUpgrade(routes, WsSettings.DEFAULT, new WsCounters(), System::nanoTime),
                new HttpCounters());
        System.out.println("http 127.0.0.1:" + http.address().getPort());
        System.out.println("ready");
    }

    private String counters() {
        return line(
                        "stale_frames_sent",
                        sum(loop -> loop.out().auditor().staleFramesSent().value()))
                + line(
                        "fence_races",
                        sum(loop -> loop.out().auditor().fenceRaces().value()))
                + line("stale_dropped", sum(loop -> loop.counters().staleDropped.value()))
                + line(
                        "frames_dropped",
                        sum(loop -> loop.counters().framesDropped.value()))
                + line("frames_out", sum(loop -> loop.counters().framesOut.value()))
                + line("egress_refused", commits.refused())
                + line("ring_refused", lanes.ringRefused())
                + line("frames_skipped", skipped())
                + line("web_bytes", allocated("web"))
                + line("lane_bytes", allocated("lane"));
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
            sum += lane.framesSkipped.value();
        }
        return sum;
    }

    /** What the threads of that name have allocated so far, in bytes. */
    private static long allocated(String threads) {
        long sum = 0;
        for (ThreadInfo thread : THREADS.getThreadInfo(THREADS.getAllThreadIds())) {
            if (thread != null && thread.getThreadName().startsWith(threads)) {
                sum += THREADS.getThreadAllocatedBytes(thread.getThreadId());
            }
        }
        return sum;
    }
}

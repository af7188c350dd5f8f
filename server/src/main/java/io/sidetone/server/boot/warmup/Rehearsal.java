package io.sidetone.server.boot.warmup;

import io.sidetone.core.background.Background;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.life.CallFactory;
import io.sidetone.core.call.plan.AnswerHook;
import io.sidetone.core.call.plan.CallPlan;
import io.sidetone.core.lane.LaneSettings;
import io.sidetone.core.lane.Lanes;
import io.sidetone.core.lane.WaitKind;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.event.AlertThresholds;
import io.sidetone.transport.carrier.CarrierSettings;
import io.sidetone.transport.dialect.service.Carriers;
import io.sidetone.transport.http.HttpCounters;
import io.sidetone.transport.http.HttpServer;
import io.sidetone.transport.http.HttpServerSettings;
import io.sidetone.transport.http.Json;
import io.sidetone.transport.http.Router;
import io.sidetone.transport.http.call.CallDocuments;
import io.sidetone.transport.loop.BindFailedException;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.refusal.RefusedCalls;
import io.sidetone.transport.rtp.MediaAddress;
import io.sidetone.transport.rtp.RtpEndpoints;
import io.sidetone.transport.rtp.RtpLoop;
import io.sidetone.transport.rtp.RtpSettings;
import io.sidetone.transport.rtp.srtp.CryptoSuite;
import io.sidetone.transport.rtp.srtp.MasterKey;
import io.sidetone.transport.sip.endpoint.SipEndpointSettings;
import io.sidetone.transport.sip.sdp.SdpCodec;
import io.sidetone.transport.sip.sdp.SrtpPolicy;
import io.sidetone.transport.sip.source.SourcePolicy;
import io.sidetone.transport.sip.ua.SipUserAgentSettings;
import io.sidetone.transport.stream.StreamCalls;
import io.sidetone.transport.trunk.SipStack;
import io.sidetone.transport.trunk.SipTrunkSettings;
import io.sidetone.transport.trunk.TrunkProfile;
import io.sidetone.transport.trunk.TrunkProfiles;
import io.sidetone.transport.trunk.TrunkServices;
import io.sidetone.transport.trunk.media.MediaEncryption;
import io.sidetone.transport.ws.WsCounters;
import io.sidetone.transport.ws.WsRoute;
import io.sidetone.transport.ws.WsSettings;
import io.sidetone.transport.ws.WsUpgrade;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Places calls before the first caller does: INVITE, media and BYE over loopback, then a carrier's media stream over WebSocket, through
 * a SIP stack, media ports, a web server and a lane of its own, to the mock engines. The classes of the way of a call are loaded and
 * its first objects made then; else the first caller would wait 150 to 250 ms for the answer. Meanwhile {@link LaneWarmup} plays longer calls on a lane without a
 * clock. On its own thread; the calls are not counted. Then the last of them is written as the API does, beside the first calls.
 */
public final class Rehearsal {
    private static final Logger LOG = LoggerFactory.getLogger(Rehearsal.class);
    private static final int RING = 1_024;
    private static final int CALLS = 2;
    private static final String STREAM = "/media/twilio";
    private static final int LEAD_MS = 60;
    private static final int CONNECTIONS = 8;
    private static final int CONNECTION_S = 10;

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final LaneWarmup lane = LaneWarmup.start();
    private final RtpSettings media;
    private final boolean encrypted;
    private final CountDownLatch played = new CountDownLatch(1);
    private final Thread thread;

    private Rehearsal(RtpSettings media, boolean encrypted) {
        this.media = media;
        this.encrypted = encrypted;
        this.thread = Background.thread("rehearsal", this::play);
    }

    /**
     * Starts it.
     *
     * @param media its media ports are a pair of these
     * @param encrypted whether to place calls with SRTP, too
     */
    public static Rehearsal start(RtpSettings media, boolean encrypted) {
        Rehearsal rehearsal = new Rehearsal(media, encrypted);
        rehearsal.thread.start();
        return rehearsal;
    }

    private void play() {
        // Observers ask each event of which kind it is, so the first call would load the kinds that none of these calls
        // has.
        LOG.debug("{} kinds of events", CallObserver.class.getDeclaredClasses().length);
        AtomicReference<CallRecord> last = new AtomicReference<>();
        CallObserver calls = (call, event) -> {
            if (event instanceof CallObserver.Ended) {
                last.set(call);
            }
        };
        try (RehearsalCaller caller = new RehearsalCaller()) {
            Lanes lanes = opened(new Lanes(
                    new LaneSettings(1, RING, 2, WaitKind.BLOCKING),
                    new CallFactory(CallObserver.all(calls, CallObserver.none())),
                    System::nanoTime));
            EventLoops loops = opened(EventLoops.open(1, "rehearsal"));
            CallPlan plan = plan();
            InetSocketAddress trunk = trunk(lanes, loops, plan).local();
            InetSocketAddress web = streams(lanes, loops, plan).address();
            for (int i = 0; i < CALLS; i++) {
                caller.call(trunk, null);
            }
            for (CryptoSuite suite : encrypted ? CryptoSuite.values() : new CryptoSuite[0]) {
                caller.call(trunk, MasterKey.random(suite, new SplittableRandom(1)));
            }
            RehearsalStreamCaller carrier = new RehearsalStreamCaller(STREAM);
            for (int i = 0; i < CALLS; i++) {
                carrier.call(web);
            }
        } catch (IOException | RuntimeException | LinkageError failed) {
            LOG.info(
                    "The rehearsal of calls broke off, so the first ones may be answered later: {}", failed.toString());
        } finally {
            played.countDown();
            close();
        }
        if (last.get() != null) {
            Json.bytes(CallDocuments.of(last.get(), System.nanoTime(), CallDocuments.Beside.NOTHING));
        }
    }

    private SipStack trunk(Lanes lanes, EventLoops loops, CallPlan plan) throws BindFailedException {
        SplittableRandom random = new SplittableRandom(1);
        RtpEndpoints endpoints =
                new RtpEndpoints(loops, media, lanes.count(), random, System::nanoTime, System.currentTimeMillis());
        for (RtpLoop loop : endpoints.loops()) {
            lanes.register(0, loop.egress(0));
        }
        SourcePolicy nobody = new SourcePolicy(List.of(), false);
        TrunkServices services = new TrunkServices(
                lanes,
                endpoints,
                (called, header) -> plan,
                AnswerHook.NONE,
                null,
                RefusedCalls.NONE,
                () -> 0,
                System::currentTimeMillis);
        TrunkProfile profile =
                TrunkProfile.ofAnybody(SdpCodec.BUILT_IN, new MediaEncryption(SrtpPolicy.OPTIONAL, true));
        SipTrunkSettings calls = new SipTrunkSettings(
                new TrunkProfiles(profile, Map.of()),
                List.of(MediaAddress.usual(InetAddress.getLoopbackAddress())),
                SipTrunkSettings.DEFAULT_DIGIT_MS,
                null);
        return opened(SipStack.open(
                SipEndpointSettings.defaults(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), nobody),
                SipUserAgentSettings.DEFAULT,
                loops,
                services,
                calls,
                random,
                System::nanoTime));
    }

    private HttpServer streams(Lanes lanes, EventLoops loops, CallPlan plan) throws BindFailedException {
        SecureRandom random = new SecureRandom();
        StreamCalls calls = new StreamCalls(
                loops,
                lanes,
                offer -> plan,
                () -> 0,
                random,
                System::nanoTime,
                System::currentTimeMillis,
                RefusedCalls.NONE);
        Carriers carriers = new Carriers(
                name -> new CarrierSettings(LEAD_MS, Map.of(), Map.of()),
                Optional.empty(),
                false,
                calls.desk(AnswerHook.NONE),
                () -> System.currentTimeMillis() / 1_000,
                random);
        List<WsRoute> paths = new ArrayList<>();
        carriers.streams((template, protocol) -> paths.add(new WsRoute(template, protocol)));
        WsUpgrade upgrade = new WsUpgrade(paths, WsSettings.DEFAULT, new WsCounters(), System::nanoTime);
        HttpServerSettings settings = new HttpServerSettings(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                Optional.empty(),
                Duration.ofSeconds(CONNECTION_S),
                CONNECTIONS,
                HttpServerSettings.MAX_LINE_BYTES);
        return opened(HttpServer.open(loops, settings, new Router(List.of()), upgrade, new HttpCounters()));
    }

    private CallPlan plan() {
        ScheduledExecutorService timers = Background.timer("rehearsal-engines");
        open.push(timers::shutdownNow);
        WarmupEngines engines = WarmupEngines.counted(System::nanoTime).withFallbacks(timers, System::nanoTime);
        return new CallPlan(
                "rehearsal",
                engines.recognizer(),
                engines.dialogue(),
                engines.synthesizer(),
                ActionInvoker.none(),
                TurnPolicy.DEFAULT,
                AlertThresholds.DEFAULT,
                0);
    }

    private <T extends AutoCloseable> T opened(T part) {
        open.push(part);
        return part;
    }

    private void close() {
        for (AutoCloseable part : open) {
            try {
                part.close();
            } catch (Exception fault) {
                LOG.info("A part of the rehearsal did not close: {}", fault.toString());
            }
        }
    }

    /** Waits for its end and that of the lane's; for the call over loopback {@code limitMs} at most. */
    public void await(long limitMs) throws InterruptedException {
        lane.await();
        if (!played.await(limitMs, TimeUnit.MILLISECONDS)) {
            LOG.info("The rehearsal of calls goes on beside the first ones: it was not over within {} ms", limitMs);
        }
    }
}

package io.sidetone.server.wiring;

import io.sidetone.config.value.PortRange;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.life.CallFactory;
import io.sidetone.core.lane.LaneSettings;
import io.sidetone.core.lane.Lanes;
import io.sidetone.core.lane.WaitKind;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.event.AlertThresholds;
import io.sidetone.transport.loop.BindFailedException;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.rtp.RtpEndpoints;
import io.sidetone.transport.rtp.RtpLoop;
import io.sidetone.transport.rtp.RtpSettings;
import io.sidetone.transport.sip.endpoint.SipEndpointSettings;
import io.sidetone.transport.sip.endpoint.SourcePolicy;
import io.sidetone.transport.sip.ua.SipUserAgentSettings;
import io.sidetone.transport.trunk.CallPlan;
import io.sidetone.transport.trunk.SipStack;
import io.sidetone.transport.trunk.SipTrunk;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Places one call before the first caller does: INVITE, media and BYE over loopback, through a SIP stack, media ports and a
 * lane of its own, to the mock engines. The classes of the way of a call are loaded and its first objects made then; else the
 * first caller would wait 150 to 250 ms for the answer. Meanwhile {@link LaneWarmup} plays longer calls on a lane without a
 * clock. On its own thread; the calls are neither observed nor counted.
 */
final class Rehearsal {
    private static final Logger LOG = LoggerFactory.getLogger(Rehearsal.class);
    private static final int RING = 1_024;
    private static final int CALLS = 2;

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final LaneWarmup lane = LaneWarmup.start();
    private final RtpSettings media;
    private final Thread thread;

    private Rehearsal(RtpSettings media) {
        this.media = media;
        this.thread = new Thread(this::play, "rehearsal");
        thread.setDaemon(true);
    }

    /** Starts it; its media ports are a pair of {@code ports}, on loopback. */
    static Rehearsal start(PortRange ports) {
        Rehearsal rehearsal =
                new Rehearsal(RtpSettings.of(InetAddress.getLoopbackAddress(), ports.first(), ports.last()));
        rehearsal.thread.start();
        return rehearsal;
    }

    private void play() {
        try (RehearsalCaller caller = new RehearsalCaller()) {
            InetSocketAddress server = stack().local();
            for (int i = 0; i < CALLS; i++) {
                caller.call(server);
            }
        } catch (IOException | RuntimeException | LinkageError failed) {
            LOG.info("No call was rehearsed, so the first one may be answered later: {}", failed.toString());
        } finally {
            close();
        }
    }

    private SipStack stack() throws BindFailedException {
        Lanes lanes = opened(new Lanes(
                new LaneSettings(1, RING, 2, WaitKind.BLOCKING),
                new CallFactory(CallObserver.all(CallObserver.none(), CallObserver.none())),
                System::nanoTime));
        EventLoops loops = opened(EventLoops.open(1, "rehearsal"));
        SplittableRandom random = new SplittableRandom(1);
        RtpEndpoints endpoints =
                new RtpEndpoints(loops, media, lanes.count(), random, System::nanoTime, System.currentTimeMillis());
        for (RtpLoop loop : endpoints.loops()) {
            lanes.register(0, loop.egress(0));
        }
        CallPlan plan = plan();
        SourcePolicy nobody = new SourcePolicy(List.of(), false);
        SipTrunk trunk = new SipTrunk(
                lanes,
                endpoints,
                (called, header) -> plan,
                nobody,
                InetAddress.getLoopbackAddress(),
                () -> 0,
                random,
                System::nanoTime,
                System::currentTimeMillis);
        return opened(SipStack.open(
                SipEndpointSettings.defaults(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), nobody),
                SipUserAgentSettings.DEFAULT,
                loops,
                trunk,
                random,
                System::nanoTime));
    }

    private CallPlan plan() {
        ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor(step -> {
            Thread other = new Thread(step, "rehearsal-engines");
            other.setDaemon(true);
            return other;
        });
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
    void await(long limitMs) throws InterruptedException {
        lane.await();
        thread.join(limitMs);
    }
}

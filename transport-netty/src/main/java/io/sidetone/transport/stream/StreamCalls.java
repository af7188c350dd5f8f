package io.sidetone.transport.stream;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.EventExecutor;
import io.sidetone.core.call.CallId;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.call.plan.AnswerHook;
import io.sidetone.core.call.plan.CallPlan;
import io.sidetone.core.fence.Token;
import io.sidetone.core.lane.Admission;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.Lanes;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.refusal.RefusalCause;
import io.sidetone.transport.refusal.RefusedCall;
import io.sidetone.transport.refusal.RefusedCalls;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** Takes calls from connections: offer → agent → admission → lane. Thread-safe; each call lives on its connection's loop. */
public final class StreamCalls implements ClientCalls {
    private static final int RING_FRAMES = 1_024;
    private static final long TIMER_MS = 1_000;

    private final Lanes lanes;
    private final StreamRouter router;
    private final IntSupplier retryAfterSeconds;
    private final RandomGenerator random;
    private final LongSupplier clock;
    private final LongSupplier wallClock;
    private final RefusedCalls refusals;
    private final Map<EventLoop, StreamLoop> loops = new IdentityHashMap<>();

    /**
     * Creates the desk and joins the loops with the lanes.
     *
     * @param eventLoops on which connections live
     * @param retryAfterSeconds 0 while calls are welcome
     * @param random unpredictable and thread-safe
     * @param clock monotonic, ns
     * @param wallClock ms since 1970
     * @param refusals sees the calls that are refused
     */
    public StreamCalls(
            EventLoops eventLoops,
            Lanes lanes,
            StreamRouter router,
            IntSupplier retryAfterSeconds,
            RandomGenerator random,
            LongSupplier clock,
            LongSupplier wallClock,
            RefusedCalls refusals) {
        this.refusals = refusals;
        this.lanes = lanes;
        this.router = router;
        this.retryAfterSeconds = retryAfterSeconds;
        this.random = random;
        this.clock = clock;
        this.wallClock = wallClock;
        for (EventExecutor executor : eventLoops.group()) {
            EventLoop eventLoop = (EventLoop) executor;
            StreamLoop loop = new StreamLoop(eventLoop, eventLoops.calls(eventLoop), clock, lanes.count(), RING_FRAMES);
            for (int lane = 0; lane < lanes.count(); lane++) {
                lanes.register(lane, loop.out().egress(lane));
            }
            eventLoop.scheduleAtFixedRate(
                    () -> loop.out().onTimer(clock.getAsLong()), TIMER_MS, TIMER_MS, TimeUnit.MILLISECONDS);
            loops.put(eventLoop, loop);
        }
    }

    /**
     * Returns these calls for dialects that know of their calls by nothing but the wire.
     *
     * @param hook is asked first about the calls that concern it
     */
    public StreamCallHandle.Opener desk(AnswerHook hook) {
        return new AskingCallOpener(this, router, hook, clock);
    }

    /** Returns the shared parts of all loops, for metrics. */
    public List<StreamLoop> loops() {
        return List.copyOf(loops.values());
    }

    @Override
    public String newCallId() {
        return CallId.next(wallClock.getAsLong(), random);
    }

    /** As {@link #open(String, StreamOffer, StreamWire, CallObserver, EventLoop, long)}, under a new id. */
    public StreamCall open(StreamOffer offer, StreamWire wire, CallObserver client, EventLoop eventLoop, long nowNs)
            throws StreamRefusedException {
        return open(newCallId(), offer, wire, client, eventLoop, nowNs);
    }

    @Override
    public StreamCall open(
            String callId, StreamOffer offer, StreamWire wire, CallObserver client, EventLoop eventLoop, long nowNs)
            throws StreamRefusedException {
        return open(callId, router.route(offer), offer, wire, client, eventLoop, nowNs);
    }

    /**
     * The same by a plan that was chosen before.
     *
     * @param plan of the agent that takes the call; null for none
     */
    public StreamCall open(
            String callId,
            CallPlan plan,
            StreamOffer offer,
            StreamWire wire,
            CallObserver client,
            EventLoop eventLoop,
            long nowNs)
            throws StreamRefusedException {
        return open(offer.identity(callId), plan, offer, wire, client, eventLoop, nowNs);
    }

    /** The same of a call of which more may be known than its offer says. */
    StreamCall open(
            CallPlan.Identity identity,
            CallPlan plan,
            StreamOffer offer,
            StreamWire wire,
            CallObserver client,
            EventLoop eventLoop,
            long nowNs)
            throws StreamRefusedException {
        StreamLoop loop = loops.get(eventLoop);
        if (loop == null) {
            throw new IllegalArgumentException("the connection lives on a loop that carries no stream calls");
        }
        if (plan == null) {
            throw refused(
                    identity,
                    null,
                    StreamRefusedException.NOBODY,
                    offer.agent() == null
                            ? "no agent takes a call to '" + offer.to() + "' at " + offer.path()
                                    + "; give one a match, or name it"
                            : "there is no agent '" + offer.agent() + "'; name one of the configuration");
        }
        Admission admission = retryAfterSeconds.getAsInt() > 0 ? null : lanes.claim();
        if (admission == null) {
            throw refused(
                    identity,
                    plan,
                    StreamRefusedException.NO_ROOM,
                    "the server takes no more calls now; try again later");
        }
        StreamCall call;
        CallSetup setup;
        try {
            call = new StreamCall(identity.callId(), admission, offer, wire, loop, clock);
            setup = setup(plan, identity, offer, call, client, nowNs);
        } catch (RuntimeException | LinkageError defect) {
            lanes.abandon(admission);
            throw defect;
        }
        loop.out().register(call);
        loop.counters().increment(StreamCounter.CALLS);
        call.opened(setup);
        admission.publisher().publish(LaneEventType.OPEN, Token.NONE, 0, 0, setup, nowNs);
        if (offer.answered()) {
            admission.publisher().publish(LaneEventType.ANSWERED, Token.NONE, 0, 0, null, nowNs);
        }
        return call;
    }

    /** Returns the refusal of a call, which is reported. */
    StreamRefusedException refused(CallPlan.Identity identity, CallPlan plan, int status, String reason) {
        refusals.refused(new RefusedCall(
                identity,
                wallClock.getAsLong(),
                clock.getAsLong(),
                "",
                plan == null ? "" : plan.agent(),
                status,
                RefusalCause.of(status),
                reason,
                null));
        return new StreamRefusedException(status, reason);
    }

    private CallSetup setup(
            CallPlan plan,
            CallPlan.Identity identity,
            StreamOffer offer,
            StreamCall call,
            CallObserver client,
            long nowNs) {
        CallSetup setup = plan.setup(identity, call, call, random.nextLong(), wallClock.getAsLong(), nowNs)
                .withClient(offer.buffering(), client);
        return offer.actions() == null ? setup : setup.withActions(offer.actions());
    }
}

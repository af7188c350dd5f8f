package io.sidetone.transport.trunk;

import io.netty.channel.EventLoop;
import io.sidetone.core.call.CallId;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.call.plan.CallPlan;
import io.sidetone.core.floor.CallEvent;
import io.sidetone.core.lane.Admission;
import io.sidetone.core.lane.Lanes;
import io.sidetone.core.playout.Buffering;
import io.sidetone.transport.rtp.RtpEndpoint;
import io.sidetone.transport.sip.sdp.SdpCodec;
import io.sidetone.transport.trunk.link.TrunkSettings;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** Places calls: agent → admission → media port → lane → INVITE. Any thread. */
public final class OutboundCalls {
    private static final String TRANSPORT = "sip-out";

    private final SipTrunk trunk;
    private final Lanes lanes;
    private final TrunkTerms terms;
    private final OutboundRoute way;
    private final RandomGenerator random;
    private final LongSupplier clock;
    private final LongSupplier wallClock;
    private final EventLoop loop;

    /** Parts that a call that is being placed has so far. */
    private record Begun(OutboundOrder order, TrunkSettings trunk, CallPlan plan, CompletableFuture<String> placed) {}

    OutboundCalls(
            SipTrunk trunk,
            Lanes lanes,
            TrunkTerms terms,
            OutboundRoute way,
            RandomGenerator random,
            LongSupplier clock,
            LongSupplier wallClock,
            EventLoop loop) {
        this.trunk = trunk;
        this.lanes = lanes;
        this.terms = terms;
        this.way = way;
        this.random = random;
        this.clock = clock;
        this.wallClock = wallClock;
        this.loop = loop;
    }

    /** Returns the names of the trunks that can be called, in the order of the configuration. */
    public List<String> trunks() {
        return way.trunks();
    }

    /** Returns the trunk of a call, where that trunk can be called; empty for others. Any thread. */
    public String trunkOf(String callId) {
        String name = trunk.trunkOf(callId);
        return name == null || trunk(name) == null ? "" : name;
    }

    /** Returns the trunk of that name that can be called, or null. */
    public TrunkSettings trunk(String name) {
        return way.trunk(name);
    }

    /**
     * Places a call. What becomes of it is seen in its record.
     *
     * @param plan who speaks, and with what
     * @return the id of the call, when its lane has taken it; {@link NoPlaceException} where the server is full
     * @throws IllegalArgumentException when the trunk cannot be called
     */
    public CompletionStage<String> place(OutboundOrder order, CallPlan plan) {
        TrunkSettings settings = trunk(order.trunk());
        if (settings == null) {
            throw new IllegalArgumentException("trunk " + order.trunk() + " cannot be called; it has no to");
        }
        Begun begun = new Begun(order, settings, plan, new CompletableFuture<>());
        try {
            loop.execute(() -> admit(begun));
        } catch (RejectedExecutionException stopped) {
            begun.placed().completeExceptionally(new NoPlaceException("the server is shutting down"));
        }
        return begun.placed();
    }

    private void admit(Begun begun) {
        if (trunk.full(begun.trunk().name())) {
            begun.placed()
                    .completeExceptionally(
                            new NoPlaceException("trunk " + begun.trunk().name()
                                    + " carries as many calls as its max-calls allows; ask again later"));
            return;
        }
        Admission admission = trunk.retryAfterSeconds() > 0 ? null : lanes.claim();
        if (admission == null) {
            begun.placed().completeExceptionally(new NoPlaceException("the server takes no more calls at present"));
            return;
        }
        List<SdpCodec> codecs = terms.profile(begun.trunk().name()).codecs();
        // Where the callee's media comes from is known when it has answered.
        long wallMs = wallClock.getAsLong();
        String callId = CallId.next(wallMs, random);
        trunk.openMedia(callId, admission, codecs.get(0).sampleRateHz(), null, null, nowNs -> {}, endpoint -> {
            if (endpoint == null) {
                begun.placed().completeExceptionally(new NoPlaceException("no media port is free; widen rtp.ports"));
            } else {
                open(begun, callId, wallMs, codecs, admission, endpoint);
            }
        });
    }

    private void open(
            Begun begun, String callId, long wallMs, List<SdpCodec> codecs, Admission admission, RtpEndpoint endpoint) {
        OutboundOrder order = begun.order();
        OutboundTrunkCall call = new OutboundTrunkCall(
                callId,
                order,
                begun.trunk(),
                way,
                encrypted -> terms.describe(order.trunk(), encrypted, endpoint, codecs),
                admission,
                endpoint,
                terms.site(order.trunk()),
                () -> trunk.forget(callId));
        CallPlan.Identity identity = new CallPlan.Identity(
                callId, callId, TRANSPORT, order.caller(), order.target().toString(), order.facts());
        CallSetup setup = begun.plan()
                .setup(identity, endpoint, call, random.nextLong(), wallMs, clock.getAsLong())
                .withClient(Buffering.NONE, new Placed(begun.placed()))
                .placed(order.plan());
        trunk.open(call, admission, setup);
    }

    /** Tells who placed a call that its lane has taken it. */
    private record Placed(CompletableFuture<String> placed) implements CallObserver {
        @Override
        public void on(CallRecord call, CallEvent event) {
            if (event instanceof CallObserver.Opened) {
                placed.complete(call.setup().who().callId());
            }
        }
    }
}

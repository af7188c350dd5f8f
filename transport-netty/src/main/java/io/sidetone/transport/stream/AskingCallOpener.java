package io.sidetone.transport.stream;

import io.netty.channel.EventLoop;
import io.sidetone.core.call.plan.AnswerHook;
import io.sidetone.core.call.plan.AnswerVerdict;
import io.sidetone.core.call.plan.CallPlan;
import io.sidetone.core.call.plan.RingingCall;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens calls of connections, after somebody outside was asked about those that concern him. Thread-safe; each call on the
 * loop of its connection.
 */
final class AskingCallOpener implements StreamCallHandle.Opener {
    private static final Logger LOG = LoggerFactory.getLogger(AskingCallOpener.class);

    private final StreamCalls calls;
    private final StreamRouter router;
    private final AnswerHook hook;
    private final LongSupplier clock;

    AskingCallOpener(StreamCalls calls, StreamRouter router, AnswerHook hook, LongSupplier clock) {
        this.calls = calls;
        this.router = router;
        this.hook = hook;
        this.clock = clock;
    }

    /** A call that a session asked for. */
    private record Wanted(
            CallPlan.Identity identity,
            StreamOffer offer,
            StreamWire wire,
            EventLoop loop,
            StreamCallHandle.Opening opening) {}

    @Override
    public void open(StreamOffer offer, StreamWire wire, EventLoop loop, long nowNs, StreamCallHandle.Opening opening) {
        Wanted call = new Wanted(offer.identity(calls.newCallId()), offer, wire, loop, opening);
        CallPlan plan = router.route(offer);
        if (plan == null || !hook.concerns(null, plan)) {
            open(call, call.identity, plan, nowNs);
            return;
        }
        hook.ask(
                new RingingCall(call.identity, null, plan),
                verdict -> loop.execute(() -> decided(verdict, call, plan)));
    }

    private void decided(AnswerVerdict verdict, Wanted call, CallPlan plan) {
        if (!call.opening.waits()) {
            return;
        }
        try {
            follow(verdict, call, plan);
        } catch (RuntimeException | LinkageError defect) {
            LOG.error("Call {} cannot be set up", call.identity.callId(), defect);
            call.opening.refused(
                    new StreamRefusedException(StreamRefusedException.NO_ROOM, "the call cannot be set up"));
        }
    }

    private void follow(AnswerVerdict verdict, Wanted call, CallPlan plan) {
        if (verdict instanceof AnswerVerdict.Take take) {
            open(call, call.identity.withFacts(take.facts()), take.plan(), clock.getAsLong());
        } else if (verdict instanceof AnswerVerdict.Refuse refused) {
            String reason = refused.reason() == null ? "" : ": " + refused.reason();
            call.opening.refused(
                    calls.refused(call.identity, plan, refused.status(), "on-call refuses the call" + reason));
        } else {
            call.opening.refused(calls.refused(
                    call.identity,
                    plan,
                    StreamRefusedException.NOBODY,
                    "on-call redirects the call, which a media stream cannot follow; name an agent, or refuse it"));
        }
    }

    private void open(Wanted call, CallPlan.Identity identity, CallPlan plan, long nowNs) {
        StreamCall opened;
        try {
            opened = calls.open(identity, plan, call.offer, call.wire, null, call.loop, nowNs);
        } catch (StreamRefusedException refused) {
            call.opening.refused(refused);
            return;
        }
        call.opening.opened(opened, nowNs);
    }
}

package io.sidetone.transport.stream;

import io.netty.channel.EventLoop;
import io.sidetone.transport.plan.AnswerHook;
import io.sidetone.transport.plan.AnswerVerdict;
import io.sidetone.transport.plan.CallPlan;
import io.sidetone.transport.plan.RingingCall;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens calls of connections, after somebody outside was asked about those that concern him. Thread-safe; each call on the
 * loop of its connection.
 */
final class AskingDesk implements StreamCallHandle.Desk {
    private static final Logger LOG = LoggerFactory.getLogger(AskingDesk.class);

    private final StreamCalls calls;
    private final StreamRouter router;
    private final AnswerHook hook;
    private final LongSupplier clock;

    AskingDesk(StreamCalls calls, StreamRouter router, AnswerHook hook, LongSupplier clock) {
        this.calls = calls;
        this.router = router;
        this.hook = hook;
        this.clock = clock;
    }

    @Override
    public void open(StreamOffer offer, StreamWire wire, EventLoop loop, long nowNs, StreamCallHandle.Opening opening) {
        CallPlan.Identity identity = offer.identity(calls.newCallId());
        CallPlan plan = router.route(offer);
        if (plan == null || !hook.concerns(null, plan)) {
            open(identity, plan, offer, wire, loop, nowNs, opening);
            return;
        }
        hook.ask(
                new RingingCall(identity, null, plan),
                verdict -> loop.execute(() -> decided(verdict, identity, offer, wire, loop, opening)));
    }

    private void decided(
            AnswerVerdict verdict,
            CallPlan.Identity identity,
            StreamOffer offer,
            StreamWire wire,
            EventLoop loop,
            StreamCallHandle.Opening opening) {
        if (!opening.waits()) {
            return;
        }
        try {
            follow(verdict, identity, offer, wire, loop, opening);
        } catch (RuntimeException | LinkageError defect) {
            LOG.error("Call {} cannot be set up", identity.callId(), defect);
            opening.refused(new StreamRefusedException(StreamRefusedException.NO_ROOM, "the call cannot be set up"));
        }
    }

    private void follow(
            AnswerVerdict verdict,
            CallPlan.Identity identity,
            StreamOffer offer,
            StreamWire wire,
            EventLoop loop,
            StreamCallHandle.Opening opening) {
        if (verdict instanceof AnswerVerdict.Take take) {
            open(identity.withFacts(take.facts()), take.plan(), offer, wire, loop, clock.getAsLong(), opening);
        } else if (verdict instanceof AnswerVerdict.Refuse refused) {
            String reason = refused.reason() == null ? "" : ": " + refused.reason();
            opening.refused(new StreamRefusedException(refused.status(), "on-call refuses the call" + reason));
        } else {
            opening.refused(new StreamRefusedException(
                    StreamRefusedException.NOBODY,
                    "on-call redirects the call, which a media stream cannot follow; name an agent, or refuse it"));
        }
    }

    private void open(
            CallPlan.Identity identity,
            CallPlan plan,
            StreamOffer offer,
            StreamWire wire,
            EventLoop loop,
            long nowNs,
            StreamCallHandle.Opening opening) {
        StreamCall call;
        try {
            call = calls.open(identity, plan, offer, wire, null, loop, nowNs);
        } catch (StreamRefusedException refused) {
            opening.refused(refused);
            return;
        }
        opening.opened(call, nowNs);
    }
}

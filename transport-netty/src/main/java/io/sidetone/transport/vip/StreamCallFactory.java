package io.sidetone.transport.vip;

import io.netty.channel.EventLoop;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.plan.CallPlan;
import io.sidetone.core.playout.Buffering;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.transport.stream.ClientCall;
import io.sidetone.transport.stream.StreamCalls;
import io.sidetone.transport.stream.StreamOffer;
import io.sidetone.transport.stream.StreamRefusedException;
import io.sidetone.transport.stream.StreamRouter;
import io.sidetone.transport.stream.StreamWire;
import io.sidetone.transport.ws.WsHandshake;
import java.util.Locale;
import java.util.Map;

/** Opens the sessions of one connection as calls over a stream. Event loop only. */
final class StreamCallFactory implements VipCallFactory {
    private final StreamCalls calls;
    private final StreamRouter router;
    private final VipSettings settings;
    private final WsHandshake handshake;
    private final EventLoop loop;

    StreamCallFactory(
            StreamCalls calls, StreamRouter router, VipSettings settings, WsHandshake handshake, EventLoop loop) {
        this.calls = calls;
        this.router = router;
        this.settings = settings;
        this.handshake = handshake;
        this.loop = loop;
    }

    @Override
    public String newCallId() {
        return calls.newCallId();
    }

    @Override
    public Choice choose(String callId, Initialization offer) {
        CallPlan plan = router.route(offer(offer, null));
        if (plan != null) {
            // The client's registry is read before the call is opened: what the plan needs stays open meanwhile.
            plan.opening().accept(callId);
        }
        return new Chosen(callId, offer, plan);
    }

    private final class Chosen implements Choice {
        private final String callId;
        private final Initialization offer;
        private final CallPlan plan;

        Chosen(String callId, Initialization offer, CallPlan plan) {
            this.callId = callId;
            this.offer = offer;
            this.plan = plan;
        }

        @Override
        public ActionInvoker actions() {
            return plan == null ? ActionInvoker.none() : plan.actions();
        }

        @Override
        public String model() {
            return plan == null
                    ? ""
                    : plan.engines().narrow().dialogue().capabilities().modelId();
        }

        @Override
        public ClientCall open(ActionInvoker actions, StreamWire wire, CallObserver client, long nowNs)
                throws StreamRefusedException {
            return calls.open(callId, plan, StreamCallFactory.this.offer(offer, actions), wire, client, loop, nowNs);
        }
    }

    private StreamOffer offer(Initialization client, ActionInvoker actions) {
        return new StreamOffer(
                VipPlans.TRANSPORT,
                "",
                client.userId(),
                "",
                handshake.path(),
                name -> header(client, name),
                client.agent(),
                client.in(),
                client.out(),
                new Buffering(settings.leadMs(), true, client.reports()),
                actions,
                true,
                Map.of());
    }

    private String header(Initialization client, String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case VipPlans.MODE -> client.open() ? "open" : "ptt";
            case VipPlans.LOCALE -> client.locale();
            default -> handshake.header(name);
        };
    }
}

package io.sidetone.transport.realtime;

import io.netty.channel.EventLoop;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.playout.Buffering;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.transport.stream.ClientCall;
import io.sidetone.transport.stream.StreamCalls;
import io.sidetone.transport.stream.StreamOffer;
import io.sidetone.transport.stream.StreamRefusedException;
import io.sidetone.transport.stream.StreamWire;
import io.sidetone.transport.ws.WsDecision;
import io.sidetone.transport.ws.WsHandshake;
import io.sidetone.transport.ws.WsProtocol;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;

/**
 * {@code /v1/realtime}: clients of the OpenAI Realtime API talk to an agent of ours. The model they name is the agent; where
 * there is none of that name, the agent that matches. Thread-safe.
 *
 * <p>The key is {@code http.token}: as bearer, as {@code api-key}, or where a browser can set no header as the sub-protocol
 * {@code openai-insecure-api-key.KEY}.
 */
public final class RealtimeProtocol implements WsProtocol {
    /** Path at which it is spoken. */
    public static final String PATH = "/v1/realtime";

    private static final String SUBPROTOCOL = "realtime";
    private static final String KEY_PROTOCOL = "openai-insecure-api-key.";
    private static final String BETA_PROTOCOL = "openai-beta.realtime-v1";
    private static final int UNAUTHORIZED = 401;
    private static final int BAD_REQUEST = 400;

    /** A client plays what it has; as much is sent ahead as may ever be. */
    private static final Buffering AHEAD = new Buffering(500, false, false);

    private final RealtimeServices settings;
    private final StreamCalls calls;

    /** Creates the protocol; its calls are opened by {@code calls}. */
    public RealtimeProtocol(RealtimeServices settings, StreamCalls calls) {
        this.settings = settings;
        this.calls = calls;
    }

    @Override
    public WsDecision admit(WsHandshake handshake) {
        if (!handshake.authorized() && !keyed(handshake)) {
            settings.counters().increment(RealtimeCounter.REFUSED);
            return WsDecision.refuse(
                    UNAUTHORIZED, "Incorrect API key provided: send http.token as 'Authorization: Bearer TOKEN'");
        }
        if (handshake.queryValue("call_id") != null) {
            settings.counters().increment(RealtimeCounter.REFUSED);
            return WsDecision.refuse(
                    BAD_REQUEST, "a session cannot be attached to a call; leave call_id out and name a model");
        }
        String deployment = handshake.queryValue("deployment");
        String named = deployment == null ? handshake.queryValue("model") : deployment;
        String model = named == null ? "" : named;
        String agent = settings.agents().test(model) ? model : null;
        String beta = handshake.header("OpenAI-Beta");
        RealtimeSession session = new RealtimeSession(
                settings,
                new Opener(handshake, model, agent),
                model,
                beta != null && beta.contains("realtime=v1") || handshake.offers(BETA_PROTOCOL));
        return WsDecision.accept(
                session, handshake.offers(SUBPROTOCOL) ? SUBPROTOCOL : null, RealtimeSession.MAX_MESSAGE_BYTES);
    }

    private boolean keyed(WsHandshake handshake) {
        if (settings.token().isEmpty()) {
            return false;
        }
        boolean keyed = same(handshake.header("api-key"));
        for (String line : handshake.headers().getAll("Sec-WebSocket-Protocol")) {
            for (String name : line.split(",", -1)) {
                String offered = name.strip();
                keyed |= offered.startsWith(KEY_PROTOCOL) && same(offered.substring(KEY_PROTOCOL.length()));
            }
        }
        return keyed;
    }

    /** Takes the same time for every wrong key of the right length. */
    private boolean same(String key) {
        return key != null
                && MessageDigest.isEqual(
                        key.getBytes(StandardCharsets.UTF_8),
                        settings.token().orElseThrow().getBytes(StandardCharsets.UTF_8));
    }

    /** Opens the call of one connection. */
    private final class Opener implements RealtimeCalls {
        private final WsHandshake handshake;
        private final String model;
        private final String agent;

        Opener(WsHandshake handshake, String model, String agent) {
            this.handshake = handshake;
            this.model = model;
            this.agent = agent;
        }

        @Override
        public ClientCall open(
                AudioFormat in,
                AudioFormat out,
                ActionInvoker tools,
                StreamWire wire,
                CallObserver client,
                EventLoop loop,
                long nowNs)
                throws StreamRefusedException {
            StreamOffer offer = new StreamOffer(
                    "realtime",
                    "",
                    "",
                    model,
                    handshake.path(),
                    handshake::header,
                    agent,
                    in.stream(),
                    out.stream(),
                    AHEAD,
                    tools,
                    false,
                    Map.of());
            return calls.open(offer, wire, client, loop, nowNs);
        }
    }
}

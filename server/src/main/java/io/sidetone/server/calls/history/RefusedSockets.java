package io.sidetone.server.calls.history;

import io.sidetone.core.call.CallId;
import io.sidetone.core.call.plan.CallPlan;
import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.facts.CallOrigin;
import io.sidetone.transport.refusal.RefusalCause;
import io.sidetone.transport.refusal.RefusedCall;
import io.sidetone.transport.refusal.RefusedCalls;
import io.sidetone.transport.ws.WsDecision;
import io.sidetone.transport.ws.WsHandshake;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.List;
import java.util.function.BiConsumer;

/** WebSocket handshakes that were refused, as refused calls: each path of the server carries calls. Event loops. */
public final class RefusedSockets implements BiConsumer<WsHandshake, WsDecision.Refuse> {
    private static final String TRANSPORT = "websocket";
    private static final int LONGEST = 256;

    private final RefusedCalls refusals;
    private final SecureRandom random = new SecureRandom();

    /** Reports to {@code refusals}. */
    public RefusedSockets(RefusedCalls refusals) {
        this.refusals = refusals;
    }

    @Override
    public void accept(WsHandshake handshake, WsDecision.Refuse refused) {
        long nowMs = System.currentTimeMillis();
        InetSocketAddress remote = handshake.remote();
        String source = remote == null ? "" : remote.getAddress().getHostAddress();
        String peer = remote == null ? "" : "tcp " + source + ":" + remote.getPort();
        String path = handshake.path();
        refusals.refused(new RefusedCall(
                new CallPlan.Identity(
                        CallId.next(nowMs, random),
                        "",
                        TRANSPORT,
                        source,
                        path.substring(0, Math.min(LONGEST, path.length())),
                        CallFacts.NONE.by(new CallOrigin("", peer, List.of()))),
                nowMs,
                0,
                source,
                "",
                refused.status(),
                RefusalCause.of(refused.status()),
                refused.detail(),
                null));
    }
}

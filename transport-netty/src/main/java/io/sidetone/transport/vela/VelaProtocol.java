package io.sidetone.transport.vela;

import io.sidetone.core.metrics.SharedCounters;
import io.sidetone.core.playout.Buffering;
import io.sidetone.transport.stream.ClientCalls;
import io.sidetone.transport.stream.StreamOffer;
import io.sidetone.transport.ws.WsDecision;
import io.sidetone.transport.ws.WsHandshake;
import io.sidetone.transport.ws.WsProtocol;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The Vela protocol at {@code /ws}: one call per connection, from the first message of its client. Shared by all connections;
 * thread-safe. Messages are those of {@code ws-1.schema.json}.
 */
public final class VelaProtocol implements WsProtocol {
    /** Length that a client may hold of the agent's voice: little, so that little has to be taken back. */
    private static final int LEAD_MS = 60;

    private static final int UNAUTHORIZED = 401;
    private static final int BAD_REQUEST = 400;
    private static final int MAX_NAME = 200;

    private final VelaHost host;
    private final VelaReader reader = new VelaReader(VelaSettings.MAX_MESSAGE_BYTES);

    /**
     * Creates the protocol.
     *
     * @param random fills with bytes that cannot be guessed; thread-safe
     * @param clock monotonic, ns
     */
    public VelaProtocol(VelaSettings settings, ClientCalls calls, Consumer<byte[]> random, LongSupplier clock) {
        this.host =
                new VelaHost(settings, calls, new VelaResumes(random), new SharedCounters<>(VelaCounter.class), clock);
    }

    /** Returns what is counted. */
    public SharedCounters<VelaCounter> counters() {
        return host.counters();
    }

    @Override
    public WsDecision admit(WsHandshake handshake) {
        if (!handshake.authorized()) {
            return WsDecision.refuse(
                    UNAUTHORIZED, "/ws needs the token of http.token: Authorization: Bearer TOKEN, or ?token=TOKEN");
        }
        String agent = handshake.queryValue("agent");
        if (agent != null && (agent.isBlank() || agent.length() > MAX_NAME)) {
            return WsDecision.refuse(BAD_REQUEST, "agent: names one of the configuration, or is left out");
        }
        boolean local = handshake.direct();
        StreamOffer offer = new StreamOffer(
                "vela",
                "",
                from(handshake),
                "ws",
                handshake.path(),
                handshake::header,
                agent,
                VelaAudioFormat.PCM16_16K.stream(),
                VelaAudioFormat.PCM16_16K.stream(),
                new Buffering(LEAD_MS, false, false),
                null,
                false,
                Map.of());
        return WsDecision.accept(new VelaSession(host, reader, offer, local), null, VelaSettings.MAX_MESSAGE_BYTES);
    }

    private static String from(WsHandshake handshake) {
        return handshake.remote() == null || handshake.remote().getAddress() == null
                ? "web"
                : "web:" + handshake.remote().getAddress().getHostAddress();
    }
}

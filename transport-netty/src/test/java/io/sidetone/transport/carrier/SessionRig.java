package io.sidetone.transport.carrier;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.sidetone.transport.dialect.DialectProtocol;
import io.sidetone.transport.dialect.MediaDialect;
import io.sidetone.transport.dialect.UpgradeGate;
import io.sidetone.transport.stream.FakeCallHandle;
import io.sidetone.transport.stream.StreamCallHandle;
import io.sidetone.transport.ws.WsDecision;
import io.sidetone.transport.ws.WsHandshake;
import io.sidetone.transport.ws.WsSession;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.function.Function;

/** One connection of a dialect with fakes around it. */
public final class SessionRig {
    /** What is written to the carrier. */
    public final FakeOutput output = new FakeOutput();
    /** The call. */
    public final FakeCallHandle calls = new FakeCallHandle();
    /** What is counted. */
    public final CarrierCounters counters = new CarrierCounters();

    private final WsSession session;

    /** Opens a connection of the dialect that {@code line} of the table makes. */
    public SessionRig(Function<CarrierCounters, MediaDialect> line) {
        this(line, null);
    }

    /** Opens a connection at a path that names an agent. */
    public SessionRig(Function<CarrierCounters, MediaDialect> line, String agent) {
        session = session(line.apply(counters), agent, calls, counters);
        session.opened(output, 0);
    }

    /** Returns a session of {@code dialect} behind an open gate; {@code agent} is named by the path unless null. */
    static WsSession session(
            MediaDialect dialect, String agent, StreamCallHandle.Opener calls, CarrierCounters counters) {
        String path = "/media/" + dialect.name();
        WsHandshake handshake = new WsHandshake(
                path,
                path,
                agent == null ? Map.of() : Map.of("agent", agent),
                Map.of(),
                EmptyHttpHeaders.INSTANCE,
                null,
                true,
                true);
        DialectProtocol protocol = new DialectProtocol(dialect, new OpenGate(), calls, counters);
        return ((WsDecision.Accept) protocol.admit(handshake)).session();
    }

    private static final class OpenGate implements UpgradeGate {
        @Override
        public WsDecision.Refuse refusal(WsHandshake handshake) {
            return null;
        }

        @Override
        public String path(WsHandshake handshake) {
            return handshake.path();
        }
    }

    /** The carrier says something. */
    public SessionRig says(String text) {
        session.text(Unpooled.copiedBuffer(text, StandardCharsets.UTF_8), 1);
        return this;
    }

    /** The carrier sends bytes. */
    public SessionRig sends(byte[] bytes) {
        session.binary(Unpooled.wrappedBuffer(bytes), 1);
        return this;
    }

    /** Whether the carrier has said what the connection is for. */
    public boolean begun() {
        return session.begun();
    }

    /** The connection ends. */
    public void closes() {
        session.closed(2);
    }

    /** The connection takes audio again. */
    public void writable() {
        session.writable(2);
    }

    /** Our audio: 20 ms of turn {@code token}. */
    public boolean speaks(byte[] audio, long token, long positionMs) {
        return calls.wire.audio(audio, audio.length, token, positionMs);
    }

    /** Base64. */
    public static String base64(byte... bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}

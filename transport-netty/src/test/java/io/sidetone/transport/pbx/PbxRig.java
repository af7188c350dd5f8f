package io.sidetone.transport.pbx;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.sidetone.transport.stream.FakeCallHandle;
import io.sidetone.transport.stream.StreamWire;
import io.sidetone.transport.ws.WsDecision;
import io.sidetone.transport.ws.WsHandshake;
import io.sidetone.transport.ws.WsProtocol;
import io.sidetone.transport.ws.WsSession;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** One connection of a switch to a dialect, without sockets. */
public final class PbxRig {
    public final FakeCallHandle call = new FakeCallHandle();
    public final FakeOutput out = new FakeOutput();
    public final PbxCounters counters = new PbxCounters("test");
    public WsSession session;
    public String subprotocol;

    /** A request for an upgrade from this machine; headers as name and value in turns. */
    public static WsHandshake handshake(String target, String... headers) {
        return handshakeFrom("127.0.0.1", target, headers);
    }

    /** A request for an upgrade. */
    public static WsHandshake handshakeFrom(String source, String target, String... headers) {
        HttpHeaders all = new DefaultHttpHeaders();
        for (int i = 0; i < headers.length; i += 2) {
            all.add(headers[i], headers[i + 1]);
        }
        QueryStringDecoder decoded = new QueryStringDecoder(target);
        return new WsHandshake(
                decoded.path(),
                target,
                Map.of(),
                decoded.parameters(),
                all,
                new InetSocketAddress(source, 40_000),
                false,
                false);
    }

    /** Connects. */
    public PbxRig connect(WsProtocol protocol, String target, String... headers) {
        WsDecision decision = protocol.admit(handshake(target, headers));
        assertThat(decision).isInstanceOf(WsDecision.Accept.class);
        WsDecision.Accept accept = (WsDecision.Accept) decision;
        session = accept.session();
        subprotocol = accept.subprotocol();
        session.opened(out, 0);
        return this;
    }

    /** The switch says something. */
    public void text(String message) {
        ByteBuf buffer = Unpooled.copiedBuffer(message, StandardCharsets.UTF_8);
        session.text(buffer, 0);
        assertThat(buffer.refCnt()).as("borrowed").isOne();
    }

    /** The switch sends sound. */
    public void binary(int... bytes) {
        byte[] message = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            message[i] = (byte) bytes[i];
        }
        session.binary(Unpooled.wrappedBuffer(message), 0);
    }

    /** The agent speaks: frames of 20 ms from {@code fromMs}; returns how many were taken. */
    public int speak(int frames, int bytes, long token, long fromMs) {
        StreamWire wire = call.wire;
        byte[] frame = new byte[bytes];
        java.util.Arrays.fill(frame, (byte) 7);
        int taken = 0;
        for (int i = 0; i < frames; i++) {
            if (wire.audio(frame, bytes, token, fromMs + 20L * i)) {
                taken++;
            }
        }
        return taken;
    }

    /** Returns a counter. */
    public long count(PbxCounter counter) {
        return counters.get(counter);
    }
}

package io.sidetone.transport.carrier;

import io.netty.buffer.Unpooled;
import io.sidetone.transport.stream.FakeCallHandle;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** One connection of a dialect with fakes around it. */
public final class SessionRig {
    /** What is written to the carrier. */
    public final FakeOutput output = new FakeOutput();
    /** The call. */
    public final FakeCallHandle calls = new FakeCallHandle();
    /** What is counted. */
    public final CarrierCounters counters = new CarrierCounters();

    private final CarrierSession session;

    /** Opens a connection. */
    public SessionRig(CarrierDialect dialect) {
        this(dialect, null);
    }

    /** Opens a connection at a path that names an agent. */
    public SessionRig(CarrierDialect dialect, String agent) {
        session = new CarrierSession(dialect, calls, counters, "/media/" + dialect.name(), agent);
        session.opened(output, 0);
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

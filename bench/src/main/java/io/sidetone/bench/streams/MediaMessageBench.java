package io.sidetone.bench.streams;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.sidetone.audio.codec.G711;
import io.sidetone.bench.audio.Voice;
import io.sidetone.core.control.EndCause;
import io.sidetone.transport.carrier.CarrierCounters;
import io.sidetone.transport.carrier.auth.CarrierUpgrade;
import io.sidetone.transport.carrier.auth.SignatureVerifiers;
import io.sidetone.transport.dialect.DialectProtocol;
import io.sidetone.transport.dialect.service.MediaDialects;
import io.sidetone.transport.stream.StreamCallHandle;
import io.sidetone.transport.stream.StreamFormat;
import io.sidetone.transport.stream.StreamOffer;
import io.sidetone.transport.stream.StreamWire;
import io.sidetone.transport.ws.WsDecision;
import io.sidetone.transport.ws.WsHandshake;
import io.sidetone.transport.ws.WsOutput;
import io.sidetone.transport.ws.WsSession;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What do JSON and Base64 of 20 ms of mu-law cost, from a WebSocket message to the call's bytes and back? The streams take turns; each
 * has a session, sound and buffers of its own.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class MediaMessageBench {
    private static final int FRAME_BYTES = 160;
    private static final int FRAME_MS = 20;
    private static final long TOKEN = 32;

    /** Streams that take turns. */
    @Param({"1", "50", "400", "2000"})
    int calls;

    private Stream[] streams;
    private int next;

    /** One stream, the message that it receives, and the sound that it sends. */
    private static final class Stream {
        private final Sink sink = new Sink();
        private final byte[] frame = new byte[FRAME_BYTES];
        private final WsSession session;
        private final ByteBuf message;
        private long positionMs;

        private Stream(short[] sound) {
            CarrierCounters counters = new CarrierCounters();
            DialectProtocol twilio = new DialectProtocol(
                    MediaDialects.twilio(60, counters),
                    new CarrierUpgrade(
                            SignatureVerifiers.twilio(Optional.empty(), Optional.empty(), Optional.empty()), () -> 0),
                    sink,
                    counters);
            String path = "/media/twilio";
            WsDecision decision = twilio.admit(
                    new WsHandshake(path, path, Map.of(), Map.of(), EmptyHttpHeaders.INSTANCE, null, true, true));
            session = ((WsDecision.Accept) decision).session();
            session.opened(sink, 0);
            session.text(
                    text("{\"event\":\"start\",\"start\":{\"streamSid\":\"MZ1\",\"callSid\":\"CA1\",\"mediaFormat\":"
                            + "{\"encoding\":\"audio/x-mulaw\",\"sampleRate\":8000}},\"streamSid\":\"MZ1\"}"),
                    0);
            G711.PCMU.encode(sound, 0, FRAME_BYTES, frame, 0);
            message = text(
                    "{\"event\":\"media\",\"sequenceNumber\":\"3\",\"media\":{\"track\":\"inbound\",\"chunk\":\"1\","
                            + "\"timestamp\":\"5\",\"payload\":\""
                            + Base64.getEncoder().encodeToString(frame) + "\"},\"streamSid\":\"MZ1\"}");
        }
    }

    /** Opens the streams. */
    @Setup
    public void open() {
        short[][] sound = new Voice(8_000).frames(calls);
        streams = new Stream[calls];
        for (int i = 0; i < calls; i++) {
            streams[i] = new Stream(sound[i]);
        }
    }

    private Stream next() {
        Stream stream = streams[next];
        next = next == calls - 1 ? 0 : next + 1;
        return stream;
    }

    private static ByteBuf text(String json) {
        return Unpooled.directBuffer().writeBytes(json.getBytes(StandardCharsets.US_ASCII));
    }

    /** Reads one media message of the next stream. */
    @Benchmark
    public long in() {
        Stream stream = next();
        stream.session.text(stream.message, 0);
        return stream.sink.heard;
    }

    /** Writes one media message of the next stream; a mark follows every fifth. */
    @Benchmark
    public long out() {
        Stream stream = next();
        stream.sink.wire.audio(stream.frame, FRAME_BYTES, TOKEN, stream.positionMs);
        stream.positionMs += FRAME_MS;
        return stream.sink.written;
    }

    /** Stands for the connection and for the call. */
    private static final class Sink implements WsOutput, StreamCallHandle.Desk, StreamCallHandle {
        private final ByteBuf buffer = Unpooled.directBuffer(1_024);
        private StreamWire wire;
        private long written;
        private long heard;

        @Override
        public EventLoop loop() {
            return null;
        }

        @Override
        public ByteBuf buffer(int bytes) {
            return buffer.clear();
        }

        @Override
        public void text(ByteBuf out) {
            written += out.readableBytes();
        }

        @Override
        public boolean audio(ByteBuf out, boolean binary) {
            text(out);
            return true;
        }

        @Override
        public boolean roomForAudio() {
            return true;
        }

        @Override
        public void close(int code, String reason) {
            throw new IllegalStateException("the stream was closed: " + reason);
        }

        @Override
        public void open(StreamOffer offer, StreamWire out, EventLoop loop, long nowNs, Opening opening) {
            wire = out;
            opening.opened(this, nowNs);
        }

        @Override
        public void audio(byte[] audio, int offset, int length, long nowNs) {
            heard += length;
        }

        @Override
        public void audio(ByteBuf audio, long nowNs) {
            heard += audio.readableBytes();
        }

        @Override
        public void formats(StreamFormat in, StreamFormat out) {}

        @Override
        public void digit(char digit, int lengthMs, long nowNs) {}

        @Override
        public void played(long token, long playedMs, long nowNs) {}

        @Override
        public boolean stale(long token) {
            return false;
        }

        @Override
        public void writable() {}

        @Override
        public void hangUp(EndCause cause, long nowNs) {}
    }
}

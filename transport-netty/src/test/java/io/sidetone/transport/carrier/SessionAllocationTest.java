package io.sidetone.transport.carrier;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import io.sidetone.core.control.EndCause;
import io.sidetone.transport.dialect.MediaDialect;
import io.sidetone.transport.dialect.service.MediaDialects;
import io.sidetone.transport.stream.StreamCallHandle;
import io.sidetone.transport.stream.StreamFormat;
import io.sidetone.transport.stream.StreamOffer;
import io.sidetone.transport.stream.StreamWire;
import io.sidetone.transport.ws.WsOutput;
import io.sidetone.transport.ws.WsSession;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A whole connection, between the WebSocket message and the call, both ways. */
@Tag("allocation")
class SessionAllocationTest {
    private static final int ROUNDS = 5_000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static final class Sink implements WsOutput, StreamCallHandle.Opener, StreamCallHandle {
        private final ByteBuf buffer = Unpooled.directBuffer(16_384);
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
        public void text(ByteBuf message) {
            written += message.readableBytes();
        }

        @Override
        public boolean audio(ByteBuf message, boolean binary) {
            text(message);
            return true;
        }

        @Override
        public boolean roomForAudio() {
            return true;
        }

        @Override
        public void close(int code, String reason) {}

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
        public void played(long token, long positionMs, long nowNs) {}

        @Override
        public boolean stale(long token) {
            return false;
        }

        @Override
        public void writable() {}

        @Override
        public void hangUp(EndCause cause, long nowNs) {}
    }

    @Test
    void shouldCarryAudioBothWaysWithoutAllocating() {
        String start =
                "{\"event\":\"start\",\"start\":{\"streamSid\":\"MZ1\",\"callSid\":\"CA1\",\"stream_sid\":\"MZ1\",\"call_sid\":\"CA1\","
                        + "\"streamId\":\"S\",\"callId\":\"C\",\"call_control_id\":\"v2\",\"media_format\":{\"encoding\":\"L16\",\"sample_rate\":16000},"
                        + "\"mediaFormat\":{\"encoding\":\"audio/x-mulaw\",\"sampleRate\":8000}},\"stream_id\":\"T\"}";
        CarrierCounters counters = new CarrierCounters();
        MediaDialect[] dialects = {
            MediaDialects.twilio(60, counters),
            MediaDialects.telnyx(60, "PCMU/8000", true, counters),
            MediaDialects.plivo(60, counters),
            MediaDialects.signalWire(60, counters),
            MediaDialects.exotel(100, counters)
        };
        for (MediaDialect dialect : dialects) {
            Sink sink = new Sink();
            WsSession session = SessionRig.session(dialect, null, sink, counters);
            session.opened(sink, 0);
            session.text(Unpooled.copiedBuffer(start, StandardCharsets.UTF_8), 0);
            byte[] audio = new byte[640];
            ByteBuf message = Unpooled.directBuffer(2_048);
            message.writeCharSequence(
                    "{\"event\":\"media\",\"sequenceNumber\":\"3\",\"media\":{\"track\":\"inbound\",\"timestamp\":\"5\","
                            + "\"payload\":\"" + SessionRig.base64(audio) + "\"},\"streamSid\":\"MZ1\"}",
                    StandardCharsets.US_ASCII);
            long[] windows = new long[5];
            long positionMs = 0;
            for (int window = -1; window < windows.length; window++) {
                long before = THREADS.getCurrentThreadAllocatedBytes();
                for (int i = 0; i < ROUNDS; i++) {
                    session.text(message, i);
                    sink.wire.audio(audio, audio.length, 32, positionMs);
                    positionMs += 20;
                }
                windows[Math.max(0, window)] = THREADS.getCurrentThreadAllocatedBytes() - before;
            }
            Arrays.sort(windows);
            // Less than one object in a hundred messages, however small: what the JVM itself does now and then.
            assertThat(windows[2]).as(dialect.name()).isLessThan(ROUNDS / 100 * 16);
            assertThat(sink.heard).isEqualTo(6L * ROUNDS * 640);
            assertThat(sink.written).isGreaterThan(6L * ROUNDS * 850);
        }
    }
}

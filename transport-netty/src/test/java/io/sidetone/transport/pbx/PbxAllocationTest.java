package io.sidetone.transport.pbx;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import io.sidetone.core.control.EndCause;
import io.sidetone.transport.dialect.DialectProtocol;
import io.sidetone.transport.dialect.MediaDialect;
import io.sidetone.transport.dialect.service.MediaDialects;
import io.sidetone.transport.pbx.freeswitch.AudioForkSettings;
import io.sidetone.transport.pbx.freeswitch.Playback;
import io.sidetone.transport.stream.StreamCallHandle;
import io.sidetone.transport.stream.StreamFormat;
import io.sidetone.transport.stream.StreamWire;
import io.sidetone.transport.ws.WsDecision;
import io.sidetone.transport.ws.WsOutput;
import io.sidetone.transport.ws.WsProtocol;
import io.sidetone.transport.ws.WsSession;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Law 3 on the event loop of switches: our handlers allocate nothing per message of sound, marks included. */
@Tag("allocation")
class PbxAllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int WARM_UP = 100_000;
    private static final int WINDOWS = 5;
    private static final int FRAMES = 20_000;

    private final Ear ear = new Ear();
    private final Slate out = new Slate();
    private final PbxCounters counters = new PbxCounters("test");
    private final byte[] frame = new byte[640];

    /** Hears, and gives the way back. */
    private static final class Ear implements StreamCallHandle {
        private StreamWire wire;
        private long bytes;

        @Override
        public void audio(byte[] media, int offset, int length, long nowNs) {
            bytes += length;
        }

        @Override
        public void audio(ByteBuf media, long nowNs) {
            bytes += media.readableBytes();
        }

        @Override
        public void formats(StreamFormat in, StreamFormat out) {}

        @Override
        public void digit(char digit, int ms, long nowNs) {}

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

    /** One buffer for all messages. */
    private static final class Slate implements WsOutput {
        private final ByteBuf buffer = Unpooled.directBuffer(4_096);
        private long messages;

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
            messages++;
        }

        @Override
        public boolean audio(ByteBuf message, boolean binary) {
            messages++;
            return true;
        }

        @Override
        public boolean roomForAudio() {
            return true;
        }

        @Override
        public void close(int code, String reason) {
            throw new AssertionError("closed: " + reason);
        }
    }

    private interface Step {
        void run(int i);
    }

    /** The window with the least of five: what a step allocates is in all of them, what the JVM does when it compiles anew in some. */
    private static long allocated(Step action) {
        for (int i = 0; i < WARM_UP; i++) {
            action.run(i);
        }
        long[] bytes = new long[WINDOWS];
        for (int window = 0; window < WINDOWS; window++) {
            int from = WARM_UP + window * FRAMES;
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = from; i < from + FRAMES; i++) {
                action.run(i);
            }
            bytes[window] = THREADS.getCurrentThreadAllocatedBytes() - before;
        }
        Arrays.sort(bytes);
        return bytes[0];
    }

    private WsProtocol protocol(MediaDialect dialect) {
        return new DialectProtocol(dialect, PbxAccess.loopback("streams." + dialect.name()), calls(), counters);
    }

    private WsSession connect(WsProtocol protocol, String path, String first) {
        WsSession session = ((WsDecision.Accept) protocol.admit(PbxRig.handshake(path))).session();
        session.opened(out, 0);
        session.text(Unpooled.copiedBuffer(first, StandardCharsets.UTF_8), 0);
        return session;
    }

    private void measure(WsSession session) {
        ByteBuf message = Unpooled.directBuffer(640).writeBytes(frame);
        assertThat(allocated(i -> session.binary(message.setIndex(0, 640), i)))
                .as("bytes per %d messages in", FRAMES)
                .isZero();
        assertThat(ear.bytes).isEqualTo(640L * (WARM_UP + WINDOWS * FRAMES));
        assertThat(allocated(i -> ear.wire.audio(frame, 640, 48, 20L * i)))
                .as("bytes per %d frames out", FRAMES)
                .isZero();
        assertThat(out.messages).isGreaterThan(WARM_UP + WINDOWS * FRAMES);
    }

    private StreamCallHandle.Opener calls() {
        return (offer, wire, loop, nowNs, opening) -> {
            ear.wire = wire;
            opening.opened(ear, nowNs);
        };
    }

    @Test
    void shouldAllocateNothingPerFrameOfAsterisk() {
        measure(connect(
                protocol(MediaDialects.asterisk(60, counters)),
                "/media/asterisk",
                "MEDIA_START connection_id:0af1 channel_id:x format:slin16 optimal_frame_size:640 ptime:20"));
    }

    @Test
    void shouldAllocateNothingPerFrameOfAFork() {
        measure(connect(
                protocol(MediaDialects.freeSwitch(new AudioForkSettings(160, 16_000, Playback.BINARY), counters)),
                "/media/freeswitch",
                "{}"));
    }

    @Test
    void shouldAllocateNothingPerFrameOfVonage() {
        measure(connect(
                protocol(MediaDialects.vonage(60, counters)),
                "/media/vonage",
                "{\"event\":\"websocket:connected\",\"content-type\":\"audio/l16;rate=16000\"}"));
    }
}

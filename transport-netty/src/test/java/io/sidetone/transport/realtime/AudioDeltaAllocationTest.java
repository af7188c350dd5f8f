package io.sidetone.transport.realtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import io.sidetone.transport.ws.WsOutput;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An audio delta costs its buffer and nothing else. */
@Tag("allocation")
class AudioDeltaAllocationTest {
    private static final int FRAME_BYTES = 960;

    @Test
    void shouldAllocateNothingButTheBuffer() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        ServerEvents events = new ServerEvents(new Reusing(), new ServerEvents.Ids("allocation0000"));
        byte[] head = events.audioHead("resp_1", "item_1", 0);
        byte[] payload = new byte[FRAME_BYTES];
        for (int i = 0; i < 20_000; i++) {
            events.audio(head, payload, FRAME_BYTES);
        }
        long least = Long.MAX_VALUE;
        for (int window = 0; window < 5; window++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 1_000; i++) {
                events.audio(head, payload, FRAME_BYTES);
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least).isZero();
    }

    private static final class Reusing implements WsOutput {
        private final ByteBuf buffer = Unpooled.buffer(4_096);

        @Override
        public EventLoop loop() {
            return null;
        }

        @Override
        public ByteBuf buffer(int bytes) {
            return buffer.clear();
        }

        @Override
        public void text(ByteBuf message) {}

        @Override
        public boolean audio(ByteBuf message, boolean binary) {
            return true;
        }

        @Override
        public boolean roomForAudio() {
            return true;
        }

        @Override
        public void close(int code, String reason) {}
    }
}

package io.sidetone.transport.vip.message;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Law 3 for the agent's sound: its message is written without an object. */
@Tag("allocation")
class AudioMessageAllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int WINDOWS = 5;
    private static final int MESSAGES = 20_000;

    @Test
    void shouldAllocateNothingPerMessage() {
        byte[] sound = new byte[640];
        ByteBuf out = Unpooled.buffer(AudioMessage.bytes(sound.length));
        write(out, sound, 3 * MESSAGES);
        long[] bytes = new long[WINDOWS];
        for (int window = 0; window < WINDOWS; window++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            write(out, sound, MESSAGES);
            bytes[window] = THREADS.getCurrentThreadAllocatedBytes() - before;
        }
        Arrays.sort(bytes);
        assertThat(bytes[WINDOWS / 2] / MESSAGES)
                .as("bytes per message, median of windows")
                .isZero();
    }

    private static void write(ByteBuf out, byte[] sound, int messages) {
        for (int i = 0; i < messages; i++) {
            out.clear();
            AudioMessage.write(out, i, 1_000L * i, 20L * i, sound, sound.length);
        }
    }
}

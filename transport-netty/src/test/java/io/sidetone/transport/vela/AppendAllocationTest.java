package io.sidetone.transport.vela;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What 20 ms of input cost: the message is read as a tree, so that one strict reader serves every event; the bytes are its
 * copy, its text and its sound.
 */
@Tag("VEL-08")
class AppendAllocationTest {
    private static final int SOUND = 640;
    private static final int WINDOWS = 5;
    private static final int ROUNDS = 2_000;
    private static final long MOST = 12L * SOUND;

    @Test
    @Tag("allocation")
    void shouldAllocateNoMoreThanAFewCopiesOfTheMessage() throws Exception {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        VelaReader reader = new VelaReader(VelaSettings.MAX_MESSAGE_BYTES);
        AudioIn audio = new AudioIn();
        ByteBuf message = Unpooled.copiedBuffer(
                "{\"type\":\"input_audio.append\",\"payload\":{\"chunk\":\""
                        + Base64.getEncoder().encodeToString(new byte[SOUND]) + "\"}}",
                StandardCharsets.US_ASCII);
        long[] bytes = new long[WINDOWS];
        long nowNs = 1;
        for (int window = 0; window < WINDOWS; window++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < ROUNDS; i++) {
                nowNs += 20_000_000L;
                VelaMessage.Append append = (VelaMessage.Append) reader.read(message);
                audio.decode(append.chunk(), nowNs);
            }
            bytes[window] = threads.getCurrentThreadAllocatedBytes() - before;
        }
        Arrays.sort(bytes);
        long each = bytes[WINDOWS / 2] / ROUNDS;
        System.out.println("input_audio.append of 20 ms at 16 kHz: " + each + " bytes allocated");
        assertThat(each).isBetween((long) SOUND, MOST);
    }
}

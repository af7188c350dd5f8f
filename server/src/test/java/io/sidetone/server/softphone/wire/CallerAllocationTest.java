package io.sidetone.server.softphone.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.sidetone.audio.codec.Pcmu;
import io.sidetone.server.softphone.Speech;
import io.sidetone.server.softphone.sound.CallerSound;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A measuring telephone that makes garbage would measure its own collector. */
@Tag("allocation")
class CallerAllocationTest {
    private static final int FRAMES = 400;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final ByteBuffer received = ByteBuffer.allocate(400);

    @Test
    void shouldAllocateNothingPerPacketWhenItSendsAndReceives() {
        long least = Long.MAX_VALUE;
        for (int run = 0; run < 12; run++) {
            least = Math.min(least, bytesOfOneRun());
        }
        assertThat(least).isZero();
    }

    /** New logs each time: these grow by whole blocks, once for many packets, which is not what is counted here. */
    private long bytesOfOneRun() {
        PacketLog arrivals = new PacketLog();
        CallerSender sender = new CallerSender(
                new LineFormat(Pcmu.INSTANCE, 0, 101),
                1,
                packet -> received.clear().put(packet).flip().hasRemaining(),
                new CallerTrack());
        sender.play(new CallerSound("a", Speech.sentence(1, 2_000)));
        short[] pcm = new short[PacketLog.MAX_PAYLOAD_BYTES];
        int voiced = 0;
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < FRAMES; i++) {
            sender.step(i * 20_000_000L);
            arrivals.add(received, i);
            voiced += arrivals.decode(i, pcm);
        }
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(voiced).isEqualTo(FRAMES * CallerSound.FRAME_SAMPLES);
        return bytes;
    }
}

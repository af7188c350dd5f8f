package io.sidetone.tools.softphone.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.sidetone.audio.codec.AudioCodec;
import io.sidetone.tools.softphone.Speech;
import io.sidetone.tools.softphone.sound.CallerSound;
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
        for (int payloadType : new int[] {LineFormat.PCMU, LineFormat.G722}) {
            long least = Long.MAX_VALUE;
            for (int run = 0; run < 12; run++) {
                least = Math.min(least, bytesOfOneRun(payloadType));
            }
            assertThat(least).as("payload type %d", payloadType).isZero();
        }
    }

    /** New logs each time: these grow by whole blocks, once for many packets, which is not what is counted here. */
    private long bytesOfOneRun(int payloadType) {
        PacketLog arrivals = new PacketLog();
        AgentDecoder decoder = new AgentDecoder(arrivals, 8_000);
        AudioCodec codec = LineFormat.codecOf(payloadType);
        CallerSender sender = new CallerSender(
                new LineFormat(codec, payloadType, 101),
                1,
                packet -> received.clear().put(packet).flip().hasRemaining(),
                new CallerTrack());
        sender.echoing(new FarEndEcho(arrivals, codec.sampleRateHz(), 15, 60));
        sender.play(new CallerSound("a", Speech.sentence(1, 2_000)));
        short[] pcm = new short[AgentDecoder.MAX_SAMPLES];
        int heard = 0;
        // The decoders of the log and of the echo are made by the first packet each of them sees.
        for (int i = 0; i < 2; i++) {
            sender.step((i - 2) * 20_000_000L);
            arrivals.add(received, i - 2);
            heard += decoder.decode(i, pcm);
        }
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 2; i < FRAMES; i++) {
            sender.step(i * 20_000_000L);
            arrivals.add(received, i);
            heard += decoder.decode(i, pcm);
        }
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(heard).isEqualTo(FRAMES * 160);
        return bytes;
    }
}

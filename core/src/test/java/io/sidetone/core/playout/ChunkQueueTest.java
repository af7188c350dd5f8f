package io.sidetone.core.playout;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.port.PcmChunk;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ChunkQueueTest {
    private static final int RATE_HZ = 8_000;
    private static final long SEED = 7;

    /** The sample at each position is the position itself, as far as 16 bits go. */
    @Test
    void shouldReadWhatIsAtAPositionWhereverItWasReadBefore() {
        Random random = new Random(SEED);
        ChunkQueue queue = new ChunkQueue();
        short[] target = new short[400];
        long position = 0;
        for (int round = 0; round < 5_000; round++) {
            while (queue.end() - position < 800) {
                queue.add(chunk(queue.end(), 1 + random.nextInt(500)));
            }
            // Mostly on, sometimes back or ahead.
            long from =
                    switch (random.nextInt(8)) {
                        case 0 -> Math.max(queue.oldest(), position - random.nextInt(3_000));
                        case 1 -> position + random.nextInt(400);
                        default -> position;
                    };
            int samples = 1 + random.nextInt(target.length);
            int expected = (int) Math.min(samples, queue.end() - from);

            assertThat(queue.read(from, target, samples)).as("round %d", round).isEqualTo(expected);

            for (int i = 0; i < expected; i++) {
                assertThat(target[i]).as("round %d, sample %d", round, i).isEqualTo((short) (from + i));
            }
            position = Math.max(position, from) + expected;
            queue.forget(position);
        }
        queue.clear();
        assertThat(queue.read(0, target, 10)).isZero();
        queue.add(chunk(0, 20));
        assertThat(queue.read(5, target, 10)).isEqualTo(10);
        assertThat(target[0]).isEqualTo((short) 5);
    }

    private static PcmChunk chunk(long start, int samples) {
        short[] pcm = new short[samples];
        for (int i = 0; i < samples; i++) {
            pcm[i] = (short) (start + i);
        }
        return new PcmChunk(RATE_HZ, pcm, 0, samples, null);
    }
}

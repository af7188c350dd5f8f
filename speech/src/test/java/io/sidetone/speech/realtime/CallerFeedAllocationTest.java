package io.sidetone.speech.realtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("allocation")
class CallerFeedAllocationTest {
    private static final int FRAMES = 5_000;

    private Runnable due;
    private long frames;
    private long lastMs;

    @Test
    void shouldAllocateNothingForAFrame() {
        CallerFeed feed = new CallerFeed(step -> due = step, new Counting(), 160);
        feed.paused(false);
        feed.start(1);
        short[] pcm = new short[160];
        run(feed, pcm, 0);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        run(feed, pcm, FRAMES);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(allocated).isLessThan(FRAMES);
        assertThat(frames).isEqualTo(2L * FRAMES);
        assertThat(lastMs).isEqualTo(20L * 2 * FRAMES);
    }

    private void run(CallerFeed feed, short[] pcm, int from) {
        for (int i = 1; i <= FRAMES; i++) {
            feed.hear(pcm, 0, 160, 20L * (from + i));
            feed.audio(pcm, 0, 160);
            Runnable step = due;
            due = null;
            if (step != null) {
                step.run();
            }
        }
    }

    private final class Counting implements CallerFeed.Sink {
        @Override
        public void frame(short[] pcm, int offset, int samples, long streamPosMs) {
            frames++;
            lastMs = streamPosMs;
        }

        @Override
        public void begin(long token) {}

        @Override
        public void end(long token, boolean replyWanted) {}

        @Override
        public void drop(long token) {}

        @Override
        public void over() {}
    }
}

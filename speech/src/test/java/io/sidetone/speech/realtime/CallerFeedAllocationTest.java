package io.sidetone.speech.realtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.speech.meter.AllocatedBytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("allocation")
class CallerFeedAllocationTest {
    private static final int FRAMES = 5_000;

    private Runnable due;
    private long fed;
    private long frames;
    private long lastMs;

    @Test
    void shouldAllocateNothingForAFrame() {
        CallerFeed feed = new CallerFeed(step -> due = step, new Counting(), 160);
        feed.paused(false);
        feed.start(1);
        short[] pcm = new short[160];
        assertThat(AllocatedBytes.leastOf(() -> run(feed, pcm))).isZero();
        assertThat(frames).isEqualTo(fed);
        assertThat(lastMs).isEqualTo(20L * fed);
    }

    private void run(CallerFeed feed, short[] pcm) {
        for (int i = 0; i < FRAMES; i++) {
            fed++;
            feed.hear(pcm, 0, 160, 20L * fed);
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
        public void end(long token, boolean replyExpected) {}

        @Override
        public void pause(long token) {}

        @Override
        public void resume(long token) {}

        @Override
        public void drop(long token) {}

        @Override
        public void over() {}
    }
}

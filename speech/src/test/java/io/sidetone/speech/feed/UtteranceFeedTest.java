package io.sidetone.speech.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.port.ListenHint;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class UtteranceFeedTest {
    private final Queue<Runnable> loop = new ArrayDeque<>();
    private final List<String> seen = new ArrayList<>();
    private final UtteranceFeed.Sink sink = new UtteranceFeed.Sink() {
        @Override
        public void frame(short[] pcm, int offset, int samples) {
            seen.add("frame " + pcm[offset]);
        }

        @Override
        public void begin(long token, ListenHint hint) {
            seen.add("begin " + token);
        }

        @Override
        public void end(long token, boolean replyExpected) {
            seen.add("end " + token);
        }

        @Override
        public void drop(long token) {
            seen.add("drop " + token);
        }

        @Override
        public void over() {
            seen.add("over");
        }
    };
    private final UtteranceFeed feed = new UtteranceFeed(loop::add, sink, 8, 160);

    private boolean frame(int value) {
        short[] pcm = new short[160];
        pcm[0] = (short) value;
        return feed.audio(pcm, 0, 160);
    }

    private void run() {
        for (Runnable step = loop.poll(); step != null; step = loop.poll()) {
            step.run();
        }
    }

    @Test
    void shouldKeepTheOrderOfFramesAndSteps() {
        frame(9);
        feed.start(1, ListenHint.OPEN);
        frame(1);
        frame(2);
        feed.end(1, true);
        frame(3);
        feed.start(2, ListenHint.OPEN);
        frame(4);
        run();
        frame(5);
        feed.cancel(2);
        feed.close();
        feed.start(3, ListenHint.OPEN);
        run();
        assertThat(seen)
                .containsExactly(
                        "begin 1", "frame 1", "frame 2", "end 1", "begin 2", "frame 4", "frame 5", "drop 2", "over");
    }

    @Test
    void shouldWakeTheLoopOnceForManyFrames() {
        feed.start(1, ListenHint.OPEN);
        frame(1);
        frame(2);
        assertThat(loop).hasSize(1);
    }

    @Test
    void shouldRefuseFramesWhenTheLoopIsBehindAndGoOnAfterwards() {
        feed.start(1, ListenHint.OPEN);
        for (int i = 0; i < 8; i++) {
            assertThat(frame(i)).isTrue();
        }
        assertThat(frame(8)).isFalse();
        run();
        assertThat(frame(9)).isTrue();
        feed.end(1, true);
        run();
        assertThat(seen).hasSize(11).endsWith("frame 9", "end 1");
    }

    @Test
    void shouldIgnoreTheEndOfAnEarlierUtterance() {
        feed.start(1, ListenHint.OPEN);
        feed.start(2, ListenHint.OPEN);
        feed.end(1, true);
        feed.cancel(1);
        frame(1);
        run();
        assertThat(seen).containsExactly("begin 1", "begin 2", "frame 1");
    }

    @Test
    void shouldEndAllTheSameWhenTheLoopHasEnded() {
        UtteranceFeed late = new UtteranceFeed(
                step -> {
                    throw new RejectedExecutionException("ended");
                },
                sink,
                8,
                160);
        late.close();
        assertThat(seen).containsExactly("over");
    }

    @Test
    void shouldLoseNothingInAnyInterleaving() {
        for (long seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            seen.clear();
            loop.clear();
            UtteranceFeed each = new UtteranceFeed(loop::add, sink, 8, 160);
            List<String> expected = new ArrayList<>();
            short[] pcm = new short[160];
            each.start(1, ListenHint.OPEN);
            expected.add("begin 1");
            for (int i = 0; i < 100; i++) {
                pcm[0] = (short) i;
                if (each.audio(pcm, 0, 160)) {
                    expected.add("frame " + i);
                }
                if (random.nextInt(3) == 0) {
                    run();
                }
            }
            each.end(1, true);
            run();
            expected.add("end 1");
            assertThat(seen).as("seed %d", seed).isEqualTo(expected);
        }
    }

    @Test
    void shouldLeaveTheLoopToOthersWhenTheLaneNeverRests() {
        UtteranceFeed[] each = new UtteranceFeed[1];
        UtteranceFeed.Sink restless = new UtteranceFeed.Sink() {
            @Override
            public void begin(long token, ListenHint hint) {
                each[0].start(token + 1, ListenHint.OPEN);
            }

            @Override
            public void frame(short[] pcm, int offset, int samples) {}

            @Override
            public void end(long token, boolean replyExpected) {}

            @Override
            public void drop(long token) {}

            @Override
            public void over() {}
        };
        each[0] = new UtteranceFeed(loop::add, restless, 8, 160);
        each[0].start(1, ListenHint.OPEN);
        loop.remove().run();
        assertThat(loop).isNotEmpty();
    }

    @Test
    void shouldGiveEachUtteranceItsOwnFramesWhileTheLaneGoesOn() throws InterruptedException {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        Queue<String> strangers = new ConcurrentLinkedQueue<>();
        AtomicLong frames = new AtomicLong();
        UtteranceFeed each = new UtteranceFeed(
                thread,
                new UtteranceFeed.Sink() {
                    private long present;

                    @Override
                    public void begin(long token, ListenHint hint) {
                        present = token;
                    }

                    @Override
                    public void frame(short[] pcm, int offset, int samples) {
                        frames.incrementAndGet();
                        if (pcm[offset] != (short) present) {
                            strangers.add("frame of " + pcm[offset] + " in " + present);
                        }
                    }

                    @Override
                    public void end(long token, boolean replyExpected) {
                        present = 0;
                    }

                    @Override
                    public void drop(long token) {
                        present = 0;
                    }

                    @Override
                    public void over() {}
                },
                128,
                160);
        short[] pcm = new short[160];
        long taken = 0;
        for (int token = 1; token <= 20_000; token++) {
            each.start(token, ListenHint.OPEN);
            pcm[0] = (short) token;
            for (int i = token % 4; i >= 0; i--) {
                taken += each.audio(pcm, 0, 160) ? 1 : 0;
            }
            each.end(token, true);
        }
        each.close();
        thread.shutdown();
        assertThat(thread.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        assertThat(strangers).isEmpty();
        assertThat(frames.get()).isEqualTo(taken);
    }
}

package io.sidetone.speech.realtime;

import io.sidetone.core.fence.Token;
import io.sidetone.speech.feed.FrameRing;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The lane's input of the caller's audio: frames of utterances, or of the whole call when the service gives the
 * evidence, and the commands between them, in order. When both come, the frames of utterances are already among the
 * others. It pauses while there is no connection; the ring then keeps the latest frames.
 */
final class CallerFeed {
    /** The receiver on the loop. Event loop only. */
    interface Sink {
        /** Takes 20 ms of the caller; {@code streamPosMs} is negative for a frame that belongs only to an utterance. */
        void frame(short[] pcm, int offset, int samples, long streamPosMs);

        void begin(long token);

        /** Ends the utterance; {@code replyExpected} is whether the call will answer it. */
        void end(long token, boolean replyExpected);

        /** The caller pauses in the utterance, and may have finished. */
        void pause(long token);

        /** The caller goes on after a pause. */
        void resume(long token);

        void drop(long token);

        void over();
    }

    private enum Kind {
        BEGIN,
        END,
        END_UNANSWERED,
        PAUSE,
        RESUME,
        DROP
    }

    private record Step(Kind kind, long token, long position) {}

    private static final int FRAMES = 128;

    /** More than a lane requests at once; then the loop's other work gets its turn. */
    private static final int STEPS_AT_ONCE = 64;

    private static final long IN_UTTERANCE = -1;

    /** After this many frames in a row that were not sent, the service no longer counts as hearing the whole call. */
    private static final int PRE_ROLL_FRAMES = 50;

    private final Executor loop;
    private final Sink sink;
    private final FrameRing ring;
    /** Twice as long as the ring: a position is written before it is known whether its frame finds room. */
    private final long[] positionsMs = new long[2 * FRAMES];

    private final Queue<Step> steps = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean woken = new AtomicBoolean();
    private final Runnable work = this::work;
    private final FrameRing.Consumer taker = this::taken;
    private volatile boolean closing;

    // Lane.
    private boolean recording;
    private boolean throughout;
    private int unheard;
    private long laneToken = Token.NONE;

    // Event loop.
    private boolean paused = true;
    private boolean over;

    CallerFeed(Executor loop, Sink sink, int frameSamples) {
        this.loop = loop;
        this.sink = sink;
        this.ring = new FrameRing(FRAMES, frameSamples);
    }

    void start(long token) {
        recording = !closing;
        laneToken = token;
        step(Kind.BEGIN, token);
    }

    boolean audio(short[] pcm, int offset, int samples) {
        if (!recording) {
            return true;
        }
        if (throughout && ++unheard <= PRE_ROLL_FRAMES) {
            return true;
        }
        throughout = false;
        return offer(pcm, offset, samples, IN_UTTERANCE);
    }

    boolean hear(short[] pcm, int offset, int samples, long streamPosMs) {
        throughout = true;
        unheard = 0;
        return closing || offer(pcm, offset, samples, streamPosMs);
    }

    private boolean offer(short[] pcm, int offset, int samples, long streamPosMs) {
        positionsMs[(int) ring.written() & 2 * FRAMES - 1] = streamPosMs;
        boolean taken = ring.offer(pcm, offset, samples);
        wake();
        return taken;
    }

    void end(long token, boolean replyExpected) {
        if (token == laneToken && recording) {
            recording = false;
            step(replyExpected ? Kind.END : Kind.END_UNANSWERED, token);
        }
    }

    void pauses(long token) {
        stepWithin(Kind.PAUSE, token);
    }

    void goesOn(long token) {
        stepWithin(Kind.RESUME, token);
    }

    private void stepWithin(Kind kind, long token) {
        if (token == laneToken && recording) {
            step(kind, token);
        }
    }

    void cancel(long token) {
        if (token == laneToken) {
            recording = false;
            step(Kind.DROP, token);
        }
    }

    void close() {
        recording = false;
        closing = true;
        wake();
    }

    private void step(Kind kind, long token) {
        if (!closing) {
            steps.add(new Step(kind, token, ring.written()));
            wake();
        }
    }

    private void wake() {
        if (woken.compareAndSet(false, true)) {
            try {
                loop.execute(work);
            } catch (RejectedExecutionException loopEnded) {
                // The server stops; the call still waits for the end of its session.
                work();
            }
        }
    }

    /** Pauses or continues. Event loop only. */
    void paused(boolean on) {
        paused = on;
        if (!on) {
            work();
        }
    }

    private void work() {
        woken.set(false);
        for (int i = 0; i < STEPS_AT_ONCE && !over; i++) {
            if (closing) {
                over = true;
                sink.over();
                return;
            }
            if (paused) {
                return;
            }
            // Read before the commands: a frame that is not counted here may belong to a command that is not visible
            // yet.
            long written = ring.written();
            Step next = steps.peek();
            long until = next == null ? written : next.position;
            while (ring.read() < until) {
                ring.take(taker);
            }
            if (next == null) {
                return;
            }
            steps.poll();
            switch (next.kind) {
                case BEGIN -> sink.begin(next.token);
                case END -> sink.end(next.token, true);
                case END_UNANSWERED -> sink.end(next.token, false);
                case PAUSE -> sink.pause(next.token);
                case RESUME -> sink.resume(next.token);
                default -> sink.drop(next.token);
            }
        }
        if (!over) {
            wake();
        }
    }

    private void taken(short[] pcm, int offset, int samples) {
        sink.frame(pcm, offset, samples, positionsMs[(int) ring.read() & 2 * FRAMES - 1]);
    }
}

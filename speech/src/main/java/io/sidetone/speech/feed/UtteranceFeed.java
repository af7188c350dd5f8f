package io.sidetone.speech.feed;

import io.sidetone.core.fence.Token;
import io.sidetone.core.port.ListenHint;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The lane's input for a recognizer that works on an event loop. Frames pass through a ring. Commands pass through a
 * queue that refuses nothing; each names the frame at which it applies, so that the loop sees everything in order. At
 * most one wake-up of the loop is pending.
 */
public final class UtteranceFeed {
    /** The receiver on the loop. Event loop only. */
    public interface Sink extends FrameRing.Consumer {
        /** An utterance of turn {@code token} begins. */
        void begin(long token, ListenHint hint);

        /**
         * No more frames come for {@code token}: its transcript is awaited; {@code replyExpected} as for the session.
         */
        void end(long token, boolean replyExpected);

        /** Drops {@code token}: none of its results is needed any more. */
        void drop(long token);

        /** The call has ended, or needs another session. Called once, last. */
        void over();
    }

    private enum Kind {
        BEGIN,
        END,
        DROP,
        OVER
    }

    /** More than a lane requests at once; then the loop's other work gets its turn. */
    private static final int STEPS_AT_ONCE = 64;

    private record Step(Kind kind, long token, ListenHint hint, boolean replyExpected, long position) {}

    private final Executor loop;
    private final Sink sink;
    private final FrameRing ring;
    private final Queue<Step> steps = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean woken = new AtomicBoolean();
    private final Runnable work = this::work;

    // Lane.
    private boolean recording;
    private boolean closed;
    private long laneToken = Token.NONE;

    // Event loop.
    private boolean over;

    /**
     * Creates the feed.
     *
     * @param frames how many frames the loop may lag before frames are lost, a power of two
     * @param frameSamples most samples of a frame
     */
    public UtteranceFeed(Executor loop, Sink sink, int frames, int frameSamples) {
        this.loop = loop;
        this.sink = sink;
        this.ring = new FrameRing(frames, frameSamples);
    }

    /** As {@link io.sidetone.core.port.RecognizerSession#start}. Lane only, like all methods below. */
    public void start(long token, ListenHint hint) {
        if (!closed) {
            recording = true;
            laneToken = token;
            step(new Step(Kind.BEGIN, token, hint, false, ring.written()));
        }
    }

    /** As {@link io.sidetone.core.port.RecognizerSession#audio}; frames outside of an utterance are dropped. */
    public boolean audio(short[] pcm, int offset, int samples) {
        if (!recording) {
            return true;
        }
        boolean taken = ring.offer(pcm, offset, samples);
        wake();
        return taken;
    }

    /**
     * As {@link io.sidetone.core.port.RecognizerSession#end}; ignored when {@code token} is not the present utterance.
     */
    public void end(long token, boolean replyExpected) {
        if (token == laneToken && !closed) {
            recording = false;
            step(new Step(Kind.END, token, null, replyExpected, ring.written()));
        }
    }

    /** As {@link io.sidetone.core.port.RecognizerSession#cancel}. */
    public void cancel(long token) {
        if (token == laneToken && !closed) {
            recording = false;
            step(new Step(Kind.DROP, token, null, false, ring.written()));
        }
    }

    /** As {@link io.sidetone.core.port.RecognizerSession#close}. */
    public void close() {
        if (!closed) {
            closed = true;
            recording = false;
            step(new Step(Kind.OVER, Token.NONE, null, false, ring.written()));
        }
    }

    private void step(Step step) {
        steps.add(step);
        wake();
    }

    private void wake() {
        if (woken.compareAndSet(false, true)) {
            try {
                loop.execute(work);
            } catch (RejectedExecutionException loopEnded) {
                // The server stops: no more words are awaited, but the call waits for the end of its session.
                work();
            }
        }
    }

    private void work() {
        woken.set(false);
        for (int i = 0; i < STEPS_AT_ONCE && !over; i++) {
            // Read before the commands: a frame that is not counted here may belong to a command that is not visible
            // yet.
            long written = ring.written();
            Step next = steps.peek();
            long until = next == null ? written : next.position;
            while (ring.read() < until) {
                ring.take(sink);
            }
            if (next == null) {
                return;
            }
            steps.poll();
            apply(next);
        }
        if (!over) {
            wake();
        }
    }

    private void apply(Step step) {
        switch (step.kind) {
            case BEGIN -> sink.begin(step.token, step.hint);
            case END -> sink.end(step.token, step.replyExpected);
            case DROP -> sink.drop(step.token);
            case OVER -> {
                over = true;
                sink.over();
            }
            default -> throw new IllegalStateException("step " + step.kind + " has no effect defined");
        }
    }
}

package io.sidetone.server.agents.answering;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** A call that somebody is asked about: one attempt, within a time, and one outcome. Thread-safe. */
abstract sealed class CallQuestion permits WebhookQuestion, PluginQuestion {
    private final long limitMs;
    private final Outcome outcome;
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile Future<?> deadline;

    /** Answer, before it is known whether it is of use. */
    interface Answer {
        /** Reads it. */
        AnswerReply read() throws UnusableReplyException;
    }

    /** Takes what becomes of the question, exactly once, on any thread. */
    interface Outcome {
        /** Somebody answered. */
        void answered(Answer answer);

        /** Nobody did, for a reason in words. */
        void failed(String why);
    }

    CallQuestion(Duration limit, Outcome outcome) {
        this.limitMs = limit.toMillis();
        this.outcome = outcome;
    }

    /**
     * Asks, once. Never blocks.
     *
     * @param timer tells when time is over; fails where the server is stopping
     */
    final void ask(Supplier<ScheduledThreadPoolExecutor> timer) {
        try {
            ScheduledThreadPoolExecutor running = timer.get();
            Future<?> asked = put();
            deadline = running.schedule(() -> late(asked), limitMs, TimeUnit.MILLISECONDS);
            if (over.get()) {
                deadline.cancel(false);
            }
        } catch (RuntimeException stopping) {
            fail("it cannot be asked: " + stopping.getMessage());
        }
    }

    /** Puts the question; never blocks. What is returned is cancelled when time is over. */
    abstract Future<?> put();

    private void late(Future<?> asked) {
        if (fail("no answer within " + limitMs + " ms")) {
            asked.cancel(true);
        }
    }

    /** Returns whether {@code answer} is the one that counts. */
    final boolean answer(Answer answer) {
        boolean counts = settle();
        if (counts) {
            outcome.answered(answer);
        }
        return counts;
    }

    /** Returns whether this is what becomes of the question. */
    final boolean fail(String why) {
        boolean counts = settle();
        if (counts) {
            outcome.failed(why);
        }
        return counts;
    }

    private boolean settle() {
        boolean first = over.compareAndSet(false, true);
        Future<?> running = deadline;
        if (first && running != null) {
            running.cancel(false);
        }
        return first;
    }
}

package io.sidetone.speech.embedded.flite;

import io.sidetone.audio.SampleRate;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.fence.Token;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.core.port.WordTimes;
import io.sidetone.speech.voice.TurnCredit;
import io.sidetone.speech.voice.TurnCredits;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Synthesis for one call. Commands of the lane and audio of the voice wait in an inbox. Only the publishing thread
 * empties the inbox and publishes, so events are in order. Granting credit allocates nothing.
 */
final class EmbeddedSynthesisSession implements SynthesisSession {
    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedSynthesisSession.class);
    private static final int FRAME_MS = SampleRate.FRAME_MS;
    private static final int MAX_CLAUSE_CHARS = 2_000;
    /** The most waiting clauses of one call: more means a model that never stops. */
    private static final int MAX_CLAUSES = 256;

    private final EmbeddedSynthesizer synthesizer;
    private final Fence fence;
    private final SynthesisEvents events;
    private final ConcurrentLinkedQueue<Runnable> inbox = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final Runnable drain = this::drain;

    // Written by the lane.
    private final TurnCredits credits = new TurnCredits();
    private volatile long cancelledThrough = Token.NONE;
    private volatile boolean closing;

    // Publishing thread.
    private final Deque<Clause> clauses = new ArrayDeque<>();
    private Clause making;
    private long publishingToken = Token.NONE;
    private long publishedMs;
    private boolean opened;
    private boolean closed;

    EmbeddedSynthesisSession(EmbeddedSynthesizer synthesizer, Fence fence, SynthesisEvents events) {
        this.synthesizer = synthesizer;
        this.fence = fence;
        this.events = events;
    }

    void opened(Throwable failure) {
        send(() -> {
            opened = true;
            if (!closing && failure == null) {
                events.ready();
            } else if (!closing) {
                events.failed(
                        0,
                        0,
                        new EngineFailure("unavailable", synthesizer.health().detail(), false));
            }
        });
    }

    @Override
    public void speak(long token, int clause, String text) {
        if (closing) {
            return;
        }
        Clause asked = new Clause(token, clause, text, credits.of(token));
        send(() -> accept(asked));
    }

    @Override
    public void credit(long token, int ms) {
        TurnCredit credit = credits.of(token);
        if (credit.grant(ms) && credit.reached()) {
            schedule();
        }
    }

    @Override
    public void cancel(long throughToken) {
        cancelledThrough = Math.max(cancelledThrough, throughToken);
        schedule();
    }

    @Override
    public void close() {
        if (!closing) {
            closing = true;
            schedule();
        }
    }

    private void send(Runnable message) {
        inbox.add(message);
        schedule();
    }

    private void schedule() {
        if (scheduled.compareAndSet(false, true)) {
            synthesizer.publish(drain);
        }
    }

    /** Empties the inbox. Publishing thread only, like all methods below. */
    private void drain() {
        scheduled.set(false);
        try {
            for (Runnable message = inbox.poll(); message != null; message = inbox.poll()) {
                message.run();
            }
            if (closing) {
                release();
                return;
            }
            dropDead();
            makeNext();
            publishAll();
        } catch (RuntimeException e) {
            LOG.error("a synthesis session failed and is closed", e);
            closing = true;
            release();
        }
    }

    private void accept(Clause clause) {
        if (closing) {
            return;
        }
        if (dead(clause.token)) {
            synthesizer.countStale();
        } else if (clause.original.length() > MAX_CLAUSE_CHARS) {
            refuse(
                    clause,
                    "a clause of " + clause.original.length() + " characters exceeds " + MAX_CLAUSE_CHARS
                            + "; cut the text into clauses");
        } else if (clauses.size() >= MAX_CLAUSES) {
            refuse(clause, MAX_CLAUSES + " clauses are waiting already; wait for some to be spoken");
        } else {
            clauses.add(clause);
        }
    }

    private void refuse(Clause clause, String why) {
        events.failed(clause.token, clause.index, new EngineFailure("rejected", why, false));
    }

    private void dropDead() {
        clauses.removeIf(clause -> {
            clause.dropped = dead(clause.token);
            if (clause.dropped) {
                synthesizer.countStale();
            }
            return clause.dropped;
        });
    }

    private boolean dead(long token) {
        return token <= cancelledThrough || fence.isDead(token);
    }

    /** Starts the synthesis of the next clause: one at a time, and at most one beyond the clause that is published. */
    private void makeNext() {
        int complete = 0;
        for (Clause clause : opened ? clauses : List.<Clause>of()) {
            if (making != null && !making.dropped || complete > 1) {
                return;
            }
            if (clause.complete) {
                complete++;
            } else if (!clause.asked) {
                make(clause);
            }
        }
    }

    private void make(Clause clause) {
        clause.asked = true;
        List<PcmChunk> cached = synthesizer.cached(clause.original);
        SpeakableText text = cached == null ? SpeakableText.of(clause.original) : null;
        if (cached != null) {
            clause.ready.addAll(cached);
            clause.complete = true;
        } else if (text.isEmpty()) {
            clause.complete = true;
        } else {
            making = clause;
            synthesizer.synthesize(new VoiceThread.Job(
                    text,
                    chunk -> send(() -> add(clause, chunk)),
                    () -> closing || dead(clause.token),
                    failure -> send(() -> made(clause, failure))));
        }
    }

    private void add(Clause clause, PcmChunk chunk) {
        clause.all.add(chunk);
        if (!clause.dropped) {
            clause.ready.add(chunk);
        }
    }

    private void made(Clause clause, String failure) {
        if (making == clause) {
            making = null;
        }
        clause.complete = true;
        clause.failure = failure;
        if (failure == null && !clause.dropped && !dead(clause.token) && !closing) {
            synthesizer.remember(clause.original, clause.all);
        }
    }

    private void publishAll() {
        for (Clause head = clauses.peek(); head != null; head = clauses.peek()) {
            if (head.token != publishingToken) {
                publishingToken = head.token;
                publishedMs = 0;
            }
            while (!head.ready.isEmpty()) {
                if (dead(head.token)) {
                    dropDead();
                    schedule(); // for what is left
                    return;
                }
                if (!publishNext(head)) {
                    return;
                }
            }
            if (!head.complete) {
                return;
            }
            clauses.poll();
            if (head.failure == null) {
                events.done(head.token, head.index);
            } else {
                events.failed(head.token, head.index, new EngineFailure("broken", head.failure, true));
            }
            makeNext();
        }
    }

    /** Publishes the clause's next chunk, or the part that credit allows; returns false when none is left. */
    private boolean publishNext(Clause clause) {
        PcmChunk chunk = clause.ready.peek();
        int wholeMs = ClauseCache.lengthMs(chunk);
        long availableMs = available(clause);
        if (availableMs < wholeMs && availableMs < FRAME_MS) {
            clause.credit.await(publishedMs + Math.min(wholeMs, FRAME_MS));
            availableMs = available(clause); // it may have come while we looked
            if (availableMs < wholeMs && availableMs < FRAME_MS) {
                return false;
            }
        }
        clause.credit.await(Long.MAX_VALUE);
        clause.ready.poll();
        if (availableMs < wholeMs) {
            int ms = (int) availableMs / FRAME_MS * FRAME_MS;
            clause.ready.addFirst(part(chunk, ms, wholeMs, null));
            chunk = part(chunk, 0, ms, chunk.words());
            wholeMs = ms;
        }
        publishedMs += wholeMs;
        events.audio(clause.token, clause.index, chunk);
        return true;
    }

    private long available(Clause clause) {
        return clause.credit.grantedMs() - publishedMs;
    }

    private static PcmChunk part(PcmChunk chunk, int fromMs, int toMs, WordTimes words) {
        int perMs = chunk.sampleRateHz() / 1000;
        int from = fromMs * perMs;
        int count = Math.min(toMs * perMs, chunk.samples()) - from;
        short[] pcm = new short[count];
        chunk.copyTo(from, pcm, 0, count);
        return new PcmChunk(chunk.sampleRateHz(), pcm, 0, count, words);
    }

    private void release() {
        if (!closed) {
            closed = true;
            clauses.forEach(clause -> clause.dropped = true);
            clauses.clear();
            synthesizer.closed(this);
            events.closed();
        }
    }

    /** One clause of a turn, and its audio. */
    private static final class Clause {
        private final long token;
        private final int index;
        private final String original;
        private final TurnCredit credit;
        private final Deque<PcmChunk> ready = new ArrayDeque<>();
        private final List<PcmChunk> all = new ArrayList<>();
        private boolean asked;
        private boolean complete;
        private boolean dropped;
        private String failure;

        private Clause(long token, int index, String original, TurnCredit credit) {
            this.token = token;
            this.index = index;
            this.original = original;
            this.credit = credit;
        }
    }
}

package io.sidetone.speech.voice;

import io.sidetone.core.fence.Token;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.WordTimes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.LongPredicate;

/** The clauses of one session in order, and how much of the present turn was published. One thread. */
final class Clauses {
    private static final int FRAME_MS = 20;
    private static final int LITTLE_MS = 2_000;
    private static final int MAX_CLAUSES = 256;
    /** The longest text that every service accepts. */
    private static final int MAX_CHARS = 4_096;

    private static final short[] NO_PCM = {};

    private final SynthesisEvents events;
    private final LongPredicate dead;
    private final Deque<SpokenClause> waiting = new ArrayDeque<>();
    private long rateToken = Token.NONE;
    private int rateHz;
    private long publishedToken = Token.NONE;
    private long publishedSamples;

    Clauses(SynthesisEvents events, LongPredicate dead) {
        this.events = events;
        this.dead = dead;
    }

    /** Returns why {@code clause} cannot be accepted, or null. */
    EngineFailure refusal(SpokenClause clause) {
        if (clause.text().length() > MAX_CHARS) {
            return EngineFailure.ofRequest(
                    "rejected",
                    "a clause of " + clause.text().length() + " characters exceeds " + MAX_CHARS
                            + "; cut the text into clauses");
        }
        if (waiting.size() >= MAX_CLAUSES) {
            return EngineFailure.ofRequest(
                    "rejected", MAX_CLAUSES + " clauses are waiting already; wait for some to be spoken");
        }
        return null;
    }

    void add(SpokenClause clause) {
        // Punctuation without a letter makes no sound, and services refuse it.
        clause.over = !clause.speakable();
        waiting.add(clause);
    }

    SpokenClause head() {
        return waiting.peek();
    }

    Collection<SpokenClause> all() {
        return waiting;
    }

    List<SpokenClause> underWay() {
        List<SpokenClause> found = new ArrayList<>(2);
        for (SpokenClause clause : waiting) {
            if (clause.asked && !clause.over) {
                found.add(clause);
            }
        }
        return found;
    }

    int heldMs() {
        int ms = 0;
        for (SpokenClause clause : waiting) {
            ms += clause.heldMs();
        }
        return ms;
    }

    /** Returns whether the first clause has little audio left and more is to come: later clauses must then not delay it. */
    boolean headStarves() {
        SpokenClause head = waiting.peek();
        return head != null && !head.over && head.heldMs() < LITTLE_MS;
    }

    /** Returns the rate of the turn: it keeps its first rate, because playout cannot change the rate within a turn. */
    int rateOfTurn(long token, int offeredHz) {
        if (token != rateToken) {
            rateToken = token;
            rateHz = offeredHz;
        }
        return rateHz;
    }

    /** Takes the first clause's next chunk within the credit of its turn, or returns null. */
    PcmChunk next() {
        SpokenClause head = waiting.peek();
        if (head.token() != publishedToken) {
            publishedToken = head.token();
            publishedSamples = 0;
        }
        int samples = head.rateHz == 0 ? 0 : sendable(head);
        boolean onlyWords = samples == 0 && head.over && head.wordsNew && head.sounded() && head.pcm.size() == 0;
        if (samples == 0 && !onlyWords) {
            return null;
        }
        WordTimes words = head.wordsNew ? head.words : null;
        head.wordsNew = false;
        publishedSamples += samples;
        return new PcmChunk(head.rateHz, samples == 0 ? NO_PCM : head.pcm.take(samples), 0, samples, words);
    }

    /** Whole frames, except at the end of a clause. */
    private int sendable(SpokenClause head) {
        int perMs = head.rateHz / 1_000;
        int frame = perMs * FRAME_MS;
        long credit = head.credit.grantedMs() * perMs - publishedSamples;
        long most = Math.min(credit, (long) perMs * PcmChunk.MAX_MS);
        int held = head.pcm.size();
        if (held <= most && head.over) {
            return held;
        }
        return (int) (Math.max(0, Math.min(held, most)) / frame * frame);
    }

    /** Announces the end of the first clause if all of it was published; otherwise returns false. */
    boolean finishHead() {
        SpokenClause head = waiting.peek();
        if (!head.over || head.pcm.size() > 0) {
            return false;
        }
        waiting.poll();
        if (head.failure == null) {
            events.done(head.token(), head.index());
        } else {
            events.failed(head.token(), head.index(), head.failure);
        }
        return true;
    }

    List<SpokenClause> removeDead() {
        List<SpokenClause> removed = new ArrayList<>();
        for (Iterator<SpokenClause> each = waiting.iterator(); each.hasNext(); ) {
            SpokenClause clause = each.next();
            if (dead.test(clause.token())) {
                each.remove();
                removed.add(clause);
            }
        }
        return removed;
    }

    /** Fails the clauses that credit does not reach any more. */
    void abandon(EngineFailure failure) {
        for (SpokenClause clause = waiting.poll(); clause != null; clause = waiting.poll()) {
            if (!dead.test(clause.token())) {
                events.failed(clause.token(), clause.index(), failure);
            }
        }
    }

    void clear() {
        waiting.clear();
    }
}

package io.sidetone.speech.cartesia;

import io.sidetone.speech.voice.PcmDecoder;
import io.sidetone.speech.voice.SpokenClause;
import io.sidetone.speech.voice.VoiceEncoding;
import io.sidetone.speech.voice.WordCollector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;

/** One context of the service: its clauses, in order. One thread. */
final class CartesiaContext {
    final String id;
    final long token;
    private final VoiceEncoding encoding;
    private final int sampleRateHz;
    private final List<Part> parts = new ArrayList<>();
    private int current;
    private int lastFlush = -1;
    boolean ended;
    ScheduledFuture<?> idle;

    /** A clause and its progress. */
    static final class Part {
        final SpokenClause clause;
        final PcmDecoder decoder;
        final WordCollector words;

        /** Place where its audio begins within the context. */
        long startMs;

        Part(SpokenClause clause, VoiceEncoding encoding) {
            this.clause = clause;
            this.decoder = new PcmDecoder(encoding);
            this.words = new WordCollector(clause.text());
        }
    }

    CartesiaContext(String id, long token, VoiceEncoding encoding, int sampleRateHz) {
        this.id = id;
        this.token = token;
        this.encoding = encoding;
        this.sampleRateHz = sampleRateHz;
    }

    void add(SpokenClause clause) {
        parts.add(new Part(clause, encoding));
        begin();
    }

    private void begin() {
        if (current > 0 && current < parts.size()) {
            Part before = parts.get(current - 1);
            parts.get(current).startMs = before.startMs + before.decoder.samples() * 1_000 / sampleRateHz;
        }
    }

    /** Returns the clause whose audio is expected next, or null. */
    Part current() {
        return current < parts.size() ? parts.get(current) : null;
    }

    /** Returns the clause that audio with this flush id belongs to; ids count from 1, and 0 means none. */
    Part at(int flushId) {
        return flushId > current + 1 && flushId <= parts.size() ? parts.get(flushId - 1) : current();
    }

    /** Returns whether this flush id ends a clause for the first time. */
    boolean newFlush(int flushId) {
        boolean fresh = flushId == 0 || flushId > lastFlush;
        lastFlush = Math.max(lastFlush, flushId);
        return fresh;
    }

    /** Completes the present clause and returns it. */
    Part advance() {
        Part done = parts.get(current++);
        begin();
        return done;
    }

    /** Returns the clauses that are not complete, in order. */
    List<Part> rest() {
        return new ArrayList<>(parts.subList(current, parts.size()));
    }

    boolean holds(SpokenClause clause) {
        for (Part part : parts) {
            if (part.clause == clause) {
                return true;
            }
        }
        return false;
    }

    boolean first(SpokenClause clause) {
        return parts.get(0).clause == clause;
    }

    void stopWaiting() {
        if (idle != null) {
            idle.cancel(false);
            idle = null;
        }
    }
}

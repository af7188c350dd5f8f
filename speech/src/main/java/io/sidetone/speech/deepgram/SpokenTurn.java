package io.sidetone.speech.deepgram;

import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.SynthesisEvents;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** One turn of the agent: clauses that are not yet requested, and audio that waits for credit. Event loop only. */
final class SpokenTurn {
    private record Out(SpokenClause clause, PcmChunk chunk, EngineFailure failure) {}

    final long token;
    final Deque<SpokenClause> waiting = new ArrayDeque<>();
    private final int sampleRateHz;
    private final Deque<Out> out = new ArrayDeque<>();
    private long grantedMs;
    private long publishedSamples;
    private long heldSamples;

    SpokenTurn(long token, int sampleRateHz) {
        this.token = token;
        this.sampleRateHz = sampleRateHz;
    }

    void grant(int ms) {
        grantedMs += ms;
    }

    void audio(SpokenClause clause, PcmChunk chunk) {
        heldSamples += chunk.samples();
        out.add(new Out(clause, chunk, null));
    }

    void done(SpokenClause clause) {
        out.add(new Out(clause, null, null));
    }

    void failed(SpokenClause clause, EngineFailure failure) {
        out.add(new Out(clause, null, failure));
    }

    /** Returns the audio that waits for credit, in ms. */
    long heldMs() {
        return heldSamples * 1_000 / sampleRateHz;
    }

    boolean empty() {
        return waiting.isEmpty() && out.isEmpty();
    }

    /** Publishes as much audio as the credit allows. */
    void publish(SynthesisEvents events) {
        for (Out next = out.peek(); next != null; next = out.peek()) {
            SpokenClause clause = next.clause;
            if (next.chunk != null) {
                long after = publishedSamples + next.chunk.samples();
                if (after * 1_000 > grantedMs * sampleRateHz) {
                    return;
                }
                publishedSamples = after;
                heldSamples -= next.chunk.samples();
                out.poll();
                events.audio(token, clause.index(), next.chunk);
            } else {
                out.poll();
                if (next.failure == null) {
                    events.done(token, clause.index());
                } else {
                    events.failed(token, clause.index(), next.failure);
                }
            }
        }
    }

    /** Returns the clauses whose end has not been published. */
    List<SpokenClause> unfinished() {
        List<SpokenClause> left = new ArrayList<>();
        for (Out each : out) {
            if (each.chunk == null) {
                left.add(each.clause);
            }
        }
        left.addAll(waiting);
        return left;
    }
}

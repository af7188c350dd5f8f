package io.sidetone.bench.streams;

import io.sidetone.bench.callers.InterruptingStream;
import io.sidetone.bench.callers.InterruptingStream.Interruption;
import io.sidetone.bench.harness.Findings;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * The time of clears, from the message that triggered them. The carrier knows when it sent each message and when it
 * read the clear; the server knows which message was the trigger and when its event loop read it. Both use the
 * machine's monotonic clock.
 */
final class Reactions {
    private static final long MOST_NS = 60_000_000_000L;
    private static final long FRAME_NS = 20_000_000L;

    private final Histogram byKey = histogram();
    private final Histogram byVoice = histogram();
    private final Histogram way = histogram();
    private final Histogram server = histogram();
    private final Histogram speech = histogram();
    private final Map<String, Deque<Commit>> commits = new HashMap<>();
    private long unmatched;

    private static Histogram histogram() {
        return new Histogram(MOST_NS, 3);
    }

    /** Takes the server's record, in its order. */
    Reactions(String commitLines) {
        commitLines.lines().map(Commit::of).forEach(commit -> commits.computeIfAbsent(
                        commit.call(), call -> new ArrayDeque<>())
                .add(commit));
    }

    /** Takes the interruptions of one call; those whose clear came before {@code fromNs} are not measured. */
    void add(InterruptingStream stream, long fromNs) throws IOException {
        Deque<Commit> its = commits.getOrDefault(stream.callSid(), new ArrayDeque<>());
        for (Interruption interruption : stream.interruptions()) {
            Commit commit = null;
            while (!its.isEmpty() && its.peek().atNs() <= interruption.clearNs()) {
                commit = its.remove();
            }
            if (commit == null || commit.byKey() != interruption.byKey()) {
                unmatched++;
            } else if (interruption.clearNs() >= fromNs) {
                measure(interruption, commit);
            }
        }
    }

    private void measure(Interruption interruption, Commit commit) throws IOException {
        int trigger = interruption.byKey() ? 0 : (int) (commit.frame() - interruption.firstFrame());
        if (trigger < 0 || trigger >= interruption.sentNs().length) {
            unmatched++;
            return;
        }
        long sentNs = interruption.sentNs()[trigger];
        if (commit.atNs() < sentNs) {
            throw new IOException("a message was read before it was sent: the processes' clocks differ");
        }
        (interruption.byKey() ? byKey : byVoice).recordValue(interruption.clearNs() - sentNs);
        way.recordValue(commit.atNs() - sentNs);
        server.recordValue(interruption.clearNs() - commit.atNs());
        if (!interruption.byKey()) {
            speech.recordValue((trigger + 1) * FRAME_NS);
        }
    }

    /** Returns the 99th percentile of those by a key, in ms; not a number when there was none. */
    double keyP99Ms() {
        return byKey.getTotalCount() == 0 ? Double.NaN : byKey.getValueAtPercentile(99) / 1e6;
    }

    /** Returns the 99th percentile of all, in ms. */
    double p99Ms() {
        Histogram all = new Histogram(byKey);
        all.add(byVoice);
        return all.getValueAtPercentile(99) / 1e6;
    }

    void report(Findings findings) {
        findings.histogram("key sent -> clear read, µs", byKey)
                .histogram("frame sent that commits -> clear read, µs", byVoice)
                .histogram("of both: sent -> read by the server's event loop, µs", way)
                .histogram("of both: read by the server's event loop -> clear read, µs", server)
                .histogram("event time: first frame of speech -> end of the frame that commits, µs", speech)
                .count("interruptions that could not be matched", unmatched);
    }
}

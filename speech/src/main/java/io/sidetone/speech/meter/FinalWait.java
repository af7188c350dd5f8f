package io.sidetone.speech.meter;

import org.HdrHistogram.ConcurrentHistogram;

/**
 * How long the last words of an utterance are worth waiting for before the words that are known count: half as long again as
 * 99 of 100 transcripts took. What a service is known for stands until enough were measured. One per engine, shared by its
 * calls. Thread-safe.
 */
public final class FinalWait {
    /** Transcripts measured before they count. */
    public static final int MEASURED_FROM = 100;

    private static final int RENEWED_EVERY = 50;
    private static final int LEAST_MS = 100;
    private static final long MS = 1_000_000L;

    private final ConcurrentHistogram taken;
    private final int mostMs;
    private volatile int ms;
    private volatile long renewedAt;

    /**
     * Creates the wait.
     *
     * @param assumedP99Ms what 99 of 100 transcripts of the service take, by experience of others
     * @param mostMs longest wait; a transcript that was not waited for is taken to have needed this
     */
    public FinalWait(int assumedP99Ms, int mostMs) {
        this.taken = new ConcurrentHistogram(mostMs * 2L * MS, 2);
        this.mostMs = mostMs;
        this.ms = within(assumedP99Ms);
    }

    private int within(long p99Ms) {
        return (int) Math.min(mostMs, Math.max(LEAST_MS, p99Ms * 3 / 2));
    }

    /** Records a transcript that came {@code ns} after the end of its utterance. */
    public void came(long ns) {
        record(Math.max(0, Math.min(mostMs * MS, ns)));
    }

    /** Records one that was not waited for any longer. */
    public void missed() {
        record(mostMs * MS);
    }

    private void record(long ns) {
        taken.recordValue(ns);
        long count = taken.getTotalCount();
        if (count >= MEASURED_FROM && count - renewedAt >= RENEWED_EVERY) {
            renewedAt = count;
            ms = within(taken.getValueAtPercentile(99) / MS);
        }
    }

    /** Returns the wait, at most {@link #mostMs}. */
    public int ms() {
        return ms;
    }

    /** Returns the longest wait. */
    public int mostMs() {
        return mostMs;
    }
}

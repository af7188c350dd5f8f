package io.sidetone.speech.meter;

import org.HdrHistogram.ConcurrentHistogram;

/**
 * The time that the last words of an utterance are awaited before the known words count: 1.5 times the 99th percentile
 * of the transcripts. The assumed value of the service is used until enough transcripts were measured. One per engine,
 * shared by its calls. Thread-safe.
 */
public final class FinalWait {
    /** Number of transcripts before the measured value counts. */
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
     * @param assumedP99Ms assumed 99th percentile of the service
     * @param mostMs longest wait; a transcript that came too late counts as this long
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

    /** Records a transcript that came too late. */
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

package io.sidetone.core.metrics;

/**
 * Time for which the caller of one call waits for responses (T07): to the first sound of the answer, which a filler is not. Lane thread
 * only.
 */
public final class ResponseWait {
    private static final long MS = 1_000_000L;

    private final DurationRecorder all;
    private final ResponseTimes times = new ResponseTimes();
    private boolean due;

    /** Creates the times of a call, which are added to those of {@code all} calls. */
    public ResponseWait(DurationRecorder all) {
        this.all = all;
    }

    /** The agent begins to respond. */
    public void begins() {
        due = true;
    }

    /** Drops what it had begun: it does not count any more. */
    public void drop() {
        due = false;
    }

    /** The answer has sound; the first time after {@link #begins} counts. */
    public void sounds(long speechEndedNs, long nowNs) {
        if (due) {
            due = false;
            times.add((nowNs - speechEndedNs) / MS);
            all.record(nowNs - speechEndedNs);
        }
    }

    /** The times so far. */
    public ResponseTimes times() {
        return times;
    }
}

package io.sidetone.transport.sip.endpoint;

import java.util.function.Consumer;

/** At most one line per kind and interval: what a peer can cause at line rate must not fill a disk. One thread. */
final class SparseLog {
    private final Consumer<String> lines;
    private final long intervalNs;
    private final long[] lastNs = new long[SipCounter.values().length];
    private final long[] suppressed = new long[SipCounter.values().length];
    private final boolean[] seen = new boolean[SipCounter.values().length];

    SparseLog(Consumer<String> lines, long intervalNs) {
        this.lines = lines;
        this.intervalNs = intervalNs;
    }

    /** Returns whether a line of this kind may be said now; if not, it is counted. Asked first, so that a flood builds no text. */
    boolean due(SipCounter kind, long nowNs) {
        int index = kind.ordinal();
        boolean due = !seen[index] || nowNs - lastNs[index] >= intervalNs;
        if (!due) {
            suppressed[index]++;
        }
        return due;
    }

    /** Says that this happened, unless the same kind was said within the interval. */
    void report(SipCounter kind, String detail, long nowNs) {
        if (due(kind, nowNs)) {
            say(kind, detail, nowNs);
        }
    }

    /** Says it; to be called after {@link #due}. */
    void say(SipCounter kind, String detail, long nowNs) {
        int index = kind.ordinal();
        StringBuilder line =
                new StringBuilder("sip: ").append(kind.label()).append(": ").append(detail);
        if (suppressed[index] > 0) {
            line.append(" (and ").append(suppressed[index]).append(" more since the last such line)");
        }
        seen[index] = true;
        lastNs[index] = nowNs;
        suppressed[index] = 0;
        lines.accept(line.toString());
    }
}

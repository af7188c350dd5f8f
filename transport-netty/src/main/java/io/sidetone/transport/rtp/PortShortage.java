package io.sidetone.transport.rtp;

import java.util.function.Consumer;

/** Writes that the range of ports is too small, at most once a minute, with how often since the last line. Thread-safe. */
final class PortShortage {
    private static final long INTERVAL_NS = 60_000_000_000L;

    private final RtpSettings settings;
    private final Consumer<String> log;
    private boolean wrote;
    private long wroteNs;
    private long early;
    private long none;

    PortShortage(RtpSettings settings, Consumer<String> log) {
        this.settings = settings;
        this.log = log;
    }

    /** A pair was used again before its rest was over. */
    synchronized void early(long nowNs) {
        early++;
        write(nowNs);
    }

    /** A call found every pair in use. */
    synchronized void none(long nowNs) {
        none++;
        write(nowNs);
    }

    private void write(long nowNs) {
        if (wrote && nowNs - wroteNs < INTERVAL_NS) {
            return;
        }
        wrote = true;
        wroteNs = nowNs;
        log.accept("rtp.ports " + settings.lowPort() + "-" + settings.highPort() + " is too small: " + early
                + " port pairs were used again before they had rested " + settings.portRestNs() / 1_000_000 + " ms and "
                + none + " calls found no pair since the last such line; widen rtp.ports or lower limits.max-calls");
        early = 0;
        none = 0;
    }
}

package io.sidetone.core.replay;

import io.sidetone.core.journal.record.JournalRecord;
import io.sidetone.core.journal.record.RecordKind;

/**
 * The times of the inputs of one call, in their order. A tick serves the call every 20 ms, so a second without any is a
 * jump, and ticks never go back; what engines and sockets send may be a little older than the tick before it.
 */
final class InputClock {
    static final long JUMP_NS = 1_000_000_000L;
    private static final long MS = 1_000_000L;

    private final long epochNs;
    private long nowNs;
    private long lastTickNs;
    private long elapsedNs;
    private long jumps;
    private ClockJump first;

    /** Begins at {@code nowNs}; positions count from {@code epochNs}. */
    InputClock(long epochNs, long nowNs) {
        this.epochNs = epochNs;
        this.nowNs = nowNs;
        this.lastTickNs = nowNs;
    }

    /** Input {@code number} follows. */
    void step(JournalRecord input, long number) {
        long stepNs = input.nowNs - nowNs;
        boolean tickBack = input.kind == RecordKind.TICK && input.nowNs < lastTickNs;
        if (stepNs >= JUMP_NS || stepNs <= -JUMP_NS || tickBack) {
            long byNs = tickBack ? Math.min(stepNs, input.nowNs - lastTickNs) : stepNs;
            jumps++;
            first = first != null ? first : new ClockJump(number, (nowNs - epochNs) / MS, byNs / MS);
            lastTickNs = input.nowNs;
        } else {
            elapsedNs += stepNs;
        }
        lastTickNs = input.kind == RecordKind.TICK ? input.nowNs : lastTickNs;
        nowNs = input.nowNs;
    }

    long nowMs() {
        return (nowNs - epochNs) / MS;
    }

    long nowNs() {
        return nowNs;
    }

    /** Time that went by, without the jumps. */
    long elapsedNs() {
        return Math.max(0, elapsedNs);
    }

    long jumps() {
        return jumps;
    }

    ClockJump first() {
        return first;
    }
}

package io.sidetone.core.call.life;

import io.sidetone.core.control.EndCause;
import io.sidetone.core.floor.FloorMachine;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.playout.FarEnd;
import io.sidetone.core.turn.TurnPolicy;

/** The times after which a call ends: without media, on hold, in set-up, in all. Lane thread only. */
final class CallLimits {
    private static final long MS = 1_000_000L;
    private static final long SETUP_LIMIT_NS = 30_000 * MS;

    private final FloorMachine floor;
    private final FarEnd farEnd;
    private final long epochNs;
    private long lastMediaNs;
    private long heldSinceNs;

    /** Creates the limits of a call that was admitted at {@code epochNs}. */
    CallLimits(FloorMachine floor, FarEnd farEnd, long epochNs) {
        this.floor = floor;
        this.farEnd = farEnd;
        this.epochNs = epochNs;
    }

    /** Something came from the far end. */
    void media(long nowNs) {
        lastMediaNs = nowNs;
    }

    /** The call is held from now on, or not any more; returns for how long it was not so, in ns. */
    long held(long nowNs) {
        long sinceNs = nowNs - heldSinceNs;
        heldSinceNs = nowNs;
        lastMediaNs = nowNs;
        return sinceNs;
    }

    /** Returns why the call has to end by now, or null. */
    EndCause passed(TurnPolicy policy, long nowNs) {
        if (farEnd.answered()
                && !floor.held()
                && nowNs - lastMediaNs >= policy.bounds().mediaTimeoutMs() * MS) {
            return EndCause.MEDIA_TIMEOUT;
        }
        if (floor.held() && nowNs - heldSinceNs >= policy.bounds().maxHoldMs() * MS) {
            return EndCause.HOLD_TIMEOUT;
        }
        if (floor.in(FloorState.CONNECTING) && nowNs - epochNs >= SETUP_LIMIT_NS) {
            return EndCause.ENGINE_FAILED;
        }
        return nowNs - epochNs >= policy.bounds().maxCallMs() * MS ? EndCause.MAX_CALL_LENGTH : null;
    }
}

package io.sidetone.transport.egress;

import io.sidetone.core.fence.FenceAuditor;
import io.sidetone.core.lane.CallHandle;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.core.lane.EgressRing;
import io.sidetone.core.metrics.DurationRecorder;
import io.sidetone.transport.loop.CallCountListener;
import java.util.Arrays;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;

/**
 * Parts that the calls of one event loop share on their way out: the rings the lanes fill, the auditor, and the table that finds
 * a frame's call.
 *
 * <p>A lane wakes the loop once per tick; the loop then drains that lane's ring. Everything but {@link #egress} and the
 * counters is used on the event loop only.
 */
public final class EgressLoop {
    private static final int INITIAL_CALLS = 256;

    /**
     * Packets of so many frames leave together. A system call may cost as much as two packets, so more would save little; and the
     * fence that let a frame pass is some ten microseconds old when its packet leaves.
     */
    private static final int FRAMES_TOGETHER = 16;

    /** A call on this loop. */
    public interface Member {
        /** Names the call. */
        long handle();

        /** Takes one of the call's frames; it stays the ring's. */
        void onFrame(EgressFrame frame, FenceAuditor auditor, long nowNs);

        /** Steps whatever waits for time to pass. */
        void onTimer(long nowNs);
    }

    private final Executor executor;
    private final LongSupplier clock;
    private final EgressRing[] rings;
    private final FenceAuditor auditor = new FenceAuditor();
    private final Runnable onFrameWithoutCall;
    private final Runnable onFault;
    private final DurationRecorder lateness = new DurationRecorder();
    private final DurationRecorder yields = new DurationRecorder();
    private final CallCountListener carried;
    private SendGathering gathering = SendGathering.NONE;
    private Member[] members = new Member[INITIAL_CALLS];
    private int present;

    /**
     * Creates the shared part of one loop.
     *
     * @param executor the event loop
     * @param carried hears how many calls there are; event loop
     * @param clock monotonic time in ns, read once per frame or timer
     * @param lanes lanes that may send here
     * @param ringFrames frames a lane may be ahead, a power of two
     * @param onFrameWithoutCall called with a frame whose call is gone; event loop
     * @param onFault called with a defect in a call's own code; event loop
     */
    public EgressLoop(
            Executor executor,
            CallCountListener carried,
            LongSupplier clock,
            int lanes,
            int ringFrames,
            Runnable onFrameWithoutCall,
            Runnable onFault) {
        this.onFrameWithoutCall = onFrameWithoutCall;
        this.onFault = onFault;
        this.executor = executor;
        this.carried = carried;
        this.clock = clock;
        this.rings = new EgressRing[lanes];
        for (int i = 0; i < lanes; i++) {
            Drain drain = new Drain(ringFrames);
            rings[i] = new EgressRing(ringFrames, () -> wake(drain));
            drain.ring = rings[i];
        }
    }

    /** Sets what gathers the packets of a drain; before the first frame. */
    public void gather(SendGathering packets) {
        gathering = packets;
    }

    /** Returns the ring of one lane to this loop. */
    public EgressRing egress(int lane) {
        return rings[lane];
    }

    private void wake(Drain drain) {
        try {
            executor.execute(drain);
        } catch (RejectedExecutionException ignored) {
            // The loop is gone, and its calls with it; a lane must not fail for that.
        }
    }

    /** Adds a call. Another one in the same slot is replaced: it belongs to an older generation. */
    public void register(Member member) {
        int index = CallHandle.index(member.handle());
        if (index >= members.length) {
            members = Arrays.copyOf(members, Math.max(index + 1, members.length * 2));
        }
        if (members[index] == null) {
            carried.carried(++present);
        }
        members[index] = member;
    }

    /** Removes a call, unless its slot has been taken over. */
    public void unregister(Member member) {
        int index = CallHandle.index(member.handle());
        if (index < members.length && members[index] == member) {
            members[index] = null;
            carried.carried(--present);
        }
    }

    /** Steps every call; call it about ten times a second. */
    public void onTimer(long nowNs) {
        Member[] registered = members;
        for (Member member : registered) {
            if (member != null) {
                try {
                    member.onTimer(nowNs);
                } catch (RuntimeException defect) {
                    onFault.run();
                }
            }
        }
    }

    private void dispatch(EgressFrame frame) {
        long nowNs = clock.getAsLong();
        lateness.record(nowNs - frame.dueNs);
        int index = CallHandle.index(frame.handle);
        Member member = index >= 0 && index < members.length ? members[index] : null;
        if (member == null || member.handle() != frame.handle) {
            onFrameWithoutCall.run();
            return;
        }
        try {
            member.onFrame(frame, auditor, nowNs);
            if (frame.yieldNs != 0) {
                sendGathered();
                yields.record(clock.getAsLong() - frame.yieldNs);
            }
        } catch (RuntimeException defect) {
            onFault.run();
        }
    }

    private void sendGathered() {
        gathering.end();
        gathering.begin();
    }

    /** Returns the witness of the fence. Any thread reads its counters. */
    public FenceAuditor auditor() {
        return auditor;
    }

    /** Returns how late frames reached the loop, in ns. Any thread reads. */
    public DurationRecorder lateness() {
        return lateness;
    }

    /** Returns how long yields took from their decision to the write of the last frame, in ns. Any thread reads. */
    public DurationRecorder yields() {
        return yields;
    }

    /** Empties one ring; at most one whole ring per turn, so that packets in are not kept waiting. */
    private final class Drain implements Runnable {
        private final int ringFrames;
        private EgressRing ring;

        private Drain(int ringFrames) {
            this.ringFrames = ringFrames;
        }

        @Override
        public void run() {
            boolean more;
            gathering.begin();
            try {
                more = drain();
            } finally {
                gathering.end();
            }
            if (more) {
                wake(this);
            }
        }

        private boolean drain() {
            for (int i = 0; i < ringFrames; i++) {
                EgressFrame frame = ring.peek();
                if (frame == null) {
                    return false;
                }
                dispatch(frame);
                ring.release();
                if (i % FRAMES_TOGETHER == FRAMES_TOGETHER - 1) {
                    sendGathered();
                }
            }
            return true;
        }
    }
}

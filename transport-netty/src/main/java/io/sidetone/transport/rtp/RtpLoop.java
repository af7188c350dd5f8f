package io.sidetone.transport.rtp;

import io.sidetone.core.fence.FenceAuditor;
import io.sidetone.core.lane.EgressRing;
import io.sidetone.core.metrics.DurationRecorder;
import io.sidetone.transport.egress.EgressLoop;
import io.sidetone.transport.egress.SendGathering;
import io.sidetone.transport.loop.CallCountListener;
import io.sidetone.transport.rtp.receive.ReceiveWork;
import io.sidetone.transport.rtp.stats.RtpCounter;
import io.sidetone.transport.rtp.stats.RtpCounters;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * Parts that the RTP calls of one media event loop share: their way out, and what they count together. Everything but {@link
 * #egress} and what is counted is used on the event loop only.
 */
public final class RtpLoop {
    private final EgressLoop out;
    private final RtpCounters counters = new RtpCounters();
    private final ReceiveWork receiving = new ReceiveWork();
    private final SendWork sending = new SendWork();
    private final DurationRecorder jitter = new DurationRecorder();
    private final DurationRecorder farJitter = new DurationRecorder();
    private final UnprovenTargets unproven;

    /**
     * Creates the shared part of one loop.
     *
     * @param executor the event loop
     * @param carried hears how many calls there are; event loop
     * @param clock monotonic time in ns, read once per frame or timer
     * @param lanes lanes that may send here
     * @param ringFrames frames a lane may be ahead, a power of two
     * @param unproven hosts that all loops know together
     */
    RtpLoop(
            Executor executor,
            CallCountListener carried,
            LongSupplier clock,
            int lanes,
            int ringFrames,
            UnprovenTargets unproven) {
        this.unproven = unproven;
        out = new EgressLoop(
                executor,
                carried,
                clock,
                lanes,
                ringFrames,
                () -> counters.increment(RtpCounter.FRAME_WITHOUT_CALL),
                () -> counters.increment(RtpCounter.HANDLER_ERROR));
    }

    /** Returns the ring of one lane to this loop. */
    public EgressRing egress(int lane) {
        return out.egress(lane);
    }

    /** Sets what gathers the packets of many calls; before the first frame. */
    void gather(SendGathering packets) {
        out.gather(packets);
    }

    /** Returns the hosts that media goes to and that have not spoken. */
    UnprovenTargets unproven() {
        return unproven;
    }

    /** Adds a call. Another one in the same slot is replaced: it belongs to an older generation. */
    void register(EgressLoop.Member member) {
        out.register(member);
    }

    /** Removes a call, unless its slot has been taken over. */
    void unregister(EgressLoop.Member member) {
        out.unregister(member);
    }

    /** Returns room for packets that come. */
    ReceiveWork receiving() {
        return receiving;
    }

    /** Returns room for packets that go out. */
    SendWork sending() {
        return sending;
    }

    /** Steps every call; call it about ten times a second. */
    void onTimer(long nowNs) {
        out.onTimer(nowNs);
    }

    /** Returns the way of frames to this loop. */
    public EgressLoop out() {
        return out;
    }

    /** Returns the sums over all calls this loop ever had. Any thread reads. */
    public RtpCounters counters() {
        return counters;
    }

    /** Returns the witness of the fence. Any thread reads its counters. */
    public FenceAuditor auditor() {
        return out.auditor();
    }

    /** Returns the jitter of what callers send, in ns, measured every few seconds of a call. Any thread reads. */
    public DurationRecorder jitter() {
        return jitter;
    }

    /** Returns the jitter of what we send, in ns, as callers report it. Any thread reads. */
    public DurationRecorder farJitter() {
        return farJitter;
    }
}

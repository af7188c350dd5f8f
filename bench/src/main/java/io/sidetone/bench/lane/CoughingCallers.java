package io.sidetone.bench.lane;

import io.sidetone.bench.audio.Voice;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.call.CallTap;
import io.sidetone.core.call.CallTaps;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.core.lane.EgressRing;
import io.sidetone.core.lane.LaneEvent;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.LanePublisher;
import io.sidetone.core.lane.Lanes;
import io.sidetone.core.mock.MockBehavior;
import java.util.Random;
import org.HdrHistogram.Histogram;

/**
 * Callers who cough while the agent speaks, so that it pauses and goes on, and who hang up after the second time; another one calls then.
 * Tells how late the lane is with each: from the caller's frame to the pause, from the time that going on was due, from the goodbye to
 * the fence. Driven by the thread of {@link OtherCalls}; the times are the lane's.
 */
final class CoughingCallers implements CallTaps {
    static final int LINES = 8;

    private static final int FRAME_TICKS = 4;
    private static final int COUGH_AT = 75;
    private static final int COUGH_FRAMES = 6;
    private static final int CALL_FRAMES = 3 * COUGH_AT;
    private static final int EGRESS_FRAMES = 256;

    private final Lanes lanes;
    private final EgressRing egress = new EgressRing(EGRESS_FRAMES, () -> {});
    private final EndlessVoice voice = new EndlessVoice(8_000);
    private final short[][] cough = new Voice(8_000).frames(COUGH_FRAMES);
    private final short[] quiet = new short[160];
    private final BenchCall[] calls = new BenchCall[LINES];
    private final Histogram yield = CommitStages.histogram();
    private final Histogram resume = CommitStages.histogram();
    private final Histogram hangUp = CommitStages.histogram();
    private volatile boolean counting;

    CoughingCallers(Lanes lanes) {
        this.lanes = lanes;
        Random random = new Random(1);
        for (int i = 0; i < quiet.length; i++) {
            quiet[i] = (short) random.nextInt(-4, 5);
        }
        lanes.register(0, egress);
    }

    /** 5 ms have passed: a quarter of the lines has its frame. */
    void step(long tick) {
        long frame = tick / FRAME_TICKS;
        for (int i = (int) (tick % FRAME_TICKS); i < LINES; i += FRAME_TICKS) {
            long nowNs = System.nanoTime();
            int at = (int) ((frame + i * (CALL_FRAMES / LINES)) % CALL_FRAMES);
            if (calls[i] == null || at == 0) {
                if (calls[i] != null) {
                    calls[i].hangUp(nowNs);
                }
                calls[i] = new BenchCall(lanes.claim(), egress, nowNs);
                calls[i].open(voice, new MockBehavior("Hello.", "Yes.", "", "", 0));
            }
            int into = at % COUGH_AT;
            calls[i].hear(at > COUGH_FRAMES && into < COUGH_FRAMES ? cough[into] : quiet, nowNs);
        }
        for (EgressFrame sent = egress.peek(); sent != null; sent = egress.peek()) {
            egress.release();
        }
    }

    /** Sets whether what they do counts from now on. Any thread. */
    void counting(boolean on) {
        counting = on;
    }

    /** Adds what was measured: from a frame to the pause, from the tick that was due, from the goodbye to the fence. */
    void addTo(Interrupted found) {
        found.with(Interrupted.Time.YIELD, yield)
                .with(Interrupted.Time.RESUME, resume)
                .with(Interrupted.Time.HANG_UP, hangUp);
    }

    @Override
    public CallTap open(int lane, CallSetup setup, LanePublisher publisher, long sequence, long nowNs) {
        return setup.line().media().egress() == egress ? new Tap() : CallTap.NONE;
    }

    /** Times one call; lane thread. */
    private final class Tap implements CallTap {
        private long sinceNs;
        private boolean leaving;

        @Override
        public void input(LaneEvent event, long sequence) {
            sinceNs = event.nowNs();
            leaving = event.type() == LaneEventType.HANG_UP;
        }

        @Override
        public void tick(long deadlineNs, long nowNs, long sequence, boolean overflowed) {
            sinceNs = deadlineNs;
        }

        @Override
        public void note(String kind, Object what) {
            if (kind.equals("yield")) {
                record(yield);
            } else if (kind.equals("resume")) {
                record(resume);
            }
        }

        @Override
        public void fenced(long mark) {
            if (leaving) {
                record(hangUp);
                leaving = false;
            }
        }

        private void record(Histogram to) {
            if (counting) {
                to.recordValue(Math.max(0, System.nanoTime() - sinceNs));
            }
        }
    }
}

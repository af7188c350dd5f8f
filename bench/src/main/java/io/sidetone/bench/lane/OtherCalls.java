package io.sidetone.bench.lane;

import io.sidetone.bench.audio.Voice;
import io.sidetone.core.lane.Admission;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.core.lane.EgressRing;
import io.sidetone.core.lane.Lanes;
import io.sidetone.core.mock.MockBehavior;
import io.sidetone.core.mock.MockSynthesizer;
import java.util.concurrent.locks.LockSupport;

/**
 * Other calls on the lane: each sends 50 frames a second and accepts the frames sent to it. One thread serves all of
 * them, as one event loop would.
 */
final class OtherCalls implements AutoCloseable {
    private static final long TICK_NS = 5_000_000L;
    private static final int PHASES = 4;
    private static final int FRAMES = 500;
    /** Room for two ticks of 4,000 calls. */
    private static final int EGRESS_FRAMES = 2_048;

    private final CoughingCallers coughing;
    private final BenchCall[] calls;
    private final EgressRing egress;
    private final short[][] voice = new Voice(8_000).frames(FRAMES);
    private final Thread thread = new Thread(this::run, "other-calls");
    private volatile boolean running = true;
    private volatile long refused;

    /** Opens {@code count} calls; the thread serves {@code coughing} too. */
    OtherCalls(Lanes lanes, int count, CoughingCallers coughing) {
        this.coughing = coughing;
        egress = new EgressRing(EGRESS_FRAMES, () -> {});
        lanes.register(0, egress);
        calls = new BenchCall[count];
        MockSynthesizer synthesizer = new MockSynthesizer(1);
        for (int i = 0; i < count; i++) {
            Admission admission = lanes.claim();
            calls[i] = new BenchCall(admission, egress, System.nanoTime());
            calls[i].open(synthesizer, MockBehavior.DEFAULT);
        }
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        long dueNs = System.nanoTime() + TICK_NS;
        for (long tick = 0; running; tick++) {
            long nowNs = System.nanoTime();
            while (nowNs - dueNs < 0) {
                LockSupport.parkNanos(dueNs - nowNs);
                nowNs = System.nanoTime();
            }
            for (int i = (int) (tick % PHASES); i < calls.length; i += PHASES) {
                if (!calls[i].hear(voice[(int) ((tick + i * 37L) % FRAMES)], nowNs)) {
                    refused++;
                }
            }
            coughing.step(tick);
            for (EgressFrame frame = egress.peek(); frame != null; frame = egress.peek()) {
                egress.release();
            }
            dueNs += TICK_NS;
        }
    }

    /** Returns the frames for which the lane had no room. */
    long refused() {
        return refused;
    }

    @Override
    public void close() {
        running = false;
        try {
            thread.join(1_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

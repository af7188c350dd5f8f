package io.sidetone.core.lane;

import com.sun.management.ThreadMXBean;
import io.sidetone.core.mock.MockBehavior;
import io.sidetone.core.mock.MockDialogue;
import io.sidetone.core.mock.MockRecognizer;
import io.sidetone.core.mock.MockSynthesizer;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.TurnPolicy;
import java.lang.management.ManagementFactory;
import java.util.Arrays;

/** What the lane's own steps allocate in one long call; microphone and what runs between steps are not counted. */
public final class LaneAllocation {
    public static final int WARM_UP_FRAMES = 10_000;

    private static final int WINDOWS = 101;
    private static final int WINDOW_FRAMES = 250;

    private final LaneRig rig;
    private final Runnable between;
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /**
     * Creates a meter.
     *
     * @param between runs after each frame
     */
    public LaneAllocation(LaneRig rig, Runnable between) {
        this.rig = rig;
        this.between = between;
    }

    /** A call in which nobody says anything by himself and no turn ends before {@code maxTurnMs}. */
    public LaneRig.RigCall call(int maxTurnMs) {
        rig.recordFrames = false;
        TurnPolicy d = TurnPolicy.DEFAULT;
        TurnPolicy policy = d.with(PolicyNumber.NO_INPUT, 0)
                .with(PolicyNumber.MAX_TURN, Math.max(maxTurnMs, d.maxTurnMs()))
                .within(new TurnPolicy.Bounds(
                        d.bounds().mediaTimeoutMs(),
                        Integer.MAX_VALUE,
                        Integer.MAX_VALUE,
                        0,
                        d.bounds().creditMs()));
        MockBehavior silent = new MockBehavior("", "", "", "", 0);
        LaneRig.RigCall call =
                rig.open(new MockRecognizer(), new MockDialogue(silent, null), new MockSynthesizer(1), policy);
        call.publish(LaneEventType.ANSWERED, 0, 0, null);
        return call;
    }

    /**
     * Bytes of the median window: something that is allocated in a frame is in every window, what the JVM does now and then
     * on this thread is in few.
     */
    public long bytesPerWindow(LaneRig.RigCall call, LaneRig.FrameSource source) {
        play(call, source, WARM_UP_FRAMES);
        long[] windows = new long[WINDOWS];
        for (int i = 0; i < WINDOWS; i++) {
            windows[i] = play(call, source, WINDOW_FRAMES);
        }
        Arrays.sort(windows);
        return windows[WINDOWS / 2];
    }

    /** Plays {@code frames} of {@code source}; returns the bytes allocated. */
    public long play(LaneRig.RigCall call, LaneRig.FrameSource source, int frames) {
        short[] frame = new short[rig.mediaRateHz / 50];
        long bytes = 0;
        for (int i = 0; i < frames; i++) {
            source.fill(frame);
            long before = threads.getCurrentThreadAllocatedBytes();
            rig.step(call.admission.publisher(), frame);
            bytes += threads.getCurrentThreadAllocatedBytes() - before;
            between.run();
        }
        return bytes;
    }
}

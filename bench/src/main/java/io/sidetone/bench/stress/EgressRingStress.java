package io.sidetone.bench.stress;

import io.sidetone.core.lane.EgressFrame;
import io.sidetone.core.lane.EgressRing;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** A lane sends three frames through a ring of two while the event loop takes them: whole, in order, each once. */
@JCStressTest
@State
@Outcome(id = "0, [0-3], [23]", expect = Expect.ACCEPTABLE, desc = "every frame that found room came once, in order")
@Outcome(expect = Expect.FORBIDDEN, desc = "a frame was torn, came twice, was lost or overtook another")
public class EgressRingStress {
    private static final int FRAMES = 3;
    private static final int LAST_SAMPLE = 159;

    private final EgressRing ring = new EgressRing(2, () -> {});
    private int sent;
    private int taken;
    private int broken;

    /** The lane. */
    @Actor
    public void lane() {
        for (int i = 0; i < FRAMES; i++) {
            EgressFrame frame = ring.claim();
            if (frame != null) {
                sent++;
                frame.token = sent;
                frame.samples = sent;
                frame.pcm[0] = (short) sent;
                frame.pcm[LAST_SAMPLE] = (short) sent;
                ring.publish();
            }
        }
    }

    /** The event loop. */
    @Actor
    public void loop(III_Result result) {
        for (int i = 0; i < FRAMES; i++) {
            take();
        }
        result.r2 = taken;
    }

    private void take() {
        EgressFrame frame = ring.peek();
        if (frame != null) {
            taken++;
            boolean whole = frame.token == taken
                    && frame.samples == taken
                    && frame.pcm[0] == taken
                    && frame.pcm[LAST_SAMPLE] == taken;
            broken += whole ? 0 : 1;
            ring.release();
        }
    }

    /** Takes the rest of the ring; afterwards every sent frame has been taken. */
    @Arbiter
    public void rest(III_Result result) {
        for (int i = 0; i < FRAMES; i++) {
            take();
        }
        result.r1 = broken + Math.abs(sent - taken);
        result.r3 = taken;
    }
}

package io.sidetone.bench.stress;

import io.sidetone.core.fence.Fence;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/**
 * A lane cancels while an event loop checks twice: a cancelled turn stays cancelled, and the writes before the cancel
 * are visible with it.
 */
@JCStressTest
@State
@Outcome(id = "false, false, [01]", expect = Expect.ACCEPTABLE, desc = "both checks came before the fence")
@Outcome(id = "false, true, 1", expect = Expect.ACCEPTABLE, desc = "the fence came between the checks")
@Outcome(id = "true, true, 1", expect = Expect.ACCEPTABLE, desc = "both checks came after the fence")
@Outcome(expect = Expect.FORBIDDEN, desc = "a dead token lives again, or the fence is seen before what led to it")
public class FenceStress {
    private static final long TURN = 16;
    private static final long CANCELLATION = 32;

    private final Fence fence = new Fence();
    private int cause;

    /** The lane. */
    @Actor
    public void cancel() {
        cause = 1;
        fence.advance(CANCELLATION);
        fence.advance(TURN);
    }

    /** An event loop. */
    @Actor
    public void check(ZZI_Result result) {
        result.r1 = fence.isDead(TURN);
        result.r2 = fence.isDead(TURN);
        result.r3 = cause;
    }
}

package io.sidetone.bench.stress;

import io.sidetone.core.lane.Admission;
import io.sidetone.core.lane.CallTable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * A call ends, by mistake twice, while another one claims a slot: the slot is returned once, and never under the old
 * handle.
 */
@JCStressTest
@State
@Outcome(id = "1, 0, 0", expect = Expect.ACCEPTABLE, desc = "the new call came too early")
@Outcome(id = "1, 2, 1", expect = Expect.ACCEPTABLE, desc = "the new call has the slot under the next generation")
@Outcome(expect = Expect.FORBIDDEN, desc = "the slot was given back twice, or a new call has an old name")
public class CallTableReleaseStress {
    private final CallTable table = new CallTable(1, 1);
    private final long old = table.claim(handle -> null).handle();

    /** Releases on the lane. */
    @Actor
    public void release(III_Result result) {
        result.r1 = (table.release(old) ? 1 : 0) + (table.release(old) ? 1 : 0);
    }

    /** Claims on an event loop. */
    @Actor
    public void claim(III_Result result) {
        Admission admission = table.claim(handle -> null);
        result.r2 = admission == null ? 0 : admission.handle() == old ? 1 : 2;
    }

    /** Reads the table. */
    @Arbiter
    public void active(III_Result result) {
        result.r3 = table.active();
    }
}

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

/** Two calls come for the last slot: one gets it. */
@JCStressTest
@State
@Outcome(
        id = {"1, 0, 1", "0, 1, 1"},
        expect = Expect.ACCEPTABLE,
        desc = "one call has the slot")
@Outcome(expect = Expect.FORBIDDEN, desc = "both have it, or neither")
public class CallTableClaimStress {
    private final CallTable table = new CallTable(1, 1);

    /** Claims on one event loop. */
    @Actor
    public void first(III_Result result) {
        result.r1 = claim();
    }

    /** Claims on another event loop. */
    @Actor
    public void second(III_Result result) {
        result.r2 = claim();
    }

    private int claim() {
        Admission admission = table.claim(handle -> null);
        return admission == null ? 0 : 1;
    }

    /** Reads the table. */
    @Arbiter
    public void active(III_Result result) {
        result.r3 = table.active();
    }
}

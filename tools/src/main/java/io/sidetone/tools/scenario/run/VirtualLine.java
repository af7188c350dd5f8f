package io.sidetone.tools.scenario.run;

import io.sidetone.core.control.ControlProgress;
import io.sidetone.core.control.ControlRequest;
import io.sidetone.core.lane.Admission;
import io.sidetone.core.lane.EgressRing;
import io.sidetone.core.mock.MockLine;
import org.agrona.concurrent.NanoClock;

/** A line on which everything that signalling is asked for succeeds at once. */
final class VirtualLine extends MockLine {
    private static final int DONE = 200;

    VirtualLine(Admission admission, EgressRing egress, NanoClock clock) {
        super(admission, egress, clock);
    }

    @Override
    public void transfer(ControlRequest request, ControlProgress progress) {
        progress.progress(request, DONE, true);
    }

    @Override
    public void hold(ControlRequest request, ControlProgress progress) {
        progress.progress(request, DONE, true);
    }

    @Override
    public void sendDigits(ControlRequest request, ControlProgress progress) {
        progress.progress(request, DONE, true);
    }
}

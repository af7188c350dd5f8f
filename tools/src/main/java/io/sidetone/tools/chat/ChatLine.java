package io.sidetone.tools.chat;

import io.sidetone.core.control.ControlProgress;
import io.sidetone.core.control.ControlRequest;
import io.sidetone.core.lane.Admission;
import io.sidetone.core.lane.EgressRing;
import io.sidetone.core.mock.MockLine;
import org.agrona.concurrent.NanoClock;

/** A line to nowhere: what the agent asks of its telephone is shown, and succeeds. */
final class ChatLine extends MockLine {
    private static final int DONE = 200;

    private final ChatScreen screen;

    ChatLine(Admission admission, EgressRing egress, NanoClock clock, ChatScreen screen) {
        super(admission, egress, clock);
        this.screen = screen;
    }

    private void done(String what, ControlRequest request, ControlProgress progress) {
        screen.whole("  (" + what + ")");
        progress.progress(request, DONE, true);
    }

    @Override
    public void transfer(ControlRequest request, ControlProgress progress) {
        done("here the call would be transferred to " + request.argument(), request, progress);
    }

    @Override
    public void hold(ControlRequest request, ControlProgress progress) {
        boolean on = request.kind() == ControlRequest.Kind.HOLD;
        done("here the caller would be " + (on ? "put on hold" : "taken back"), request, progress);
    }

    @Override
    public void sendDigits(ControlRequest request, ControlProgress progress) {
        done("here the keys " + request.argument() + " would be pressed", request, progress);
    }
}

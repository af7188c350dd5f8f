package io.sidetone.core.call;

import io.sidetone.core.dialogue.History;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.core.lane.EgressKind;
import io.sidetone.core.lane.LaneEvent;

/** A tap that takes nothing; one that takes little extends it. */
public class NoTap implements CallTap {
    static final CallTap INSTANCE = new NoTap();

    @Override
    public CallSetup setup(CallSetup given) {
        return given;
    }

    @Override
    public CallObserver observer(CallObserver given) {
        return given;
    }

    @Override
    public void input(LaneEvent event, long sequence) {}

    @Override
    public void tick(long deadlineNs, long nowNs, long sequence, boolean overflowed) {}

    @Override
    public void frame(EgressFrame frame) {}

    @Override
    public void frameRefused() {}

    @Override
    public void control(EgressKind kind, long nowNs) {}

    @Override
    public void recording(boolean on) {}

    @Override
    public void fenced(long mark) {}

    @Override
    public void note(String kind, Object what) {}

    @Override
    public void history(History.Snapshot snapshot) {}

    @Override
    public void handled() {}

    @Override
    public void closed() {}
}

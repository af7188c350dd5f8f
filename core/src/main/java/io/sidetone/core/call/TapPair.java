package io.sidetone.core.call;

import io.sidetone.core.dialogue.History;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.core.lane.EgressKind;
import io.sidetone.core.lane.LaneEvent;

/**
 * Two taps of one call as one. Each sees everything; the second one's ports stand behind those of the first. Lane thread
 * only; allocates nothing per frame.
 */
final class TapPair implements CallTap {
    private final CallTap first;
    private final CallTap second;

    TapPair(CallTap first, CallTap second) {
        this.first = first;
        this.second = second;
    }

    @Override
    public CallSetup setup(CallSetup given) {
        return first.setup(second.setup(given));
    }

    @Override
    public CallObserver observer(CallObserver given) {
        return first.observer(second.observer(given));
    }

    @Override
    public void input(LaneEvent event, long sequence) {
        first.input(event, sequence);
        second.input(event, sequence);
    }

    @Override
    public void tick(long deadlineNs, long nowNs, long sequence, boolean overflowed) {
        first.tick(deadlineNs, nowNs, sequence, overflowed);
        second.tick(deadlineNs, nowNs, sequence, overflowed);
    }

    @Override
    public void frame(EgressFrame frame) {
        first.frame(frame);
        second.frame(frame);
    }

    @Override
    public void frameRefused() {
        first.frameRefused();
        second.frameRefused();
    }

    @Override
    public void control(EgressKind kind, long nowNs) {
        first.control(kind, nowNs);
        second.control(kind, nowNs);
    }

    @Override
    public void recording(boolean on) {
        first.recording(on);
        second.recording(on);
    }

    @Override
    public void fenced(long mark) {
        first.fenced(mark);
        second.fenced(mark);
    }

    @Override
    public void note(String kind, Object what) {
        first.note(kind, what);
        second.note(kind, what);
    }

    @Override
    public void history(History.Snapshot snapshot) {
        first.history(snapshot);
        second.history(snapshot);
    }

    @Override
    public void handled() {
        first.handled();
        second.handled();
    }

    @Override
    public void closed() {
        first.closed();
        second.closed();
    }
}

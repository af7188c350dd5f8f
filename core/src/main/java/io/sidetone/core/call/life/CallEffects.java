package io.sidetone.core.call.life;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.CallStatistics;
import io.sidetone.core.call.CallTap;
import io.sidetone.core.call.Caption;
import io.sidetone.core.control.ControlRequest;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.conversation.Effects;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.floor.CallEvent;
import io.sidetone.core.floor.FloorMachine;
import io.sidetone.core.floor.FloorViews;
import io.sidetone.core.lane.EgressKind;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionOutcome;
import io.sidetone.core.turn.event.AnswerTimes;

/**
 * The one place where the effects of a conversation are applied: fence, egress, record, tap, observer. Lane thread only; one for each
 * call, allocates nothing per frame.
 */
final class CallEffects implements Effects {
    private static final long MS = 1_000_000L;

    private final CallRecord.Writer writer;
    private final CallRecord record;
    private final CallObserver observer;
    private final CallTap tap;
    private final FloorMachine floor;
    private final FaultGuard guard;
    private final Fence fence;
    private final EgressControls controls;
    private final ActionDispatch actions;
    private final Host host;
    private final UnrecordedWords unrecorded = new UnrecordedWords();
    private AgentChange change;
    private boolean away;
    private long nowNs;

    /** Things that only the whole call can do. */
    interface Host {
        /** Ends it. */
        void end(EndCause cause, long nowNs);

        /** Asks its telephone side. */
        void request(ControlRequest request, long nowNs);

        /** Its counts and times so far. */
        CallStatistics statistics();
    }

    CallEffects(
            CallRecord.Writer writer,
            CallObserver observer,
            CallTap tap,
            FloorMachine floor,
            FaultGuard guard,
            Fence fence,
            EgressControls controls,
            ActionDispatch actions,
            Host host) {
        this.writer = writer;
        this.record = writer.record();
        this.observer = observer;
        this.tap = tap;
        this.floor = floor;
        this.guard = guard;
        this.fence = fence;
        this.controls = controls;
        this.actions = actions;
        this.host = host;
    }

    /** {@code next} gives the call to other agents. */
    void agents(AgentChange next) {
        change = next;
    }

    /** Sets the time: what is done from now on is done at {@code now}. */
    void at(long now) {
        nowNs = now;
    }

    /** Notes whether it is the peer who holds the call because its user is away. */
    void away(boolean on) {
        away = on;
    }

    @Override
    public void fence(long mark) {
        fence.advance(mark);
        tap.fenced(mark);
    }

    @Override
    public void kill(long mark) {
        fence(mark);
        control(EgressKind.FLUSH, mark);
    }

    @Override
    public void control(EgressKind kind, long token) {
        controls.send(kind, token, nowNs);
    }

    @Override
    public void note(String kind, Object what) {
        Object kept = unrecorded.note(kind, what);
        record.timeline().add((nowNs - record.setup().who().epochNs()) / MS, kind, kept);
        tap.note(kind, kept);
    }

    @Override
    public void publish(CallEvent event) {
        try {
            observer.on(record, event);
        } catch (RuntimeException | LinkageError | AssertionError fault) {
            guard.caught("an observer failed", fault);
        }
    }

    @Override
    public void caption(Caption caption) {
        writer.caption(unrecorded.on() ? Caption.NONE : caption);
        guard.safely(CallObserver::on, observer, record, caption);
    }

    @Override
    public void history(History.Snapshot said) {
        History.Snapshot kept = unrecorded.history(said);
        writer.history(kept);
        tap.history(kept);
        statistics();
    }

    /** Publishes counts and times so far. */
    void statistics() {
        writer.statistics(host.statistics());
    }

    @Override
    public void overlays() {
        FloorViews views = floor.views();
        writer.views(away ? views.away() : views);
        writer.overlays(floor.held(), floor.yielding(), floor.recovering());
    }

    @Override
    public void check(long token, ActionCall action) {
        actions.check(token, action);
    }

    @Override
    public void invoke(long token, ActionCall action) {
        actions.invoke(token, action);
    }

    @Override
    public void cancel(ActionCall action) {
        actions.cancel(action);
    }

    @Override
    public void requested(ActionCall action) {
        record.requests().add(unrecorded.request(action, record.wallMs(nowNs)));
    }

    @Override
    public void acted(ActionCall action, long token, long requestedNs, String code) {
        note("action", action.action() + " -> " + code);
        ActionOutcome outcome = action.outcome(token, record.wallMs(requestedNs), record.wallMs(nowNs), code);
        record.actions().add(outcome);
        guard.safely(CallObserver::on, observer, record, new CallObserver.Acted(outcome));
    }

    @Override
    public void answered(AnswerTimes times) {
        record.answers().add(times);
    }

    @Override
    public void recording(boolean on) {
        if (on == record.unrecorded()) {
            unrecorded.recording(on, record.history());
            writer.unrecorded(!on);
            note("recording", on ? "goes on" : "paused");
            tap.recording(on);
        }
    }

    @Override
    public String openNext(ActionCall handOver, boolean byDialogue) {
        return change.openNext(handOver, byDialogue);
    }

    @Override
    public void dropNext() {
        change.dropNext();
    }

    @Override
    public boolean handOver(long now) {
        return change.handOver(now);
    }

    @Override
    public void request(ControlRequest request, long now) {
        host.request(request, now);
    }

    @Override
    public void end(EndCause cause, long now) {
        host.end(cause, now);
    }
}

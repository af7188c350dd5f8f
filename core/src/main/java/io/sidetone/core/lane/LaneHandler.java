package io.sidetone.core.lane;

import com.lmax.disruptor.EventHandler;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.metrics.LaneMetrics;
import java.util.Arrays;
import org.agrona.concurrent.NanoClock;

/**
 * The single writer of one lane: every event of every call on it passes through {@link #onEvent}, one at a time.
 *
 * <p>The body reads as the list of steps: find the call, let it act, clear the slot, measure.
 *
 * <p>What may stop an agent waits for one step of one call at most: before each event, and between two calls of a tick, the lane
 * looks for it in the ring. What stands before it there of the same call comes first, and the call's part of the tick that is served;
 * behind a further tick that the call has a part of, it waits. So each call sees its events and ticks in the order in which they were
 * published; those of other calls wait.
 */
public final class LaneHandler implements EventHandler<LaneEvent> {
    private static final int PHASES = 4;

    private final int lane;
    private final int lanes;
    private final CallTable table;
    private final LaneCall.Factory factory;
    private final NanoClock clock;
    private final RingAhead ahead;
    private final LaneMetrics metrics = new LaneMetrics();
    private final LaneCall[] calls;
    private final long[] handles;

    /** The last tick that each slot has had its part of, by its sequence. */
    private final long[] ticked;

    private int present;

    /** The tick that is served now or was last, by its sequence. */
    private long served = -1;

    /** Up to this sequence nothing is left in the ring that may stop an agent, but of calls of {@link #barred} phases. */
    private long searched = -1;

    /** The phases of ticks that stand between the present event and {@link #searched}: a bit each. */
    private int barred;

    /** True when something that may stop an agent may stand behind {@link #searched}. */
    private boolean due;

    /** Time for which an event waited for what was taken ahead of it. */
    private long aheadNs;

    /** Throwable that an event that was taken ahead threw outside its call; thrown on when the present event is handled. */
    private Throwable broken;

    /** Time at which the last event was handled; the next of the same batch begins then. */
    private long readNs;

    /** True when the next event comes with the last one; false after a fault. */
    private boolean sameBatch;

    private volatile EgressRing[] egress = {};

    LaneHandler(int lane, int lanes, CallTable table, LaneCall.Factory factory, NanoClock clock, RingAhead ahead) {
        this.lane = lane;
        this.lanes = lanes;
        this.table = table;
        this.factory = factory;
        this.clock = clock;
        this.ahead = ahead;
        int slots = (table.capacity() + lanes - 1) / lanes;
        this.calls = new LaneCall[slots];
        this.handles = new long[slots];
        this.ticked = new long[slots];
        Arrays.fill(ticked, -1);
    }

    @Override
    public void onEvent(LaneEvent event, long sequence, boolean endOfBatch) {
        long startNs = sameBatch ? readNs : clock.nanoTime();
        sameBatch = false;
        aheadNs = 0;
        LaneEventType type = event.type();
        if (type == LaneEventType.TICK) {
            tick(event, sequence);
        } else {
            takeAhead(sequence, null);
            type = event.type();
            if (type != null) {
                act(event, sequence);
            }
        }
        event.clear();
        readNs = clock.nanoTime();
        sameBatch = !endOfBatch;
        if (type != null) {
            metrics.laneCycle.record(readNs - startNs - aheadNs);
            metrics.slowHandlers.check(type, startNs + aheadNs, readNs);
        }
        if (broken != null) {
            Throwable cause = broken;
            broken = null;
            throw new IllegalStateException("an event taken ahead of its time failed outside its call", cause);
        }
    }

    private void act(LaneEvent event, long sequence) {
        if (event.type() == LaneEventType.OPEN) {
            open(event, sequence);
        } else {
            deliver(event, sequence);
        }
    }

    private void open(LaneEvent event, long sequence) {
        Admission admission = table.admission(CallHandle.index(event.handle()));
        if (admission == null || admission.handle() != event.handle()) {
            metrics.increment(LaneCounter.STRAY_EVENTS);
            return;
        }
        int slot = slot(event.handle());
        LaneCall call = factory.create(event, sequence, admission, metrics, clock);
        if (call == null) {
            table.release(event.handle());
            return;
        }
        calls[slot] = call;
        present++;
        handles[slot] = event.handle();
        ticked[slot] = served;
        try {
            call.open(sequence, event.nowNs());
        } catch (RuntimeException | LinkageError | AssertionError fault) {
            call.fault(fault);
        }
        forgetIfEnded(slot);
    }

    private void deliver(LaneEvent event, long sequence) {
        int slot = slot(event.handle());
        LaneCall call = calls[slot];
        if (call == null || handles[slot] != event.handle()) {
            metrics.increment(LaneCounter.STRAY_EVENTS);
            return;
        }
        try {
            call.onEvent(event, sequence);
        } catch (RuntimeException | LinkageError | AssertionError fault) {
            call.fault(fault);
        }
        forgetIfEnded(slot);
    }

    /** Serves the calls of this tick's phase: one 20 ms frame each, a quarter of the calls every 5 ms. */
    private void tick(LaneEvent event, long sequence) {
        metrics.slowHandlers.mark();
        served = sequence;
        if (barred != 0) {
            // What had to wait for this tick is looked for again.
            barred = 0;
            searched = sequence;
            due = true;
        }
        int phase = (int) (event.a() & (PHASES - 1));
        for (int slot = phase; slot < calls.length; slot += PHASES) {
            takeAhead(sequence + 1, event);
            tick(slot, event);
        }
        for (EgressRing ring : egress) {
            ring.wakeUp();
        }
    }

    private void tick(int slot, LaneEvent event) {
        LaneCall call = calls[slot];
        if (call == null || ticked[slot] == served) {
            return;
        }
        ticked[slot] = served;
        try {
            call.onTick(event.b(), event.nowNs(), served);
        } catch (RuntimeException | LinkageError | AssertionError fault) {
            call.fault(fault);
        }
        forgetIfEnded(slot);
    }

    /** Handles what may stop an agent and stands in the ring from {@code first} on. */
    private void takeAhead(long first, LaneEvent tick) {
        due |= ahead.urgent();
        if (!due) {
            return;
        }
        long sequence = Math.max(first, searched + 1);
        // What comes from now on waits for the next call of the tick.
        long last = ahead.last();
        for (LaneEvent event = ahead.at(sequence); event != null && sequence <= last; event = ahead.at(sequence)) {
            LaneEventType type = event.type();
            if (type == LaneEventType.TICK) {
                barred |= 1 << (event.a() & (PHASES - 1));
            } else if (type != null && type.stops() && (barred >> (slot(event.handle()) & (PHASES - 1)) & 1) == 0) {
                take(event.handle(), first, sequence, tick);
            }
            searched = sequence++;
        }
        due = ahead.last() >= sequence;
    }

    /** Handles what a call has in the ring from {@code first} to {@code last}, after its part of {@code tick} if there is one. */
    private void take(long handle, long first, long last, LaneEvent tick) {
        int slot = slot(handle);
        if (tick != null && (slot & (PHASES - 1)) == (tick.a() & (PHASES - 1))) {
            tick(slot, tick);
        }
        for (long sequence = first; sequence <= last; sequence++) {
            LaneEvent event = ahead.at(sequence);
            if (event.type() != null && event.handle() == handle) {
                takeOne(event, sequence);
            }
        }
    }

    private void takeOne(LaneEvent event, long sequence) {
        long startNs = clock.nanoTime();
        LaneEventType type = event.type();
        try {
            act(event, sequence);
        } catch (RuntimeException | LinkageError | AssertionError fault) {
            broken = fault;
        }
        event.clear();
        long endNs = clock.nanoTime();
        aheadNs += endNs - startNs;
        metrics.laneCycle.record(endNs - startNs);
        metrics.slowHandlers.check(type, startNs, endNs);
    }

    private void forgetIfEnded(int slot) {
        LaneCall call = calls[slot];
        call.handled();
        if (call.ended()) {
            calls[slot] = null;
            present--;
            call.closed();
            table.admission(CallHandle.index(handles[slot])).publisher().discard();
            table.release(handles[slot]);
        }
    }

    private int slot(long handle) {
        assert CallHandle.index(handle) % lanes == lane : "event of another lane";
        return CallHandle.index(handle) / lanes;
    }

    /** Returns how many calls are on this lane. Lane thread. */
    int calls() {
        return present;
    }

    /** Registers a ring to be woken after each tick. Any thread, at set-up. */
    synchronized void register(EgressRing ring) {
        EgressRing[] next = Arrays.copyOf(egress, egress.length + 1);
        next[egress.length] = ring;
        egress = next;
    }

    /** Returns what this lane counts. */
    public LaneMetrics metrics() {
        return metrics;
    }
}

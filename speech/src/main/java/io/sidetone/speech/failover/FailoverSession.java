package io.sidetone.speech.failover;

import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sessions of one call with engines that replace each other. Sessions open when needed, in order, and close
 * together. Each request to them is an {@link Assignment}. Every method runs on one loop, except {@link #onLoop}.
 *
 * @param <E> kind of engine
 * @param <S> kind of session
 */
abstract class FailoverSession<E, S> {
    private static final Logger LOG = LoggerFactory.getLogger(FailoverSession.class);

    private final Failover<E> failover;
    private final ScheduledExecutorService loop;
    private final List<Circuit> circuits;
    private final List<String> names;
    private final CallContext call;
    private final List<EngineSlot<S>> slots = new ArrayList<>();
    private int pending;
    private boolean reported;
    private boolean closing;
    private boolean closed;

    /** One session. */
    static final class EngineSlot<S> {
        final int index;
        private final List<Consumer<S>> waiting = new ArrayList<>();
        private S session;
        private boolean ready;
        private boolean released;
        /** Opened with the one trial request that its engine may have after a rest; the request is still to be made. */
        private boolean trial;

        EngineSlot(int index) {
            this.index = index;
        }
    }

    FailoverSession(Failover<E> failover, CallContext call) {
        this.failover = failover;
        this.loop = failover.loops().get();
        this.call = call;
        this.circuits = failover.candidates().stream().map(Candidate::circuit).toList();
        this.names = failover.candidates().stream().map(Candidate::name).toList();
        names.forEach(each -> slots.add(null));
    }

    /** Opens a session with {@code engine}; its answers return through {@link #onLoop}. */
    abstract S open(E engine, CallContext context, EngineSlot<S> slot);

    abstract void close(S session);

    /** The first session is open. */
    abstract void ready();

    /** No engine is left. */
    abstract void failed(EngineFailure failure);

    /** {@code slot} is lost with its pending work: the work moves to the next engine, or fails. */
    abstract void lost(EngineSlot<S> slot, EngineFailure failure);

    abstract void closed();

    final ScheduledExecutorService loop() {
        return loop;
    }

    /** Returns the number of engines. */
    final int size() {
        return names.size();
    }

    /** Returns the configured name of the engine of {@code slot}. */
    final String name(EngineSlot<S> slot) {
        return names.get(slot.index);
    }

    /** Returns the engine of {@code slot}. */
    final E engine(EngineSlot<S> slot) {
        return failover.engine(slot.index);
    }

    /** Returns how long an engine may take. */
    final int limitMs() {
        return failover.limitMs();
    }

    /** Runs {@code step} on the loop; runs it here when the loop has ended, because a call must still end. */
    final void onLoop(Runnable step) {
        try {
            loop.execute(step);
        } catch (RejectedExecutionException ended) {
            step.run();
        }
    }

    /** Opens the first engine that may be asked. Any thread, once. */
    final void start() {
        onLoop(this::begin);
    }

    private void begin() {
        if (stand(new boolean[names.size()]) == null) {
            failed(noCandidate());
        }
    }

    private EngineSlot<S> stand(boolean[] tried) {
        EngineSlot<S> opened = choose(tried);
        if (opened != null) {
            opened.trial = circuits.get(opened.index).onTrial();
        }
        return opened;
    }

    /** Returns the slot of the first available engine that is not in {@code tried}, or null. */
    final EngineSlot<S> choose(boolean[] tried) {
        for (int i = 0; i < slots.size() && !closing; i++) {
            if (!tried[i] && admits(i)) {
                return slot(i);
            }
        }
        return null;
    }

    private boolean admits(int index) {
        EngineSlot<S> present = slots.get(index);
        if (present != null && present.trial) {
            present.trial = false;
            return true;
        }
        return circuits.get(index).admits();
    }

    private EngineSlot<S> slot(int index) {
        EngineSlot<S> present = slots.get(index);
        if (present != null) {
            return present;
        }
        EngineSlot<S> made = new EngineSlot<>(index);
        slots.set(index, made);
        pending++;
        try {
            made.session = open(engine(made), call, made);
        } catch (RuntimeException | LinkageError fault) {
            LOG.warn("Engine {} cannot be opened", names.get(index), fault);
            onLoop(() -> {
                onLost(made, new EngineFailure(EngineFailure.UNAVAILABLE, "cannot be opened", true));
                onReleased(made);
            });
        }
        return made;
    }

    /** Runs {@code step} with the session, once it is open. */
    final void with(EngineSlot<S> slot, Consumer<S> step) {
        if (slot.ready) {
            step.accept(slot.session);
        } else {
            slot.waiting.add(step);
        }
    }

    /** Returns the first slot that is open, or null. */
    final EngineSlot<S> firstOpen() {
        for (int i = 0; i < slots.size() && !closing; i++) {
            EngineSlot<S> present = slots.get(i);
            if (present != null && present.ready) {
                return present;
            }
        }
        return null;
    }

    /** Returns the session of {@code slot}, which must be open. */
    final S session(EngineSlot<S> slot) {
        return slot.session;
    }

    /** Runs {@code step} with every existing session. */
    final void withEach(Consumer<S> step) {
        for (EngineSlot<S> slot : slots) {
            if (slot != null) {
                with(slot, step);
            }
        }
    }

    /** Closes the session of {@code slot}; its engine gets another one when it is asked again. */
    final void retire(EngineSlot<S> slot) {
        slots.set(slot.index, null);
        slot.waiting.clear();
        if (slot.session != null) {
            close(slot.session);
        }
    }

    /** Returns whether {@code slot} is still in use. */
    final boolean stands(EngineSlot<S> slot) {
        return slots.get(slot.index) == slot;
    }

    /** Counts a move: work of engine {@code from}, if it had any, is now asked of {@code to}. */
    final void handedOver(int from, EngineSlot<S> to) {
        if (from >= 0) {
            failover.counters().count(names.get(from), name(to));
        }
    }

    final void answered(EngineSlot<S> slot) {
        circuits.get(slot.index).succeeded();
    }

    /** A request of {@code slot} failed. */
    final void refused(EngineSlot<S> slot, EngineFailure failure) {
        LOG.warn("Engine {}: {}", names.get(slot.index), failure.message());
        circuits.get(slot.index).failed(failure, call.callId());
    }

    // ---- reports of sessions ----------------------------------------------------------------------------------------

    final void onReady(EngineSlot<S> slot) {
        if (!stands(slot) || slot.ready) {
            return;
        }
        slot.ready = true;
        if (!reported && !closing) {
            reported = true;
            ready();
        }
        List<Consumer<S>> steps = List.copyOf(slot.waiting);
        slot.waiting.clear();
        steps.forEach(step -> step.accept(slot.session));
    }

    final void onLost(EngineSlot<S> slot, EngineFailure failure) {
        if (!stands(slot)) {
            return;
        }
        LOG.warn("Engine {}: {}", names.get(slot.index), failure.message());
        Circuit circuit = circuits.get(slot.index);
        if (slot.ready) {
            circuit.failed(failure, call.callId());
        } else {
            circuit.closedToCalls(failure);
        }
        slots.set(slot.index, null);
        if (slot.session != null) {
            close(slot.session);
        }
        if (closing) {
            return;
        }
        if (reported) {
            lose(slot, failure);
            return;
        }
        boolean[] tried = new boolean[names.size()];
        tried[slot.index] = true;
        EngineSlot<S> next = stand(tried);
        if (next == null) {
            failed(failure);
        } else {
            handedOver(slot.index, next);
        }
    }

    final void onReleased(EngineSlot<S> slot) {
        if (!slot.released) {
            slot.released = true;
            pending--;
            if (stands(slot) && !closing) {
                slots.set(slot.index, null);
                EngineFailure gone = new EngineFailure(
                        EngineFailure.UNAVAILABLE,
                        "engine " + names.get(slot.index) + " closed its session by itself",
                        true);
                if (reported) {
                    lose(slot, gone);
                } else {
                    failed(gone);
                }
            }
            closedIfDone();
        }
    }

    private void lose(EngineSlot<S> slot, EngineFailure failure) {
        lost(slot, failure);
        if (hopeless()) {
            failed(failure);
        }
    }

    /** Returns whether no engine is in use and none can be asked. */
    private boolean hopeless() {
        for (int i = 0; i < slots.size(); i++) {
            if (slots.get(i) != null || !circuits.get(i).resting()) {
                return false;
            }
        }
        return true;
    }

    final EngineFailure noCandidate() {
        StringBuilder why = new StringBuilder("every engine is being left alone after failures");
        for (int i = 0; i < names.size(); i++) {
            why.append("; ")
                    .append(names.get(i))
                    .append(": ")
                    .append(circuits.get(i).why());
        }
        return new EngineFailure(EngineFailure.UNAVAILABLE, why.toString(), true);
    }

    /** Ends the call's sessions. A second call has no effect. */
    final void closeAll() {
        if (!closing) {
            closing = true;
            for (EngineSlot<S> slot : slots) {
                if (slot != null && slot.session != null) {
                    slot.waiting.clear();
                    if (slot.trial) {
                        circuits.get(slot.index).untried();
                    }
                    close(slot.session);
                }
            }
            closedIfDone();
        }
    }

    final boolean closing() {
        return closing;
    }

    private void closedIfDone() {
        if (closing && pending == 0 && !closed) {
            closed = true;
            closed();
        }
    }
}

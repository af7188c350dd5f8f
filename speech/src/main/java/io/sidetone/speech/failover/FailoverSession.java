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
    private final List<Branch<S>> branches = new ArrayList<>();
    private int pending;
    private boolean reported;
    private boolean closing;
    private boolean closed;

    /** One session. */
    static final class Branch<S> {
        final int index;
        private final List<Consumer<S>> waiting = new ArrayList<>();
        private S session;
        private boolean ready;
        private boolean released;
        /** Opened with the one trial request that its engine may have after a rest; the request is still to be made. */
        private boolean trial;

        Branch(int index) {
            this.index = index;
        }
    }

    FailoverSession(Failover<E> failover, CallContext call) {
        this.failover = failover;
        this.loop = failover.loops().get();
        this.call = call;
        this.circuits = failover.candidates().stream().map(Candidate::circuit).toList();
        this.names = failover.candidates().stream().map(Candidate::name).toList();
        names.forEach(each -> branches.add(null));
    }

    /** Opens a session with {@code engine}; its answers return through {@link #onLoop}. */
    abstract S open(E engine, CallContext context, Branch<S> branch);

    abstract void close(S session);

    /** The first session is open. */
    abstract void ready();

    /** No engine is left. */
    abstract void failed(EngineFailure failure);

    /** {@code branch} is lost with its pending work: the work moves to the next engine, or fails. */
    abstract void lost(Branch<S> branch, EngineFailure failure);

    abstract void closed();

    final ScheduledExecutorService loop() {
        return loop;
    }

    /** Returns the number of engines. */
    final int size() {
        return names.size();
    }

    /** Returns the configured name of the engine of {@code branch}. */
    final String name(Branch<S> branch) {
        return names.get(branch.index);
    }

    /** Returns the engine of {@code branch}. */
    final E engine(Branch<S> branch) {
        return failover.engine(branch.index);
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

    private Branch<S> stand(boolean[] tried) {
        Branch<S> opened = choose(tried);
        if (opened != null) {
            opened.trial = circuits.get(opened.index).onTrial();
        }
        return opened;
    }

    /** Returns the branch of the first available engine that is not in {@code tried}, or null. */
    final Branch<S> choose(boolean[] tried) {
        for (int i = 0; i < branches.size() && !closing; i++) {
            if (!tried[i] && admits(i)) {
                return branch(i);
            }
        }
        return null;
    }

    private boolean admits(int index) {
        Branch<S> present = branches.get(index);
        if (present != null && present.trial) {
            present.trial = false;
            return true;
        }
        return circuits.get(index).admits();
    }

    private Branch<S> branch(int index) {
        Branch<S> present = branches.get(index);
        if (present != null) {
            return present;
        }
        Branch<S> made = new Branch<>(index);
        branches.set(index, made);
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
    final void with(Branch<S> branch, Consumer<S> step) {
        if (branch.ready) {
            step.accept(branch.session);
        } else {
            branch.waiting.add(step);
        }
    }

    /** Returns the first branch that is open, or null. */
    final Branch<S> firstOpen() {
        for (int i = 0; i < branches.size() && !closing; i++) {
            Branch<S> present = branches.get(i);
            if (present != null && present.ready) {
                return present;
            }
        }
        return null;
    }

    /** Returns the session of {@code branch}, which must be open. */
    final S session(Branch<S> branch) {
        return branch.session;
    }

    /** Runs {@code step} with every existing session. */
    final void withEach(Consumer<S> step) {
        for (Branch<S> branch : branches) {
            if (branch != null) {
                with(branch, step);
            }
        }
    }

    /** Whether {@code branch} is still in use. */
    final boolean stands(Branch<S> branch) {
        return branches.get(branch.index) == branch;
    }

    /** Counts a move: work of engine {@code from}, if it had any, is now asked of {@code to}. */
    final void handedOver(int from, Branch<S> to) {
        if (from >= 0) {
            failover.counters().count(names.get(from), name(to));
        }
    }

    final void answered(Branch<S> branch) {
        circuits.get(branch.index).succeeded();
    }

    /** A request of {@code branch} failed. */
    final void refused(Branch<S> branch, EngineFailure failure) {
        LOG.warn("Engine {}: {}", names.get(branch.index), failure.message());
        circuits.get(branch.index).failed(failure, call.callId());
    }

    // ---- what sessions say of themselves ----------------------------------------------------------------------------

    final void onReady(Branch<S> branch) {
        if (!stands(branch) || branch.ready) {
            return;
        }
        branch.ready = true;
        if (!reported && !closing) {
            reported = true;
            ready();
        }
        List<Consumer<S>> steps = List.copyOf(branch.waiting);
        branch.waiting.clear();
        steps.forEach(step -> step.accept(branch.session));
    }

    final void onLost(Branch<S> branch, EngineFailure failure) {
        if (!stands(branch)) {
            return;
        }
        LOG.warn("Engine {}: {}", names.get(branch.index), failure.message());
        Circuit circuit = circuits.get(branch.index);
        if (branch.ready) {
            circuit.failed(failure, call.callId());
        } else {
            circuit.closedToCalls(failure);
        }
        branches.set(branch.index, null);
        if (branch.session != null) {
            close(branch.session);
        }
        if (closing) {
            return;
        }
        if (reported) {
            lose(branch, failure);
            return;
        }
        boolean[] tried = new boolean[names.size()];
        tried[branch.index] = true;
        Branch<S> next = stand(tried);
        if (next == null) {
            failed(failure);
        } else {
            handedOver(branch.index, next);
        }
    }

    final void onReleased(Branch<S> branch) {
        if (!branch.released) {
            branch.released = true;
            pending--;
            if (stands(branch) && !closing) {
                branches.set(branch.index, null);
                EngineFailure gone = new EngineFailure(
                        EngineFailure.UNAVAILABLE,
                        "engine " + names.get(branch.index) + " closed its session by itself",
                        true);
                if (reported) {
                    lose(branch, gone);
                } else {
                    failed(gone);
                }
            }
            closedIfDone();
        }
    }

    private void lose(Branch<S> branch, EngineFailure failure) {
        lost(branch, failure);
        if (hopeless()) {
            failed(failure);
        }
    }

    /** Whether no engine is in use and none can be asked. */
    private boolean hopeless() {
        for (int i = 0; i < branches.size(); i++) {
            if (branches.get(i) != null || !circuits.get(i).resting()) {
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
            for (Branch<S> branch : branches) {
                if (branch != null && branch.session != null) {
                    branch.waiting.clear();
                    if (branch.trial) {
                        circuits.get(branch.index).untried();
                    }
                    close(branch.session);
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

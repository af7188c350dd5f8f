package io.sidetone.speech.failover;

import io.sidetone.core.port.EngineFailure;
import io.sidetone.speech.failover.FailoverSession.Branch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Work that one engine at a time has: an utterance, a turn of the dialogue, a turn of the voice. It goes to the next engine
 * when one fails or is late, and to each engine once. What a new engine has to receive is the policy of each kind: it
 * overrides the methods below. One loop only.
 *
 * @param <S> kind of session
 */
abstract class Assignment<S> {
    private final FailoverSession<?, S> sessions;
    private final boolean[] tried;
    private int last = -1;
    private int attempt;
    /** Has the work; null before the first has it, and when that one is lost. */
    Branch<S> branch;

    Assignment(FailoverSession<?, S> sessions) {
        this.sessions = sessions;
        this.tried = new boolean[sessions.size()];
    }

    /** Whether anybody still waits for this work. */
    abstract boolean open();

    /** Another engine has the work now: nothing of it has been asked there yet. */
    abstract void restarted();

    /** Asks {@code session} for what is still missing of the work. */
    abstract void begin(S session);

    /** The work has been given to an engine, whose session may still be opening: sets what it may take. */
    abstract void given();

    /** Another engine has the work, because the one of {@code session} was late. */
    abstract void abandon(S session);

    /** Says that engine {@code name} is late. */
    abstract String lateness(String name);

    /** Gives the work to the next engine that is worth asking; false if there is none. */
    final boolean next() {
        Branch<S> chosen = sessions.choose(tried);
        if (chosen == null) {
            return false;
        }
        sessions.handedOver(last, chosen);
        take(chosen);
        int expected = attempt;
        sessions.with(chosen, session -> {
            if (attempt == expected && open()) {
                begin(session);
            }
        });
        given();
        return true;
    }

    /** The engine that {@link #next} would give the work to, or null. */
    final Branch<S> candidate() {
        return sessions.choose(tried);
    }

    /** The engine of {@code chosen} has the work; whoever calls this asks it. */
    final void take(Branch<S> chosen) {
        tried[chosen.index] = true;
        last = chosen.index;
        branch = chosen;
        attempt++;
        restarted();
    }

    /** An engine of which {@code overdue} still holds after {@code ms} is left for the next; the last is waited for. */
    final void expect(int ms, BooleanSupplier overdue) {
        int expected = attempt;
        sessions.loop().schedule(() -> late(expected, overdue), ms, TimeUnit.MILLISECONDS);
    }

    private void late(int expected, BooleanSupplier overdue) {
        if (attempt != expected || sessions.closing() || !open() || !overdue.getAsBoolean()) {
            return;
        }
        Branch<S> slow = branch;
        if (next()) {
            sessions.refused(slow, new EngineFailure("timeout", lateness(sessions.name(slow)), true));
            if (sessions.stands(slow)) {
                sessions.with(slow, this::abandon);
            }
        }
    }
}

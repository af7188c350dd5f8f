package io.sidetone.speech.failover;

import io.sidetone.core.port.EngineFailure;
import io.sidetone.speech.failover.FailoverSession.EngineSlot;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Work that one engine at a time does: an utterance, a turn of the dialogue, a turn of the voice. It moves to the next
 * engine when one fails or is late, and to each engine only once. The methods below are the policy of each kind: they
 * decide what a new engine receives. One loop only.
 *
 * @param <S> kind of session
 */
abstract class Assignment<S> {
    private final FailoverSession<?, S> sessions;
    private final boolean[] tried;
    private int last = -1;
    private int attempt;
    /** The engine that does the work; null before the first one, and when that one is lost. */
    EngineSlot<S> slot;

    Assignment(FailoverSession<?, S> sessions) {
        this.sessions = sessions;
        this.tried = new boolean[sessions.size()];
    }

    /** Returns whether the result is still awaited. */
    abstract boolean open();

    /** The work moved to another engine, which has received nothing of it yet. */
    abstract void restarted();

    /** Sends {@code session} the parts of the work that are still missing. */
    abstract void begin(S session);

    /** The work was given to an engine, whose session may still be opening: starts the deadline. */
    abstract void given();

    /** Withdraws the work from {@code session}, which was late: another engine does it. */
    abstract void abandon(S session);

    /** Returns the message that engine {@code name} is late. */
    abstract String lateness(String name);

    /** Gives the work to the next available engine; returns false if there is none. */
    final boolean next() {
        EngineSlot<S> chosen = sessions.choose(tried);
        if (chosen == null) {
            return false;
        }
        if (last != chosen.index) {
            sessions.handedOver(last, chosen);
        }
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

    /** Gives the work to an engine once more, in a new session, although each had it; returns false if there is none. */
    final boolean again() {
        if (slot != null && sessions.stands(slot)) {
            sessions.retire(slot);
        }
        Arrays.fill(tried, false);
        return next();
    }

    /** Returns the engine that {@link #next} would choose, or null. */
    final EngineSlot<S> candidate() {
        return sessions.choose(tried);
    }

    /** Assigns the engine of {@code chosen}; the caller of this method sends it the work. */
    final void take(EngineSlot<S> chosen) {
        tried[chosen.index] = true;
        last = chosen.index;
        slot = chosen;
        attempt++;
        restarted();
    }

    /**
     * Moves the work to the next engine when {@code overdue} is still true after {@code ms}; the last engine has no
     * limit.
     */
    final void expect(int ms, BooleanSupplier overdue) {
        int expected = attempt;
        sessions.loop().schedule(() -> late(expected, overdue), ms, TimeUnit.MILLISECONDS);
    }

    private void late(int expected, BooleanSupplier overdue) {
        if (attempt != expected || sessions.closing() || !open() || !overdue.getAsBoolean()) {
            return;
        }
        EngineSlot<S> slow = slot;
        if (next()) {
            sessions.refused(slow, new EngineFailure("timeout", lateness(sessions.name(slow)), true));
            if (sessions.stands(slow)) {
                sessions.with(slow, this::abandon);
            }
        }
    }
}

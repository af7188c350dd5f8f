package io.sidetone.core.fence;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The cancellation mark of one call: every token at or below it is dead.
 *
 * <p>Written by the call's lane only; read by event loops and engine threads. One instance per call slot generation.
 */
public final class Fence {
    private static final VarHandle MARK;

    static {
        try {
            MARK = MethodHandles.lookup().findVarHandle(Fence.class, "mark", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unused") // accessed through MARK
    private volatile long mark = Token.NONE;

    /** Publishes {@code token} as the fence. Lane thread only; a token below the present mark changes nothing. */
    public void advance(long token) {
        if (token > (long) MARK.get(this)) {
            MARK.setVolatile(this, token);
        }
    }

    /** Returns the present mark. Any thread. */
    public long mark() {
        return (long) MARK.getAcquire(this);
    }

    /** Returns whether {@code token} has been cancelled. Any thread. */
    public boolean isDead(long token) {
        return token <= mark();
    }
}

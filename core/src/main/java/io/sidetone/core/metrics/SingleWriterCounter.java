package io.sidetone.core.metrics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A counter with one writing thread: plain read, released write, no lock prefix. Any thread may read it. */
public final class SingleWriterCounter {
    private static final VarHandle VALUE;

    static {
        try {
            VALUE = MethodHandles.lookup().findVarHandle(SingleWriterCounter.class, "value", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unused") // accessed through VALUE
    private long value;

    /** Adds one. Owning thread only. */
    public void increment() {
        add(1);
    }

    /** Adds {@code amount}. Owning thread only. */
    public void add(long amount) {
        VALUE.setRelease(this, (long) VALUE.get(this) + amount);
    }

    /** Returns the count. Any thread. */
    public long value() {
        return (long) VALUE.getAcquire(this);
    }
}

package io.sidetone.speech.embedded;

import io.sidetone.speech.loopback.TestTime;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for what another thread does and nobody announces. */
public final class Eventually {
    private static final long GIVE_UP_NS = 20_000_000_000L;

    private Eventually() {}

    public static void holds(String what, BooleanSupplier condition) {
        get(what, () -> condition.getAsBoolean() ? Boolean.TRUE : null);
    }

    /** Returns the first value that is not null. */
    public static <T> T get(String what, Supplier<T> source) {
        long begin = TestTime.runNs();
        while (TestTime.runNs() - begin < GIVE_UP_NS) {
            T value = source.get();
            if (value != null) {
                return value;
            }
            LockSupport.parkNanos(1_000_000);
        }
        throw new AssertionError("it never happened: " + what);
    }
}

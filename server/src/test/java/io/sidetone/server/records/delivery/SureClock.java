package io.sidetone.server.records.delivery;

import java.util.concurrent.atomic.AtomicLong;

/** A clock that has been steady for so long that it is believed. */
public final class SureClock {
    private SureClock() {}

    public static SteadyClock at(long wallMs) {
        AtomicLong ms = new AtomicLong();
        long beginMs = wallMs - 2 * SteadyClock.SURE_NS / 1_000_000;
        SteadyClock clock = new SteadyClock(() -> beginMs + ms.get(), () -> ms.get() * 1_000_000);
        ms.set(wallMs - beginMs);
        return clock;
    }
}

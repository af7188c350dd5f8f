package io.sidetone.transport.sip.endpoint;

import java.util.concurrent.atomic.AtomicLongArray;

/** One number per {@link SipCounter}. Written by the endpoint's event loop alone, read by anybody. */
public final class SipCounters {
    private final AtomicLongArray values = new AtomicLongArray(SipCounter.values().length);

    /** Current value. Any thread. */
    public long get(SipCounter counter) {
        return values.getOpaque(counter.ordinal());
    }

    void increment(SipCounter counter) {
        int index = counter.ordinal();
        values.setOpaque(index, values.getPlain(index) + 1);
    }
}

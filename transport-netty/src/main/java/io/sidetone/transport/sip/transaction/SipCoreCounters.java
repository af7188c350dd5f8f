package io.sidetone.transport.sip.transaction;

import java.util.concurrent.atomic.AtomicLongArray;

/** One number per {@link SipCoreCounter}. Written on the SIP event loop alone, read by anybody. */
public final class SipCoreCounters {
    private final AtomicLongArray values = new AtomicLongArray(SipCoreCounter.values().length);

    /** Current value. Any thread. */
    public long get(SipCoreCounter counter) {
        return values.getOpaque(counter.ordinal());
    }

    /** Adds one. SIP event loop only. */
    public void count(SipCoreCounter counter) {
        int index = counter.ordinal();
        values.setOpaque(index, values.getPlain(index) + 1);
    }
}

package io.sidetone.transport.sip.transaction;

/** What every transaction of one layer shares. */
record TransactionContext(SipScheduler scheduler, SipTimers timers, SipCoreCounters counters) {
    /** Runs a callback of the layer above: its mistake must not stop a machine in the middle of a step. */
    void shield(Runnable callback) {
        try {
            callback.run();
        } catch (RuntimeException failure) {
            counters.count(SipCoreCounter.APPLICATION_FAILURES);
        }
    }

    /** Runs a callback at the next turn of the loop: the layer above never hears of a failure inside its own send. */
    void shieldLater(Runnable callback) {
        scheduler.schedule(0, () -> shield(callback));
    }

    long nowNs() {
        return scheduler.nowNs();
    }
}

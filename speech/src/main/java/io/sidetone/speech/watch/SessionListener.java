package io.sidetone.speech.watch;

import io.sidetone.core.fence.Token;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineFailure;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;

/**
 * Notifies the listeners of one session, in their order and with the same time. It separates a failed request from a
 * failed opening.
 */
final class SessionListener {
    private final EngineListener[] listeners;
    private final LongSupplier nanoClock;
    private volatile boolean ready;

    private SessionListener(EngineListener[] listeners, LongSupplier nanoClock) {
        this.listeners = listeners;
        this.nanoClock = nanoClock;
    }

    /** Returns the notifier for those of {@code listeners} that listen to {@code call}, or null when none does. */
    static SessionListener of(List<EngineListeners> listeners, CallContext call, LongSupplier nanoClock) {
        EngineListener[] present = listeners.stream()
                .map(each -> each.of(call))
                .filter(Objects::nonNull)
                .toArray(EngineListener[]::new);
        return present.length == 0 ? null : new SessionListener(present, nanoClock);
    }

    void ready() {
        ready = true;
    }

    void asked(long token, int clause, int characters) {
        long nowNs = nanoClock.getAsLong();
        for (EngineListener each : listeners) {
            each.asked(token, clause, characters, nowNs);
        }
    }

    void ended(long token, long audioMs) {
        long nowNs = nanoClock.getAsLong();
        for (EngineListener each : listeners) {
            each.ended(token, audioMs, nowNs);
        }
    }

    void piece(long token, int clause, long audioMs) {
        long nowNs = nanoClock.getAsLong();
        for (EngineListener each : listeners) {
            each.piece(token, clause, audioMs, nowNs);
        }
    }

    void done(long token, int clause) {
        long nowNs = nanoClock.getAsLong();
        for (EngineListener each : listeners) {
            each.done(token, clause, nowNs);
        }
    }

    void cancelled(long token) {
        long nowNs = nanoClock.getAsLong();
        for (EngineListener each : listeners) {
            each.cancelled(token, nowNs);
        }
    }

    /** A failure of an open session is neither. */
    void failed(long token, int clause, EngineFailure failure) {
        if (token != Token.NONE) {
            long nowNs = nanoClock.getAsLong();
            for (EngineListener each : listeners) {
                each.failed(token, clause, failure, nowNs);
            }
        } else if (!ready) {
            for (EngineListener each : listeners) {
                each.unreachable(failure);
            }
        }
    }
}

package io.sidetone.speech.watch;

import io.sidetone.core.fence.Token;
import io.sidetone.core.port.EngineFailure;
import java.util.function.LongSupplier;

/** Notifies the listener of one session, with the time, and says what failed: a request, or the opening. */
final class SessionListener {
    private final EngineListener watch;
    private final LongSupplier nanoClock;
    private volatile boolean ready;

    SessionListener(EngineListener watch, LongSupplier nanoClock) {
        this.watch = watch;
        this.nanoClock = nanoClock;
    }

    void ready() {
        ready = true;
    }

    void asked(long token, int clause, int characters) {
        watch.asked(token, clause, characters, nanoClock.getAsLong());
    }

    void ended(long token, long audioMs) {
        watch.ended(token, audioMs, nanoClock.getAsLong());
    }

    void piece(long token, int clause, long audioMs) {
        watch.piece(token, clause, audioMs, nanoClock.getAsLong());
    }

    void done(long token, int clause) {
        watch.done(token, clause, nanoClock.getAsLong());
    }

    void cancelled(long token) {
        watch.cancelled(token, nanoClock.getAsLong());
    }

    /** A session that was open and failed is neither. */
    void failed(long token, int clause, EngineFailure failure) {
        if (token != Token.NONE) {
            watch.failed(token, clause, failure, nanoClock.getAsLong());
        } else if (!ready) {
            watch.unreachable(failure);
        }
    }
}

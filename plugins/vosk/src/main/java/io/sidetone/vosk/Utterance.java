package io.sidetone.vosk;

import java.util.concurrent.atomic.AtomicBoolean;

/** What a caller says in one turn. It is answered once: by the decoder, by the watch when that takes too long, or never. */
final class Utterance {
    final long token;
    private final AtomicBoolean answered = new AtomicBoolean();
    private volatile long endedNs;
    private volatile boolean ended;

    Utterance(long token) {
        this.token = token;
    }

    /** Claims the right to answer; once. Any thread. */
    boolean answer() {
        return answered.compareAndSet(false, true);
    }

    /** Whether nothing more is to be said of it. Any thread. */
    boolean answered() {
        return answered.get();
    }

    /** Its transcript is due from now on. Lane. */
    void end(long nowNs) {
        endedNs = nowNs;
        ended = true;
    }

    boolean ended() {
        return ended;
    }

    /** When it ended. */
    long endedNs() {
        return endedNs;
    }
}

package io.sidetone.vosk;

import java.util.concurrent.atomic.AtomicBoolean;

/** Speech of a caller in one turn. It is answered once: by the decoder, by the watch when that takes too long, or never. */
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

    /** Returns whether nothing more is to be said of it. Any thread. */
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

    /** Returns when it ended. */
    long endedNs() {
        return endedNs;
    }
}

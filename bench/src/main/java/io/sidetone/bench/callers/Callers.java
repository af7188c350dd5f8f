package io.sidetone.bench.callers;

import java.io.IOException;

/** Callers of one server, all at once: each sends 20 ms of sound 50 times a second. Any thread. */
public interface Callers extends AutoCloseable {
    /** Packets or messages of one call, each way. */
    int PER_SECOND = 50;

    /** Returns how many packets or messages with sound were sent so far. */
    long sent();

    /** Returns how many came back so far. */
    long received();

    /** Callers say nothing more: only their rooms are heard. */
    void hush();

    /** Throws when a call has failed, or the callers themselves did. */
    void check() throws IOException;

    /** Hangs up. */
    @Override
    void close();
}

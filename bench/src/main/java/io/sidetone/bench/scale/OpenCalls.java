package io.sidetone.bench.scale;

import io.sidetone.bench.calls.CrowdMedia;
import java.io.IOException;

/**
 * Calls that are up on the server of one arm.
 *
 * @param media what callers send and hear
 * @param check throws when a call has failed
 * @param end ends the calls and their media
 */
record OpenCalls(CrowdMedia media, Check check, Runnable end) implements AutoCloseable {
    /** Looks whether the calls are well. */
    @FunctionalInterface
    interface Check {
        /** Throws when a call has failed. */
        void run() throws IOException;
    }

    @Override
    public void close() {
        end.run();
    }
}

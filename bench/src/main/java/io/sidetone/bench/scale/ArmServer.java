package io.sidetone.bench.scale;

import io.sidetone.bench.harness.Scrape;
import io.sidetone.bench.harness.WatchedProcess;
import java.io.IOException;

/**
 * The server of one arm, a process of its own that stays up for the whole run: a server that has carried 50 calls is the one
 * that carries 800 later, and each has compiled what it runs. While another arm has its turn it has no calls.
 */
interface ArmServer extends AutoCloseable {
    /** Counter of packets that the server itself has seen come in, in {@link #counters}. */
    String PACKETS_IN = "packets_in";

    /** Returns its process. */
    WatchedProcess process();

    /** Places {@code calls} calls, each of which sends 50 packets a second; waits until all are up. */
    OpenCalls open(int calls) throws IOException, InterruptedException;

    /** Returns what it counts; empty for a server that counts nothing. */
    Scrape counters() throws IOException, InterruptedException;

    /** Returns whether it is a JVM with a heap to look into. */
    boolean hasHeap();

    @Override
    void close();
}

package io.sidetone.bench.scale;

import io.sidetone.bench.callers.Callers;
import io.sidetone.bench.harness.Scrape;
import io.sidetone.bench.harness.Target;
import java.io.IOException;
import java.util.Map;

/**
 * The server of one arm, a process of its own that stays up for the whole run: a server that has carried 50 calls is the one
 * that carries 800 later, and each has compiled what it runs. While another arm has its turn it has no calls.
 */
abstract class ArmServer implements AutoCloseable {
    /** Counter of packets that the server itself has seen come in, in {@link #counters}. */
    static final String PACKETS_IN = "packets_in";

    private final Target target;

    ArmServer(Target target) {
        this.target = target;
    }

    /** Returns its process. */
    final Target target() {
        return target;
    }

    /** Places {@code calls} calls, each of which sends 50 packets a second; waits until all are up. */
    abstract Callers open(int calls) throws IOException, InterruptedException;

    /** Returns what it counts; empty for a server that counts nothing. */
    Scrape counters() throws IOException, InterruptedException {
        return new Scrape(Map.of());
    }

    /** Returns whether it is a JVM with a heap to look into that holds calls. */
    boolean hasHeap() {
        return false;
    }

    @Override
    public void close() {
        target.close();
    }
}

package io.sidetone.server.actions.webhook;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/** A server on loopback that takes connections and requests and never answers; counts who is connected. */
public final class SilentPeer implements AutoCloseable {
    private static final int PATIENCE_MS = 20_000;

    public final AtomicInteger taken = new AtomicInteger();
    public final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final ServerSocket socket;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    public SilentPeer() throws IOException {
        socket = new ServerSocket(0, 4_096, InetAddress.getLoopbackAddress());
        threads.execute(this::accept);
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + socket.getLocalPort() + "/");
    }

    private void accept() {
        try {
            while (!socket.isClosed()) {
                Socket peer = socket.accept();
                taken.incrementAndGet();
                most.accumulateAndGet(open.incrementAndGet(), Math::max);
                threads.execute(() -> read(peer));
            }
        } catch (IOException closed) {
            threads.shutdown();
        }
    }

    private void read(Socket peer) {
        try (peer) {
            byte[] buffer = new byte[8_192];
            while (peer.getInputStream().read(buffer) >= 0) {
                Thread.onSpinWait();
            }
        } catch (IOException reset) {
            Thread.onSpinWait();
        } finally {
            open.decrementAndGet();
        }
    }

    /** Connections at the same time. */
    public int most() {
        return most.get();
    }

    public static void await(String what, BooleanSupplier condition) throws InterruptedException {
        for (int i = 0; i < PATIENCE_MS / 10; i++) {
            if (condition.getAsBoolean()) {
                return;
            }
            Thread.sleep(10);
        }
        throw new AssertionError(what + " did not happen");
    }

    @Override
    public void close() throws IOException {
        socket.close();
        threads.shutdownNow();
    }
}

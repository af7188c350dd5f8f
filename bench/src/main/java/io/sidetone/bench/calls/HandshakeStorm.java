package io.sidetone.bench.calls;

import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** TLS clients that connect, shake hands in full, and hang up: so many a second. Threads of its own. */
final class HandshakeStorm implements AutoCloseable {
    private static final int THREADS = 4;
    private static final int LIMIT_MS = 5_000;

    private final InetSocketAddress target;
    private final List<Thread> threads = new ArrayList<>();
    private final LongAdder done = new LongAdder();
    private volatile boolean running = true;
    private volatile String failure;

    /** Begins: {@code perSecond} handshakes a second with {@code target}. */
    HandshakeStorm(InetSocketAddress target, int perSecond) {
        this.target = target;
        long everyNs = TimeUnit.SECONDS.toNanos(1) * THREADS / perSecond;
        for (int i = 0; i < THREADS; i++) {
            long firstNs = System.nanoTime() + everyNs * i / THREADS;
            Thread thread = new Thread(() -> shake(firstNs, everyNs), "handshakes-" + i);
            threads.add(thread);
            thread.start();
        }
    }

    /** Returns how many handshakes were made so far. */
    long done() {
        return done.sum();
    }

    /** Throws when a handshake has failed. */
    void check() throws IOException {
        if (failure != null) {
            throw new IOException("a handshake failed: " + failure);
        }
    }

    private void shake(long firstNs, long everyNs) {
        for (long dueNs = firstNs; running; dueNs += everyNs) {
            for (long waitNs = dueNs - System.nanoTime(); waitNs > 0 && running; waitNs = dueNs - System.nanoTime()) {
                LockSupport.parkNanos(waitNs);
            }
            try {
                shakeOnce();
                done.increment();
            } catch (IOException | GeneralSecurityException e) {
                failure = e.toString();
                return;
            }
        }
    }

    private void shakeOnce() throws IOException, GeneralSecurityException {
        // A context of its own remembers no session, so nothing is resumed.
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, InsecureTrustManagerFactory.INSTANCE.getTrustManagers(), null);
        try (Socket plain = new Socket()) {
            plain.connect(target, LIMIT_MS);
            plain.setSoTimeout(LIMIT_MS);
            SSLSocket tls = (SSLSocket)
                    context.getSocketFactory().createSocket(plain, target.getHostString(), target.getPort(), true);
            tls.startHandshake();
        }
    }

    @Override
    public void close() {
        running = false;
        for (Thread thread : threads) {
            LockSupport.unpark(thread);
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}

package io.sidetone.server.boot;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * SIGTERM and SIGINT: the first asks to stop, the second to stop now.
 *
 * <p>The JVM's own reaction would end the process with 143 and could not distinguish a second signal from the first. Where signals
 * cannot be taken a shutdown hook asks instead.
 */
final class StopSignal {
    private static final Logger LOG = LoggerFactory.getLogger(StopSignal.class);

    private final CountDownLatch first = new CountDownLatch(1);
    private final CountDownLatch second = new CountDownLatch(1);
    private final AtomicInteger count = new AtomicInteger();

    /** Begins to take signals. */
    void install() {
        for (String name : new String[] {"TERM", "INT"}) {
            try {
                Signals.take(name, this::received);
            } catch (ReflectiveOperationException | RuntimeException missing) {
                LOG.debug("SIG{} cannot be taken ({}); a shutdown hook asks instead", name, missing.toString());
                Runtime.getRuntime().addShutdownHook(new Thread(this::received, "stop"));
                return;
            }
        }
    }

    /** A signal came. Any thread. */
    void received() {
        (count.incrementAndGet() == 1 ? first : second).countDown();
    }

    /** Waits for the first signal. */
    void await() throws InterruptedException {
        first.await();
    }

    /** Waits up to {@code ms} for the second; returns whether it came. */
    boolean awaitSecond(long ms) throws InterruptedException {
        return second.await(ms, TimeUnit.MILLISECONDS);
    }
}

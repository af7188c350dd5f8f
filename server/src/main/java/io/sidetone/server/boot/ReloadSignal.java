package io.sidetone.server.boot;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * SIGHUP: asks for a reload. One that comes before the server is ready is answered when it is; the JVM's own reaction would
 * end the process. Thread-safe.
 */
final class ReloadSignal {
    private static final Logger LOG = LoggerFactory.getLogger(ReloadSignal.class);

    private Runnable request;
    private boolean early;

    /** Begins to take the signal. */
    void install() {
        try {
            Signals.take("HUP", this::received);
        } catch (ReflectiveOperationException | RuntimeException missing) {
            LOG.warn("SIGHUP cannot be taken ({}); it ends this process", missing.toString());
        }
    }

    /** The signal came. Any thread. */
    synchronized void received() {
        if (request == null) {
            early = true;
        } else {
            request.run();
        }
    }

    /** Says what a signal asks for; it must not block. */
    synchronized void asks(Runnable reload) {
        request = reload;
        if (early) {
            early = false;
            reload.run();
        }
    }
}

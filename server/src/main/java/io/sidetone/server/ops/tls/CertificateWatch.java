package io.sidetone.server.ops.tls;

import io.micrometer.core.instrument.MeterRegistry;
import io.sidetone.core.background.Background;
import io.sidetone.transport.tls.TlsMaterial;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the files of all certificates every five seconds on a thread of its own, and reads again what has changed.
 * Open connections stay. Thread-safe.
 */
public final class CertificateWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("certificates");
    private static final long INTERVAL_S = 5;

    private final List<WatchedCertificate> watched = new CopyOnWriteArrayList<>();
    private final LongSupplier epochS;
    private final ScheduledExecutorService thread = Background.timer("certificates");

    /**
     * Starts the thread.
     *
     * @param epochS the time in seconds since 1970
     */
    public CertificateWatch(LongSupplier epochS) {
        this.epochS = epochS;
        thread.scheduleWithFixedDelay(() -> each(WatchedCertificate::look), INTERVAL_S, INTERVAL_S, TimeUnit.SECONDS);
    }

    /**
     * Watches {@code tls} from now on and shows its expiry and its reloads in {@code registry}.
     *
     * @param place what it is for, in the log and as the label {@code place}: {@code http}, {@code sip}
     */
    public void add(String place, TlsMaterial tls, MeterRegistry registry) {
        WatchedCertificate added = new WatchedCertificate(place, tls, epochS);
        added.bindTo(registry);
        run(() -> {
            added.reportExpiry();
            watched.add(added);
        });
    }

    /** Reads all files again, whether or not they have changed. Never blocks. */
    public void request() {
        run(() -> each(WatchedCertificate::reload));
    }

    private void run(Runnable task) {
        try {
            thread.execute(task);
        } catch (RejectedExecutionException stopping) {
            LOG.debug("Certificates are no longer watched: the server is stopping");
        }
    }

    private void each(Consumer<WatchedCertificate> task) {
        for (WatchedCertificate certificate : watched) {
            try {
                task.accept(certificate);
            } catch (RuntimeException | LinkageError defect) {
                LOG.error("A defect: a certificate could not be looked at", defect);
            }
        }
    }

    /** Ends the thread. */
    @Override
    public void close() {
        thread.shutdownNow();
    }
}

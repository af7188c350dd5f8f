package io.sidetone.server.ops.tls;

import io.micrometer.core.instrument.MeterRegistry;
import io.sidetone.core.metrics.SharedCounters;
import io.sidetone.transport.metrics.CounterMeters;
import io.sidetone.transport.tls.TlsFileException;
import io.sidetone.transport.tls.TlsMaterial;
import java.time.Instant;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The certificate of one place: its files, and how long it is valid. One thread. */
final class WatchedCertificate {
    private static final Logger LOG = LoggerFactory.getLogger("certificates");

    private final String place;
    private final TlsMaterial tls;
    private final LongSupplier epochS;
    private final SharedCounters<CertificateCounter> reloads = new SharedCounters<>(CertificateCounter.class);
    private FileStamps stamps;
    private boolean changing;
    private String failure = "";
    private ExpiryStage reported = ExpiryStage.FAR;

    WatchedCertificate(String place, TlsMaterial tls, LongSupplier epochS) {
        this.place = place;
        this.tls = tls;
        this.epochS = epochS;
        this.stamps = FileStamps.of(tls.files());
    }

    /**
     * Reads the files again if they have changed and were at rest since the last look: certificate and key are written
     * one after the other. Files that were wrong are tried at each look. Blocks.
     */
    void look() {
        FileStamps now = FileStamps.of(tls.files());
        if (!now.equals(stamps)) {
            stamps = now;
            changing = true;
        } else if (changing || !failure.isEmpty()) {
            reload();
        }
        reportExpiry();
    }

    /** Reads the files again. Blocks. */
    void reload() {
        changing = false;
        stamps = FileStamps.of(tls.files());
        try {
            tls.reload();
            failure = "";
            reported = ExpiryStage.FAR;
            reloads.increment(CertificateCounter.APPLIED);
            LOG.info("TLS certificate of {} read again: {}", place, description());
        } catch (TlsFileException wrong) {
            if (!failure.equals(wrong.getMessage())) {
                failure = wrong.getMessage();
                reloads.increment(CertificateCounter.REFUSED);
                LOG.error(
                        "TLS certificate of {} not renewed: {}. The one in use stays: {}",
                        place,
                        failure,
                        description());
            }
        }
    }

    /** Warns 30, 7 and 1 days before the certificate expires, and when it has. */
    void reportExpiry() {
        if (tls.notAfter().isEmpty()) {
            return;
        }
        ExpiryStage stage = ExpiryStage.of(leftS());
        if (stage.compareTo(reported) > 0) {
            reported = stage;
            if (stage == ExpiryStage.EXPIRED) {
                LOG.error("TLS certificate of {} has expired: {}; renew {}", place, description(), file());
            } else {
                LOG.warn(
                        "TLS certificate of {} expires in {} h: {}; renew {}",
                        place,
                        leftS() / 3_600,
                        description(),
                        file());
            }
        }
    }

    private Object file() {
        return tls.files().get(0);
    }

    private String description() {
        return tls.notAfter().isEmpty()
                ? "none"
                : String.join(", ", tls.names()) + ", valid until "
                        + Instant.ofEpochSecond(tls.notAfter().getAsLong());
    }

    /** Returns for how many seconds the certificate in use is valid. Any thread. */
    private long leftS() {
        return tls.notAfter().orElse(0) - epochS.getAsLong();
    }

    void bindTo(MeterRegistry registry) {
        CounterMeters.bind(registry, reloads, "place", place);
        if (tls.notAfter().isPresent()) {
            CounterMeters.gauge(registry, CertificateGauge.EXPIRY, this, WatchedCertificate::leftS, "place", place);
        }
    }
}

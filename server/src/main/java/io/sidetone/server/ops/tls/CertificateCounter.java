package io.sidetone.server.ops.tls;

import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;

/** Counts of the times that the files of a certificate were read again, by the outcome. */
enum CertificateCounter implements CounterName {
    /** New connections see what is in the files. */
    APPLIED,
    /** A file was wrong; the certificate in use stays. */
    REFUSED;

    @Override
    public CounterSeries series() {
        return CounterSeries.of(
                "sidetone_tls_certificate_reloads",
                "Times the files of a TLS certificate were read again, by outcome",
                "outcome",
                this);
    }
}

package io.sidetone.server.ops.tls;

import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;

/** Measures of a certificate in use. */
enum CertificateGauge implements CounterName {
    /** Time for which it is valid. */
    EXPIRY;

    @Override
    public CounterSeries series() {
        return CounterSeries.of(
                "sidetone_tls_certificate_expiry_seconds",
                "Time until the TLS certificate in use expires; below 0 it has");
    }
}

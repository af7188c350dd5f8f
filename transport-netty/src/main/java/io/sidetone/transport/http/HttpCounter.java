package io.sidetone.transport.http;

import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;

/** Counters of HTTP requests. */
enum HttpCounter implements CounterName {
    /** HTTP requests that could not be read. */
    MALFORMED("sidetone_http_malformed", "HTTP requests that could not be read"),
    /** HTTP connections closed because no request was completed in time. */
    TIMEOUTS("sidetone_http_timeouts", "HTTP connections closed because no request was completed in time"),
    /** HTTP requests without the right token or host. */
    UNAUTHORIZED("sidetone_http_unauthorized", "HTTP requests without the right token or host"),
    /** HTTP requests whose handler failed. */
    FAILURES("sidetone_http_failures", "HTTP requests whose handler failed"),
    /** HTTP connections without a TLS handshake, or with one that failed. */
    TLS_FAILURES("sidetone_http_tls_failures", "HTTP connections whose TLS handshake failed, plain HTTP among them");

    private final CounterSeries series;

    HttpCounter(String metric, String help) {
        series = CounterSeries.of(metric, help);
    }

    @Override
    public CounterSeries series() {
        return series;
    }
}

package io.sidetone.transport.http;

import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;

/** Answers of the HTTP server by the class of their status. */
enum AnswerCounter implements CounterName {
    /** Status 100 to 199. */
    INFORMATIONAL,
    /** Status 200 to 299. */
    SUCCESSFUL,
    /** Status 300 to 399. */
    REDIRECTION,
    /** Status 400 to 499. */
    CLIENT_ERROR,
    /** Status 500 and above. */
    SERVER_ERROR;

    private static final AnswerCounter[] CLASSES = values();

    /** Returns the counter of {@code status}, which is 100 or above. */
    static AnswerCounter of(int status) {
        return CLASSES[Math.min(CLASSES.length, status / 100) - 1];
    }

    @Override
    public CounterSeries series() {
        return new CounterSeries(
                "sidetone_http_answers", "HTTP answers by class of status", "class", (ordinal() + 1) + "xx");
    }
}

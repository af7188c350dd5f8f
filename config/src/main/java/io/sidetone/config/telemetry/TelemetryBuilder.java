package io.sidetone.config.telemetry;

import io.sidetone.config.problem.Problems;
import io.sidetone.config.schema.Values;
import io.sidetone.config.value.Secret;
import io.sidetone.config.value.WebAddress;
import java.net.URI;
import java.util.Optional;

/** The section {@code telemetry}. */
public final class TelemetryBuilder {
    private static final String TRACES = "telemetry.traces.";
    private static final String PATH = "/v1/traces";
    private static final String HEADER = "[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}";

    private final Values values;
    private final Problems problems;

    /** Reads {@code values}; what is wrong goes to {@code problems}. */
    public TelemetryBuilder(Values values, Problems problems) {
        this.values = values;
        this.problems = problems;
    }

    /** Returns where traces go. */
    public TracesConfig traces() {
        String header = values.text(TRACES + "header");
        if (!header.matches(HEADER)) {
            problems.add(TRACES + "header", "'" + header + "' is no name of a header", "write Authorization");
        }
        return new TracesConfig(
                otlp(),
                values.text(TRACES + "service-name"),
                values.get(TRACES + "sample", Double.class),
                values.flag(TRACES + "words"),
                header,
                Optional.ofNullable(values.get(TRACES + "key", Secret.class)));
    }

    private Optional<URI> otlp() {
        String text = values.text(TRACES + "otlp");
        if (text.isEmpty()) {
            return Optional.empty();
        }
        URI url = WebAddress.of(text, TRACES + "otlp", "when callers interrupt (ITE-SEC-001)", problems);
        if (url == null || url.getRawPath().endsWith(PATH)) {
            return Optional.ofNullable(url);
        }
        if (url.getRawQuery() != null) {
            problems.add(TRACES + "otlp", "has a query", "write http://HOST:4318, or the whole path to " + PATH);
            return Optional.empty();
        }
        String base = url.toString();
        return Optional.of(URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + PATH));
    }
}

package io.sidetone.config.telemetry;

import io.sidetone.config.problem.Problems;
import io.sidetone.config.value.ValueRule;
import io.sidetone.config.value.WebAddress;
import java.net.URI;

/** Address at which a collector takes traces; the usual path is added where it is missing. */
public final class OtlpEndpoint implements ValueRule<String, URI> {
    private static final String PATH = "/v1/traces";

    @Override
    public URI apply(String text, String path, Problems problems) {
        URI url = WebAddress.of(text, path, "when callers interrupt (ITE-SEC-001)", problems);
        if (url == null || url.getRawPath().endsWith(PATH)) {
            return url;
        }
        if (url.getRawQuery() != null) {
            problems.add(path, "has a query", "write http://HOST:4318, or the whole path to " + PATH);
            return null;
        }
        String base = url.toString();
        return URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + PATH);
    }
}

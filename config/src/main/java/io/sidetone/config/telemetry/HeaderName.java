package io.sidetone.config.telemetry;

import io.sidetone.config.problem.Problems;
import io.sidetone.config.value.ValueRule;

/** Name of an HTTP header (RFC 9110, section 5.1). */
public final class HeaderName implements ValueRule<String, String> {
    private static final String FORM = "[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}";

    @Override
    public String apply(String header, String path, Problems problems) {
        if (!header.matches(FORM)) {
            problems.add(path, "'" + header + "' is no name of a header", "write Authorization");
        }
        return header;
    }
}

package io.sidetone.config.agent;

import io.sidetone.config.problem.Problems;
import io.sidetone.config.value.ValueRule;
import io.sidetone.config.value.WebAddress;
import java.net.URI;

/** Address that is asked about calls that ring: https, or http on this machine. */
public final class OnCallAddress implements ValueRule<String, URI> {
    @Override
    public URI apply(String text, String path, Problems problems) {
        return WebAddress.of(text, path, "who calls", problems);
    }
}

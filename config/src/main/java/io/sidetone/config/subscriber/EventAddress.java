package io.sidetone.config.subscriber;

import io.sidetone.config.problem.Problems;
import io.sidetone.config.value.ValueRule;
import io.sidetone.config.value.WebAddress;
import java.net.URI;

/** Address to which events are posted: https, or http on this machine. */
public final class EventAddress implements ValueRule<String, URI> {
    @Override
    public URI apply(String text, String path, Problems problems) {
        return WebAddress.of(text, path, "when callers interrupt (ITE-SEC-001)", problems);
    }
}

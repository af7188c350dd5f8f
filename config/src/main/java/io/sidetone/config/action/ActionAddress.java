package io.sidetone.config.action;

import io.sidetone.config.problem.Problems;
import io.sidetone.config.value.ValueRule;
import io.sidetone.config.value.WebAddress;
import java.net.URI;

/** Address to which actions are posted: https, or http on this machine. */
public final class ActionAddress implements ValueRule<String, URI> {
    @Override
    public URI apply(String text, String path, Problems problems) {
        return WebAddress.of(text, path, "what callers say", problems);
    }
}

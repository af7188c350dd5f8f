package io.sidetone.config;

import io.sidetone.config.agent.OnCallConfig;
import io.sidetone.config.problem.Problems;
import io.sidetone.config.schema.Values;
import io.sidetone.config.value.WebAddress;

/** Rules about the web servers that are asked while calls ring. */
final class OnCallChecks {
    private final Values values;
    private final Problems problems;

    OnCallChecks(Values values, Problems problems) {
        this.values = values;
        this.problems = problems;
    }

    void run(OnCallConfig onCall, String path) {
        boolean invalid = values.invalid(path + ".url") || values.invalid(path + ".key");
        if (invalid) {
            return;
        }
        if (onCall.url().isEmpty()) {
            if (values.given(path + ".key")) {
                problems.add(path + ".key", "is given, and nobody is asked", "set on-call.url, or remove it");
            }
        } else if (onCall.key().isEmpty()
                && !WebAddress.loopback(onCall.url().get().getHost())) {
            problems.add(
                    path + ".key",
                    "is missing, so the server cannot know who asks",
                    "set it, best as ${file:/etc/sidetone/on-call-secret}");
        }
    }
}

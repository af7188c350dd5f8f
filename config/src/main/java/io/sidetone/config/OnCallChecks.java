package io.sidetone.config;

import io.sidetone.config.agent.OnCallConfig;
import io.sidetone.config.problem.Problems;
import io.sidetone.config.schema.Values;
import io.sidetone.config.value.WebAddress;
import java.util.List;

/** Rules about those who are asked while calls ring. */
final class OnCallChecks {
    private static final List<String> OF_WEB_SERVERS = List.of("key", "tools-at");

    private final Values values;
    private final Problems problems;

    OnCallChecks(Values values, Problems problems) {
        this.values = values;
        this.problems = problems;
    }

    void run(OnCallConfig onCall, String path) {
        if (values.invalid(path + ".url") || values.invalid(path + ".key") || values.invalid(path + ".plugin")) {
            return;
        }
        if (onCall.asksPlugin()) {
            plugin(onCall, path);
            return;
        }
        if (values.given(path + ".options")) {
            problems.add(
                    path + ".options", "is given, and no plugin is asked", "set on-call.plugin, or remove options");
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

    private void plugin(OnCallConfig onCall, String path) {
        if (onCall.url().isPresent()) {
            problems.add(
                    path + ".plugin",
                    "is given beside url, and one of the two is asked",
                    "keep one, and remove the other");
            return;
        }
        for (String key : OF_WEB_SERVERS) {
            if (values.given(path + "." + key)) {
                problems.add(
                        path + "." + key,
                        "is for a web server, and a plugin is asked",
                        "remove it; what the plugin needs is among its options, a secret as the name of a file");
            }
        }
        if (values.text("plugins").isEmpty() && !values.invalid("plugins")) {
            problems.add(
                    path + ".plugin",
                    "needs a plugin, and plugins is not set",
                    "set plugins to the folder that holds it");
        }
    }
}

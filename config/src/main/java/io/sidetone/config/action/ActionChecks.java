package io.sidetone.config.action;

import io.sidetone.config.problem.Problems;
import io.sidetone.config.schema.Values;
import java.util.List;

/** Checks of the keys of an action, which depend on who carries it out. */
public final class ActionChecks {
    private static final List<String> OF_PLUGINS = List.of("plugin", "key", "options");
    private static final List<String> OF_WEBHOOKS = List.of("url", "parameters", "secret");

    private ActionChecks() {}

    /** Notes in {@code problems} what {@code action} lacks, and what it cannot have. */
    public static void check(ActionConfig action, Values values, Problems problems) {
        String path = "actions." + action.name();
        if (values.invalid(path + ".type")) {
            return;
        }
        if (action.type() == ActionConfig.Type.PLUGIN) {
            foreign(path, OF_WEBHOOKS, "plugin", values, problems);
            missing(
                    path,
                    "plugin",
                    "is missing, and a plugin is found by its name",
                    "write the name that serve prints for it; docs/plugins.md says more",
                    values,
                    problems);
            if (values.text("plugins").isEmpty() && !values.invalid("plugins")) {
                problems.add(
                        path + ".type",
                        "needs a plugin, and plugins is not set",
                        "set plugins to the folder that holds it");
            }
        } else {
            foreign(path, OF_PLUGINS, "webhook", values, problems);
            missing(path, "url", "is missing", "give it: " + ActionConfig.URL_WHY, values, problems);
            missing(path, "description", "is missing", "give it: " + ActionConfig.DESCRIPTION_WHY, values, problems);
        }
    }

    private static void foreign(String path, List<String> keys, String type, Values values, Problems problems) {
        for (String key : keys) {
            if (values.given(path + "." + key)) {
                problems.add(path + "." + key, "is no key of " + type + " actions", "remove it, or change type");
            }
        }
    }

    private static void missing(
            String path, String key, String problem, String remedy, Values values, Problems problems) {
        if (!values.given(path + "." + key) && !values.invalid(path + "." + key)) {
            problems.add(path + "." + key, problem, remedy);
        }
    }
}

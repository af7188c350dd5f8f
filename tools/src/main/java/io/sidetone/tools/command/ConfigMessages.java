package io.sidetone.tools.command;

import io.sidetone.config.problem.ConfigException;
import java.io.PrintWriter;

/** Prints configuration problems: one line each, {@code path: problem; remedy}. */
final class ConfigMessages {
    static final String OPTION =
            "Configuration; else $SIDETONE_CONFIG, else /etc/sidetone/sidetone.yaml, else the one in the" + " JAR.";

    static final String OPTION_TO_CHECK = "The configuration; without it the one that serve would use.";

    private ConfigMessages() {}

    static void print(ConfigException e, PrintWriter err) {
        e.problems().forEach(err::println);
        err.flush();
    }
}

package io.sidetone.config;

import java.nio.file.Path;
import java.util.function.UnaryOperator;

/**
 * Environment that a configuration depends on in addition to its file.
 *
 * @param variable value of an environment variable, or null
 * @param processors how many the machine has
 * @param systemFile the file that is used when none is named
 */
public record ConfigEnvironment(UnaryOperator<String> variable, int processors, Path systemFile) {
    /** This process on this machine. */
    public static ConfigEnvironment system() {
        return new ConfigEnvironment(
                System::getenv, Runtime.getRuntime().availableProcessors(), Path.of("/etc/sidetone/sidetone.yaml"));
    }
}

package io.sidetone.tools.command;

import io.sidetone.config.LoadedConfig;
import io.sidetone.server.ExitCode;
import io.sidetone.server.agents.reload.ConfigSource;
import java.io.PrintWriter;

/** Runs the server until it is asked to stop. */
@FunctionalInterface
public interface ServeRunner {
    /**
     * Opens everything, prints one line for each listener and then {@code ready}, and returns when the process may end.
     *
     * @param config checked configuration
     * @param again loads the configuration once more from the same source
     * @param out standard output
     * @param err standard error, one line for each error
     * @return how it ended
     */
    ExitCode serve(LoadedConfig config, ConfigSource again, PrintWriter out, PrintWriter err) throws Exception;
}

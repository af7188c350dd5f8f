package io.sidetone.tools.command;

import io.sidetone.config.problem.ConfigException;
import io.sidetone.core.port.vad.UnusableModelException;
import io.sidetone.server.ExitCode;
import io.sidetone.server.agents.plugin.PluginUnavailableException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command: where it prints, how it refuses its arguments, and how it ends when the configuration cannot be used. */
abstract class Subcommand implements Callable<Integer> {
    static final String CONFIG =
            "Configuration; else $SIDETONE_CONFIG, else /etc/sidetone/sidetone.yaml, else the one in the JAR.";

    static final String CONFIG_TO_CHECK = "The configuration; without it the one that serve would use.";

    @Spec
    private CommandSpec spec;

    /**
     * Does what the command is for; the main thread.
     *
     * @throws ConfigException for exit code 78, after its problems are printed
     * @throws UnusableModelException likewise
     * @throws PluginUnavailableException for exit code 69, after its problems are printed
     */
    abstract ExitCode run() throws Exception;

    @Override
    public final Integer call() throws Exception {
        try {
            return run().code();
        } catch (ConfigException e) {
            e.problems().forEach(err()::println);
            return ExitCode.CONFIG.code();
        } catch (UnusableModelException e) {
            err().println(e.getMessage());
            return ExitCode.CONFIG.code();
        } catch (PluginUnavailableException e) {
            e.problems().forEach(err()::println);
            return ExitCode.UNAVAILABLE.code();
        }
    }

    /** Returns the description of this command, with what was given. */
    final CommandSpec spec() {
        return spec;
    }

    /** Returns standard output. */
    final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** Returns standard error, one line for each error. */
    final PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /** Returns the refusal of the arguments: exit code 2. */
    final ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}

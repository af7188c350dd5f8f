package io.sidetone.server.command;

import io.sidetone.config.ConfigLoader;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.problem.ConfigException;
import io.sidetone.server.actions.ConfiguredActions;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code check-config FILE}: tells everything that is wrong with a configuration. */
@Command(
        name = "check-config",
        description = "Checks a configuration: exit code 0, or 78 with every problem as 'path: problem; remedy'.")
final class CheckConfigCommand implements Callable<Integer> {
    private final ConfigLoader loader;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The configuration.")
    private Path file;

    CheckConfigCommand(ConfigLoader loader) {
        this.loader = loader;
    }

    @Override
    public Integer call() {
        try {
            SidetoneConfig config = loader.load(file, Optional.empty()).config();
            ConfiguredActions.check(config, file.toString());
            spec.commandLine()
                    .getOut()
                    .println(file + ": ok, " + count(config.agents().size(), "agent") + ", "
                            + count(config.engines().size(), "engine") + ", "
                            + count(config.sip().trunks().size(), "trunk"));
            return ExitCode.OK.code();
        } catch (ConfigException e) {
            ConfigMessages.print(e, spec.commandLine().getErr());
            return ExitCode.CONFIG.code();
        }
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }
}

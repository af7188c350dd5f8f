package io.sidetone.tools.command;

import io.sidetone.config.ConfigLoader;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.problem.ConfigException;
import io.sidetone.server.ExitCode;
import io.sidetone.server.actions.mcp.McpServers;
import io.sidetone.server.actions.mcp.McpTrial;
import io.sidetone.server.services.EngineTrial;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code check-engines}: tries every engine of a configuration with one tiny request. */
@Command(
        name = "check-engines",
        description =
                "Tries every configured engine with one tiny request, which may cost a fraction of a cent, and lists the tools of every"
                        + " MCP server: exit code 0, 1 when one does not work, with the remedy, or 78 when the configuration is wrong. Warns of models"
                        + " that their services switch off.")
final class CheckEnginesCommand implements Callable<Integer> {
    private final ConfigLoader loader;

    @Spec
    private CommandSpec spec;

    @Option(names = "-c", paramLabel = "FILE", description = ConfigMessages.OPTION_TO_CHECK)
    private Path file;

    CheckEnginesCommand(ConfigLoader loader) {
        this.loader = loader;
    }

    @Override
    public Integer call() {
        SidetoneConfig config;
        try {
            config = loader.load(file, Optional.empty()).config();
        } catch (ConfigException e) {
            ConfigMessages.print(e, spec.commandLine().getErr());
            return ExitCode.CONFIG.code();
        }
        try {
            EngineTrial.Report report = EngineTrial.run(config, LocalDate.now());
            boolean all = true;
            for (EngineTrial.Outcome outcome : report.outcomes()) {
                all &= outcome.ok();
                spec.commandLine().getOut().println(outcome.line());
            }
            for (McpServers.Report tried : McpTrial.run(config.mcp().values())) {
                all &= tried.ok();
                spec.commandLine().getOut().println(tried.line());
            }
            report.warnings().forEach(spec.commandLine().getOut()::println);
            return (all ? ExitCode.OK : ExitCode.CHECK_FAILED).code();
        } catch (IllegalArgumentException impossible) {
            spec.commandLine().getErr().println(impossible.getMessage());
            return ExitCode.CONFIG.code();
        }
    }
}

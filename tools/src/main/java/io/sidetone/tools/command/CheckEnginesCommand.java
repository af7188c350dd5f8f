package io.sidetone.tools.command;

import io.sidetone.config.ConfigLoader;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.problem.ConfigException;
import io.sidetone.server.ExitCode;
import io.sidetone.server.actions.mcp.McpServers;
import io.sidetone.server.actions.mcp.McpTrial;
import io.sidetone.server.agents.services.EngineTrial;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code check-engines}: tries every engine of a configuration with one tiny request. */
@Command(
        name = "check-engines",
        description =
                "Tries every configured engine with one tiny request, which may cost a fraction of a cent, and lists the tools of every"
                        + " MCP server: exit code 0, 1 when one does not work, with the remedy, or 78 when the configuration is wrong. Warns of models"
                        + " that their services switch off.")
final class CheckEnginesCommand extends Subcommand {
    private final ConfigLoader loader;

    @Option(names = "-c", paramLabel = "FILE", description = CONFIG_TO_CHECK)
    private Path file;

    CheckEnginesCommand(ConfigLoader loader) {
        this.loader = loader;
    }

    @Override
    ExitCode run() throws ConfigException {
        SidetoneConfig config = loader.load(file, Optional.empty()).config();
        try {
            EngineTrial.Report report = EngineTrial.run(config, LocalDate.now());
            boolean all = true;
            for (EngineTrial.Outcome outcome : report.outcomes()) {
                all &= outcome.ok();
                out().println(outcome.line());
            }
            for (McpServers.Report tried : McpTrial.run(config.mcp().values())) {
                all &= tried.ok();
                out().println(tried.line());
            }
            report.warnings().forEach(out()::println);
            return all ? ExitCode.OK : ExitCode.CHECK_FAILED;
        } catch (IllegalArgumentException impossible) {
            err().println(impossible.getMessage());
            return ExitCode.CONFIG;
        }
    }
}

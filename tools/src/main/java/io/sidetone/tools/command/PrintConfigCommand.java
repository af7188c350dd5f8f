package io.sidetone.tools.command;

import io.sidetone.config.ConfigLoader;
import io.sidetone.config.KeyRegistry;
import io.sidetone.config.print.ConfigPrinter;
import io.sidetone.config.print.JsonSchema;
import io.sidetone.config.print.ReferencePage;
import io.sidetone.config.problem.ConfigException;
import io.sidetone.server.ExitCode;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code print-config}: shows the configuration that the server would run with. */
@Command(
        name = "print-config",
        description = "Prints the concluded configuration, every key with its value, secrets masked.")
final class PrintConfigCommand extends Subcommand {
    private final ConfigLoader loader;

    @Option(names = "-c", paramLabel = "FILE", description = CONFIG)
    private Path file;

    @Option(names = "--reference", description = "Prints every key with its default, unit and reason instead.")
    private boolean reference;

    @Option(names = "--schema", description = "Prints a JSON Schema of the configuration, for editors, instead.")
    private boolean schema;

    PrintConfigCommand(ConfigLoader loader) {
        this.loader = loader;
    }

    @Override
    ExitCode run() throws ConfigException {
        PrintWriter out = out();
        if (reference || schema) {
            out.print(reference ? ReferencePage.text() : JsonSchema.of(KeyRegistry.tree()));
            out.flush();
            return ExitCode.OK;
        }
        out.print(ConfigPrinter.print(loader.loadFirst(Optional.ofNullable(file), Optional.empty())));
        out.flush();
        return ExitCode.OK;
    }
}

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
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code print-config}: shows the configuration that the server would run with. */
@Command(
        name = "print-config",
        description = "Prints the concluded configuration, every key with its value, secrets masked.")
final class PrintConfigCommand implements Callable<Integer> {
    private final ConfigLoader loader;

    @Spec
    private CommandSpec spec;

    @Option(names = "-c", paramLabel = "FILE", description = ConfigMessages.OPTION)
    private Path file;

    @Option(names = "--reference", description = "Prints every key with its default, unit and reason instead.")
    private boolean reference;

    @Option(names = "--schema", description = "Prints a JSON Schema of the configuration, for editors, instead.")
    private boolean schema;

    PrintConfigCommand(ConfigLoader loader) {
        this.loader = loader;
    }

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        if (reference || schema) {
            out.print(reference ? ReferencePage.text() : JsonSchema.of(KeyRegistry.tree()));
            out.flush();
            return ExitCode.OK.code();
        }
        try {
            out.print(ConfigPrinter.print(loader.loadFirst(Optional.ofNullable(file), Optional.empty())));
            out.flush();
            return ExitCode.OK.code();
        } catch (ConfigException e) {
            ConfigMessages.print(e, spec.commandLine().getErr());
            return ExitCode.CONFIG.code();
        }
    }
}

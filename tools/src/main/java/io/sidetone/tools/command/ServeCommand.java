package io.sidetone.tools.command;

import io.sidetone.config.ConfigLoader;
import io.sidetone.config.LoadedConfig;
import io.sidetone.config.engine.EngineConfig;
import io.sidetone.server.ExitCode;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code serve}: runs the server. */
@Command(
        name = "serve",
        description = "Runs the server: prints one line for each listener, then 'ready'. SIGTERM drains.")
final class ServeCommand extends Subcommand {
    private final ConfigLoader loader;
    private final ServeRunner runner;

    @Option(names = "-c", paramLabel = "FILE", description = CONFIG)
    private Path file;

    @Option(
            names = "--engines",
            paramLabel = "SET",
            description = "Gives every agent these engines: ${COMPLETION-CANDIDATES}.")
    private EngineSet engines;

    ServeCommand(ConfigLoader loader, ServeRunner runner) {
        this.loader = loader;
        this.runner = runner;
    }

    /** Values of {@code --engines}. */
    enum EngineSet {
        mock(EngineConfig.Type.MOCK),
        embedded(EngineConfig.Type.EMBEDDED);

        private final EngineConfig.Type type;

        EngineSet(EngineConfig.Type type) {
            this.type = type;
        }
    }

    @Override
    ExitCode run() throws Exception {
        Optional<EngineConfig.Type> override = Optional.ofNullable(engines).map(set -> set.type);
        LoadedConfig config = loader.loadFirst(Optional.ofNullable(file), override);
        return runner.serve(config, () -> loader.loadAgain(config, override), out(), err());
    }
}

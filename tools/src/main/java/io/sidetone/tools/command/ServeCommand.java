package io.sidetone.tools.command;

import io.sidetone.config.ConfigLoader;
import io.sidetone.config.LoadedConfig;
import io.sidetone.config.engine.EngineConfig;
import io.sidetone.config.problem.ConfigException;
import io.sidetone.server.ExitCode;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code serve}: runs the server. */
@Command(
        name = "serve",
        description = "Runs the server: prints one line for each listener, then 'ready'. SIGTERM drains.")
final class ServeCommand implements Callable<Integer> {
    private final ConfigLoader loader;
    private final ServeRunner runner;

    @Spec
    private CommandSpec spec;

    @Option(names = "-c", paramLabel = "FILE", description = ConfigMessages.OPTION)
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
    public Integer call() throws Exception {
        Optional<EngineConfig.Type> override = Optional.ofNullable(engines).map(set -> set.type);
        LoadedConfig config;
        try {
            config = loader.loadFirst(Optional.ofNullable(file), override);
        } catch (ConfigException e) {
            ConfigMessages.print(e, spec.commandLine().getErr());
            return ExitCode.CONFIG.code();
        }
        return runner.serve(
                        config,
                        () -> loader.loadAgain(config, override),
                        spec.commandLine().getOut(),
                        spec.commandLine().getErr())
                .code();
    }
}

package io.sidetone.tools.command;

import io.sidetone.config.ConfigLoader;
import io.sidetone.config.LoadedConfig;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.problem.ConfigException;
import io.sidetone.core.port.vad.UnusableModelException;
import io.sidetone.server.ExitCode;
import io.sidetone.server.actions.ConfiguredActions;
import io.sidetone.server.agents.plugin.PluginUnavailableException;
import io.sidetone.server.agents.plugin.Plugins;
import io.sidetone.server.agents.services.EngineTrial;
import io.sidetone.server.agents.services.PluginEngines;
import io.sidetone.server.ops.tls.ConfiguredTls;
import io.sidetone.server.records.aftercall.NoteSchemas;
import io.sidetone.server.trunks.ConfiguredCodecs;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code check-config FILE}: prints every error of a configuration. */
@Command(
        name = "check-config",
        description =
                "Checks a configuration: exit code 0, 78 with every problem as 'path: problem; remedy', or 69 when a plugin or library that it needs is missing.")
final class CheckConfigCommand extends Subcommand {
    private final ConfigLoader loader;

    @Parameters(paramLabel = "FILE", description = "The configuration.")
    private Path file;

    CheckConfigCommand(ConfigLoader loader) {
        this.loader = loader;
    }

    @Override
    ExitCode run() throws ConfigException, UnusableModelException, PluginUnavailableException {
        try {
            LoadedConfig loaded = loader.load(file, Optional.empty());
            SidetoneConfig config = loaded.config();
            ConfiguredActions.check(config, file.toString());
            NoteSchemas.check(config, file.toString());
            ConfiguredTls.check(config, file.toString());
            EngineTrial.check(config);
            checkPlugins(config);
            List<String> missing = ConfiguredCodecs.missing(config.sip());
            if (!missing.isEmpty()) {
                missing.forEach(err()::println);
                return ExitCode.UNAVAILABLE;
            }
            SecretFiles.warnings(loaded, System.getenv("CREDENTIALS_DIRECTORY")).forEach(err()::println);
            out().println(file + ": ok, " + count(config.agents().size(), "agent") + ", "
                    + count(config.engines().size(), "engine") + ", "
                    + count(config.sip().trunks().size(), "trunk"));
            return ExitCode.OK;
        } catch (IllegalArgumentException e) {
            err().println(e.getMessage());
            return ExitCode.CONFIG;
        }
    }

    /** Loads the plugins that the server would load, opens their engines where agents use some, and closes all. */
    private void checkPlugins(SidetoneConfig config) throws UnusableModelException, PluginUnavailableException {
        Set<PluginEngines.Use> used = PluginEngines.used(config);
        try (Plugins plugins = Plugins.load(config.plugins())) {
            plugins.detector(config.silero()).close();
            if (!used.isEmpty()) {
                open(plugins, used);
            }
            plugins.found().forEach(out()::println);
            plugins.problems().forEach(err()::println);
        }
    }

    private static void open(Plugins plugins, Set<PluginEngines.Use> used)
            throws UnusableModelException, PluginUnavailableException {
        try (PluginEngines plugged = new PluginEngines(plugins)) {
            for (PluginEngines.Use use : used) {
                plugged.open(use);
            }
        }
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }
}

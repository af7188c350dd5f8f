package io.sidetone.tools.command;

import io.sidetone.config.ConfigLoader;
import io.sidetone.config.LoadedConfig;
import io.sidetone.config.SipConfig;
import io.sidetone.config.problem.ConfigException;
import io.sidetone.config.problem.Nearest;
import io.sidetone.server.ExitCode;
import io.sidetone.server.trunks.SipCertificates;
import io.sidetone.server.trunks.TrunkTrial;
import io.sidetone.transport.loop.BindFailedException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code check-trunks}: calls every trunk of a configuration by OPTIONS and REGISTER. */
@Command(
        name = "check-trunks",
        description =
                "Checks trunks that have 'to': DNS, TLS and its certificate, whether each server answers OPTIONS, the password, and the registration,"
                        + " which is asked for and not changed. Exit code 0, or 1 when something is not in order, with the"
                        + " remedy. Sends from a port of its own, so that it may run beside a server.")
final class CheckTrunksCommand extends Subcommand {
    private final ConfigLoader loader;

    @Option(names = "-c", paramLabel = "FILE", description = CONFIG_TO_CHECK)
    private Path file;

    @Parameters(paramLabel = "NAME", arity = "0..*", description = "Trunks; without a name all.")
    private List<String> names = List.of();

    CheckTrunksCommand(ConfigLoader loader) {
        this.loader = loader;
    }

    @Override
    ExitCode run() throws ConfigException {
        LoadedConfig loaded = loader.load(file, Optional.empty());
        SipConfig config = loaded.config().sip();
        SipCertificates certificates = SipCertificates.open(config, loaded.source());
        List<String> known = config.trunks().stream().map(SipConfig.Trunk::name).toList();
        for (String name : names) {
            if (!known.contains(name)) {
                throw usage("'" + name + "' is no trunk" + suggestion(name, known));
            }
        }
        if (known.isEmpty()) {
            out().println("sip.trunks is empty: there is nothing to check");
            return ExitCode.OK;
        }
        try {
            List<TrunkTrial.Line> lines = TrunkTrial.run(config, certificates, names);
            lines.forEach(line -> out().println(line.text()));
            return lines.stream().allMatch(TrunkTrial.Line::ok) ? ExitCode.OK : ExitCode.CHECK_FAILED;
        } catch (BindFailedException taken) {
            err().println(taken.getMessage());
            return ExitCode.UNAVAILABLE;
        }
    }

    private static String suggestion(String name, List<String> known) {
        return Nearest.to(name, known)
                .map(near -> "; did you mean " + near + "?")
                .orElse("; there are " + String.join(", ", known));
    }
}

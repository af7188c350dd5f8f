package io.sidetone.tools.command;

import io.sidetone.audio.filter.VectorPath;
import io.sidetone.server.BuildInfo;
import io.sidetone.server.ExitCode;
import picocli.CommandLine.Command;

/** {@code version}: prints the build of this program. */
@Command(name = "version", description = "Prints version, commit and JVM.")
final class VersionCommand extends Subcommand {
    @Override
    ExitCode run() {
        BuildInfo build = BuildInfo.load();
        out().printf(
                        "sidetone %s (commit %s) on %s %s, %s %s; audio filters: %s%n",
                        build.version(),
                        build.commit(),
                        System.getProperty("java.vm.name"),
                        System.getProperty("java.runtime.version"),
                        System.getProperty("os.name"),
                        System.getProperty("os.arch"),
                        VectorPath.description());
        out().flush();
        return ExitCode.OK;
    }
}

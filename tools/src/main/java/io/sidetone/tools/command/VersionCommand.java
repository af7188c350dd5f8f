package io.sidetone.tools.command;

import io.sidetone.audio.filter.VectorPath;
import io.sidetone.server.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code version}: prints the build of this program. */
@Command(name = "version", description = "Prints version, commit and JVM.")
final class VersionCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        BuildInfo build = BuildInfo.load();
        spec.commandLine()
                .getOut()
                .printf(
                        "sidetone %s (commit %s) on %s %s, %s %s; audio filters: %s%n",
                        build.version(),
                        build.commit(),
                        System.getProperty("java.vm.name"),
                        System.getProperty("java.runtime.version"),
                        System.getProperty("os.name"),
                        System.getProperty("os.arch"),
                        VectorPath.description());
        spec.commandLine().getOut().flush();
        return ExitCode.OK.code();
    }
}

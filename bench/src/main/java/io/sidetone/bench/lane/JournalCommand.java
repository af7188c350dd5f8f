package io.sidetone.bench.lane;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Measures the cost of a journal for a lane, and the speed of replay. */
@Command(
        name = "journal",
        description = "Measures what a journal costs a lane, and how fast it replays.",
        mixinStandardHelpOptions = true)
public final class JournalCommand implements Callable<Integer> {
    @Override
    public Integer call() throws IOException, InterruptedException {
        JournalBench.run();
        return CommandLine.ExitCode.OK;
    }
}

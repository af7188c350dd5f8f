package io.sidetone.bench.lane;

import io.sidetone.bench.harness.Plan;
import java.nio.file.Path;
import picocli.CommandLine.Command;

/** Measures the cost of a journal for a lane, and the speed of replay. */
@Command(
        name = "journal",
        description = "Measures what a journal costs a lane, and how fast it replays.",
        mixinStandardHelpOptions = true)
public final class JournalCommand extends Plan {
    @Override
    protected boolean measure(Path folder) throws Exception {
        JournalBench.run(folder);
        return true;
    }
}

package io.sidetone.bench;

import io.sidetone.bench.acceptance.AcceptanceCommand;
import io.sidetone.bench.engines.EnginesCommand;
import io.sidetone.bench.engines.RelayCommand;
import io.sidetone.bench.history.HistoryCommand;
import io.sidetone.bench.lane.InterruptionCommand;
import io.sidetone.bench.lane.JournalCommand;
import io.sidetone.bench.response.ResponseCommand;
import io.sidetone.bench.scale.CallsCommand;
import io.sidetone.bench.scale.ScaleCommand;
import io.sidetone.bench.scale.StreamsCommand;
import io.sidetone.bench.soak.SoakCommand;
import io.sidetone.bench.streams.BargeInCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The command behind {@code scripts/bench}: one subcommand for each kind of measurement, and {@code jmh} for the
 * microbenches.
 *
 * <p>Exit codes: 0 measured and within budgets, 1 a failure or a missed budget, 2 usage.
 */
@Command(
        name = "scripts/bench",
        description = "Measures the server that is shipped.",
        mixinStandardHelpOptions = true,
        subcommands = {
            JmhCommand.class,
            AcceptanceCommand.class,
            CallsCommand.class,
            EnginesCommand.class,
            HistoryCommand.class,
            InterruptionCommand.class,
            JournalCommand.class,
            RelayCommand.class,
            ResponseCommand.class,
            ScaleCommand.class,
            SoakCommand.class,
            StreamsCommand.class,
            BargeInCommand.class
        })
public final class Bench {
    private Bench() {}

    /** Runs the command named on the command line and ends the process. */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Bench());
    }
}

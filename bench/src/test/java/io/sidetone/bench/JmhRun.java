package io.sidetone.bench;

import java.util.Collection;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs a bench once in this JVM, for a test that judges what it finds and not how fast it is. */
final class JmhRun {
    private JmhRun() {}

    /**
     * Runs every method of {@code bench} for {@code ms}.
     *
     * @param calls values of its parameter {@code calls}; none for a bench that has no such parameter
     */
    static Collection<RunResult> of(Class<?> bench, int ms, String... calls) throws Exception {
        System.setProperty("jmh.ignoreLock", "true");
        ChainedOptionsBuilder options = new OptionsBuilder().include(bench.getSimpleName());
        return new Runner((calls.length == 0 ? options : options.param("calls", calls))
                        .forks(0)
                        .warmupIterations(0)
                        .measurementIterations(1)
                        .measurementTime(TimeValue.milliseconds(ms))
                        .shouldFailOnError(true)
                        .verbosity(VerboseMode.SILENT)
                        .build())
                .run();
    }
}

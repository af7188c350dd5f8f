package io.sidetone.bench.lane;

import io.sidetone.core.dialogue.ClauseSplitter;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What does it cost the lane to cut a streamed reply of two sentences into clauses? */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ClauseSplitterBench {
    private static final String[] PIECES =
            "Your appointment is on Tuesday, the third of March, at half past nine. Shall I send you a reminder?"
                    .split("(?<= )");

    private final ClauseSplitter splitter = new ClauseSplitter();

    /** Cuts one reply, word by word. */
    @Benchmark
    public int reply() {
        int length = 0;
        for (String piece : PIECES) {
            splitter.add(piece);
            for (String clause = splitter.next(); clause != null; clause = splitter.next()) {
                length += clause.length();
            }
        }
        for (String clause = splitter.rest(); clause != null; clause = splitter.rest()) {
            length += clause.length();
        }
        splitter.clear();
        return length;
    }
}

package io.sidetone.bench.cost;

import io.sidetone.audio.filter.VectorPath;
import io.sidetone.bench.audio.Filters;
import io.sidetone.bench.harness.AllocationProbe;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

/**
 * What does 20 ms of sound cost, compared with the C code of other projects? All variants of a family run in turns in one
 * thread of one JVM, round by round, and are timed by the processor time of the thread: other load of the machine
 * affects all of them equally. One invocation is one round. JMH's own figure is the length of a round; the findings
 * below its table are the result.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 200)
@Measurement(iterations = 60)
public class AudioCostBench {
    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Param({"vad", "resample", "g711", "lane"})
    String family;

    /** Filters as the launcher starts them, or as a bare {@code java -jar} runs them. */
    @Param({"launcher", "bare"})
    String filters;

    private List<Variant> variants;
    private VariantTimes times;
    private String path;
    private boolean counts;
    private long kept;

    /** Creates the variants. */
    @Setup
    public void prepare() throws InterruptedException {
        path = filters.equals("launcher") ? Filters.ready() : "plain loops";
        variants = Variants.of(family);
        times = new VariantTimes(variants);
    }

    /** Rounds of the warm-up do not count. */
    @Setup(Level.Iteration)
    public void begin(IterationParams iteration) {
        counts = iteration.getType() == IterationType.MEASUREMENT;
    }

    /** One round: a sample of every variant. */
    @Benchmark
    public long round() {
        if (counts) {
            times.nextRound();
        }
        for (int i = 0; i < variants.size(); i++) {
            Variant variant = variants.get(i);
            int seconds = variant.framesPerSample() / Sounds.FRAMES;
            long allocated = THREADS.getCurrentThreadAllocatedBytes();
            long from = THREADS.getCurrentThreadCpuTime();
            for (int second = 0; second < seconds; second++) {
                kept += variant.second();
            }
            long to = THREADS.getCurrentThreadCpuTime();
            if (counts) {
                times.sample(i, to - from, THREADS.getCurrentThreadAllocatedBytes() - allocated);
            }
        }
        return kept;
    }

    /** Adds the findings; a comparison whose control variant does not equal itself is invalid. */
    @TearDown
    public void report(BenchmarkParams bench) {
        if (VectorPath.inUse() != path.startsWith("Vector")) {
            throw new IllegalStateException("the filters ran on another path than " + path);
        }
        AllocationProbe findings = AllocationProbe.of(bench.getBenchmark()).say(family + ", filters: " + path);
        times.state(findings);
        times.judge(findings);
        findings.report();
    }
}

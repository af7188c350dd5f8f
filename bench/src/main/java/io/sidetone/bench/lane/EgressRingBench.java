package io.sidetone.bench.lane;

import io.sidetone.bench.audio.Voice;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.core.lane.EgressRing;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does it cost to pass a frame from the lane to an event loop, for both threads together and without the hop
 * itself? The calls take turns; each has its own sound to copy from and to.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class EgressRingBench {
    private static final int SAMPLES = 160;

    /** Calls that take turns on the ring. */
    @Param({"1", "50", "400", "2000"})
    int calls;

    private final EgressRing ring = new EgressRing(1_024, () -> {});
    private short[][] sources;
    private short[][] targets;
    private int next;
    private long number;

    /** Makes the sound of each call. */
    @Setup
    public void prepare() {
        sources = new Voice(8_000).frames(calls);
        targets = new short[calls][SAMPLES];
    }

    /** Passes one frame through the ring; its samples are copied in and out. */
    @Benchmark
    public long frame() {
        int call = next;
        next = call == calls - 1 ? 0 : call + 1;
        EgressFrame in = ring.claim();
        in.mediaIndex = number++;
        in.samples = SAMPLES;
        System.arraycopy(sources[call], 0, in.pcm, 0, SAMPLES);
        ring.publish();
        EgressFrame out = ring.peek();
        System.arraycopy(out.pcm, 0, targets[call], 0, out.samples);
        long seen = out.mediaIndex;
        ring.release();
        return seen;
    }
}

package io.sidetone.bench.audio;

import io.sidetone.audio.resample.Resampler;
import io.sidetone.audio.resample.Resamplers;
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

/** What does it cost to convert 20 ms of sound to another rate? */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ResamplerBench {
    private static final int FRAMES = 50;

    @Param({"8000>16000", "48000>16000", "16000>8000", "24000>8000", "22050>8000"})
    String rates;

    private Resampler resampler;
    private short[][] frames;
    private short[] out;
    private int next;

    /** Creates the resampler and a second of voice. */
    @Setup
    public void prepare() throws InterruptedException {
        Filters.ready();
        String[] pair = rates.split(">");
        int inHz = Integer.parseInt(pair[0]);
        int outHz = Integer.parseInt(pair[1]);
        resampler = Resamplers.create(inHz, outHz);
        frames = new Voice(inHz).frames(FRAMES);
        out = new short[outHz / 50 + 64];
    }

    /** Converts one frame. */
    @Benchmark
    public int frame() {
        short[] in = frames[next];
        next = (next + 1) % FRAMES;
        return resampler.process(in, 0, in.length, out, 0);
    }
}

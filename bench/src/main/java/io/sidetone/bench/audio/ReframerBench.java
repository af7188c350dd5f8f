package io.sidetone.bench.audio;

import io.sidetone.audio.frame.Reframer;
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

/** What does cutting a packet into 20 ms frames cost, for packets that fit and packets that do not? */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ReframerBench {
    @Param({"10", "20", "30", "60"})
    int packetMs;

    private Reframer reframer;
    private short[] packet;
    private long taken;

    /** Prepares one packet. */
    @Setup
    public void prepare() {
        reframer = new Reframer(8_000, (pcm, offset, samples) -> taken += pcm[offset] + samples);
        packet = new short[8 * packetMs];
        new Voice(8_000).fill(packet, 0, packet.length);
    }

    /** Cuts one packet. */
    @Benchmark
    public long packet() {
        reframer.accept(packet, 0, packet.length);
        return taken;
    }
}

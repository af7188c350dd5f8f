package io.sidetone.bench.audio;

import io.sidetone.audio.codec.AudioCodec;
import io.sidetone.audio.codec.G711;
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

/** What do the 160 samples of a G.711 packet cost in each direction? */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class G711Bench {
    private static final int FRAMES = 50;
    private static final int SAMPLES = 160;

    @Param({"PCMU", "PCMA"})
    String law;

    private AudioCodec codec;
    private short[][] pcm;
    private byte[][] payload;
    private final short[] decoded = new short[SAMPLES];
    private final byte[] encoded = new byte[SAMPLES];
    private int next;

    /** Encodes a second of voice. */
    @Setup
    public void prepare() {
        codec = law.equals("PCMU") ? G711.PCMU : G711.PCMA;
        pcm = new Voice(8_000).frames(FRAMES);
        payload = new byte[FRAMES][SAMPLES];
        for (int i = 0; i < FRAMES; i++) {
            codec.encode(pcm[i], 0, SAMPLES, payload[i], 0);
        }
    }

    /** One packet to samples. */
    @Benchmark
    public short[] decode() {
        next = (next + 1) % FRAMES;
        codec.decode(payload[next], 0, SAMPLES, decoded, 0);
        return decoded;
    }

    /** Samples to one packet. */
    @Benchmark
    public byte[] encode() {
        next = (next + 1) % FRAMES;
        codec.encode(pcm[next], 0, SAMPLES, encoded, 0);
        return encoded;
    }
}

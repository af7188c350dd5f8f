package io.sidetone.bench.audio;

import io.sidetone.audio.tone.SpeechNoise;
import io.sidetone.audio.vad.EnergyVad;
import io.sidetone.audio.vad.SpeechDetector;
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

/** What does a speech score for 20 ms cost, alone and while the agent speaks? */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class SpeechDetectorBench {
    private static final int FRAMES = 50;

    @Param({"8000", "16000"})
    int sampleRateHz;

    private SpeechDetector detector;
    private short[][] near;
    private short[][] far;
    private int next;

    /** Prepares a second of caller and of agent. */
    @Setup
    public void prepare() throws InterruptedException {
        Filters.ready();
        detector = new EnergyVad(sampleRateHz);
        near = new Voice(sampleRateHz).frames(FRAMES);
        far = new short[FRAMES][sampleRateHz / 50];
        SpeechNoise agent = new SpeechNoise(sampleRateHz, 1);
        for (short[] frame : far) {
            agent.fill(frame, 0, frame.length);
        }
    }

    /** Scores a frame while the agent is silent. */
    @Benchmark
    public float near() {
        next = (next + 1) % FRAMES;
        return detector.score(near[next], 0, null, 0, near[next].length);
    }

    /** Scores a frame while the agent speaks: the agent's frame is the echo reference. */
    @Benchmark
    public float nearAndFar() {
        next = (next + 1) % FRAMES;
        return detector.score(near[next], 0, far[next], 0, near[next].length);
    }
}

package io.sidetone.bench.audio;

import io.sidetone.audio.echo.EchoCanceller;
import io.sidetone.audio.tone.SpeechNoise;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does the echo canceller spend on 20 ms of one call while the agent speaks? The calls take turns; each has sound and a phase
 * of its own, mono at 8 kHz.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class EchoBench {
    private static final int SAMPLE_RATE_HZ = 8_000;
    private static final int FRAME_SAMPLES = SAMPLE_RATE_HZ / 50;
    private static final int FRAMES = 200;
    private static final int DELAY_FRAMES = 3;

    /** Rounds of the sound after which an echo has been found. */
    private static final int ROUNDS_TO_FIND = 3;

    /** Nothing audible comes back; the agent's voice comes back 60 ms later at a quarter of its level. */
    @Param({"quiet", "echo"})
    String line;

    /** Calls that take turns. */
    @Param({"1", "50", "400", "2000"})
    int calls;

    private final float[] out = new float[FRAME_SAMPLES];
    private Call[] lines;
    private int next;

    /** One call, what it sends and what comes back. */
    private static final class Call {
        private final EchoCanceller canceller = new EchoCanceller(SAMPLE_RATE_HZ);
        private final short[][] far;
        private final short[][] near = new short[FRAMES][FRAME_SAMPLES];
        private int at;

        private Call(int number, boolean echo) {
            Voice agent = new Voice(SAMPLE_RATE_HZ);
            short[] skipped = new short[1 + number * 37 % SAMPLE_RATE_HZ];
            agent.fill(skipped, 0, skipped.length);
            far = agent.frames(FRAMES);
            // A vowel alone looks the same at every pitch period: breath makes the place of an echo certain.
            SpeechNoise breath = new SpeechNoise(SAMPLE_RATE_HZ, 2 * number, -30);
            SpeechNoise room = new SpeechNoise(SAMPLE_RATE_HZ, 2 * number + 1, -70);
            short[] noise = new short[FRAME_SAMPLES];
            for (short[] frame : far) {
                breath.fill(noise, 0, FRAME_SAMPLES);
                for (int i = 0; i < FRAME_SAMPLES; i++) {
                    frame[i] = (short) (frame[i] / 2 + noise[i]);
                }
            }
            for (int n = 0; n < FRAMES; n++) {
                room.fill(near[n], 0, FRAME_SAMPLES);
                short[] returned = far[Math.floorMod(n - DELAY_FRAMES, FRAMES)];
                for (int i = 0; echo && i < FRAME_SAMPLES; i++) {
                    near[n][i] += (short) (returned[i] / 4);
                }
            }
            at = number * 7 % FRAMES;
        }
    }

    /** Opens the calls and lets each find its echo where there is one. */
    @Setup
    public void open() throws InterruptedException {
        Filters.ready();
        lines = new Call[calls];
        for (int i = 0; i < calls; i++) {
            lines[i] = new Call(i, line.equals("echo"));
        }
        for (int i = 0; i < ROUNDS_TO_FIND * FRAMES * calls; i++) {
            frame();
        }
        requireLine();
    }

    /** A frame of the next call in both directions. */
    @Benchmark
    public float frame() {
        Call call = lines[next];
        next = next == calls - 1 ? 0 : next + 1;
        call.at = call.at == FRAMES - 1 ? 0 : call.at + 1;
        call.canceller.process(call.near[call.at], 0, call.far[call.at], 0, out);
        return out[0];
    }

    /** Fails when a call cancels what is not there, or does not cancel what is: the result would mislead. */
    @TearDown
    public void requireLine() {
        int cancelling = 0;
        for (Call call : lines) {
            cancelling += call.canceller.cancelling() ? 1 : 0;
        }
        if (cancelling != (line.equals("echo") ? calls : 0)) {
            throw new IllegalStateException(cancelling + " of " + calls + " calls cancel an echo; the line is " + line);
        }
    }
}

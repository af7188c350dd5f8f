package io.sidetone.bench.audio;

import io.sidetone.audio.codec.AudioCodec;
import io.sidetone.audio.codec.G711;
import io.sidetone.audio.echo.EchoCanceller;
import io.sidetone.audio.resample.Resampler;
import io.sidetone.audio.resample.Resamplers;
import io.sidetone.audio.tone.SpeechNoise;
import io.sidetone.audio.vad.EnergyVad;
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

/** Measures what 20 ms of one call's sound cost in each step: detector, echo canceller, resampler, codec. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class AudioBench {
    private static final int FRAMES = 50;
    private static final int CALL_HZ = 8_000;

    /** The echo comes 60 ms after the agent's sound. */
    private static final int ECHO_FRAMES = 3;

    /** The step; resamplers are named after their rates in Hz. */
    @Param({
        "detector quiet",
        "detector speech",
        "canceller",
        "encode",
        "decode",
        "8000>16000",
        "48000>16000",
        "16000>8000",
        "24000>8000",
        "22050>8000"
    })
    String step;

    /** Filters as the launcher starts them, or as a bare {@code java -jar} runs them. */
    @Param({"launcher", "bare"})
    String filters;

    private Step work;
    private int next;

    /** One step on the frame of that number; the result keeps the compiler from removing the work. */
    @FunctionalInterface
    private interface Step {
        long take(int frame);
    }

    /** Creates the step, and a second of its sound. */
    @Setup
    public void prepare() throws InterruptedException {
        if (filters.equals("launcher")) {
            Filters.ready();
        }
        work = switch (step) {
            case "detector quiet" -> detector(noise(-70));
            case "detector speech" -> detector(new Voice(CALL_HZ).frames(FRAMES));
            case "canceller" -> canceller(noise(-20), new Voice(CALL_HZ).frames(FRAMES));
            case "encode" -> encoder(G711.PCMU, new Voice(CALL_HZ).frames(FRAMES));
            case "decode" -> decoder(G711.PCMU, new Voice(CALL_HZ).frames(FRAMES));
            default -> resampler(step.split(">"));
        };
    }

    /** Takes the next frame. */
    @Benchmark
    public long frame() {
        next = next == FRAMES - 1 ? 0 : next + 1;
        return work.take(next);
    }

    private static Step detector(short[][] near) {
        EnergyVad detector = new EnergyVad(CALL_HZ);
        return frame -> (long) (1_000 * detector.score(near[frame], 0, null, 0, near[frame].length));
    }

    /** The caller over an echo of the agent's sound, 12 dB lower. */
    private static Step canceller(short[][] far, short[][] near) {
        EchoCanceller canceller = new EchoCanceller(CALL_HZ);
        float[] clean = new float[near[0].length];
        for (int frame = 0; frame < FRAMES; frame++) {
            short[] echo = far[Math.floorMod(frame - ECHO_FRAMES, FRAMES)];
            for (int i = 0; i < clean.length; i++) {
                near[frame][i] += (short) (echo[i] / 4);
            }
        }
        return frame -> {
            canceller.process(near[frame], 0, far[frame], 0, clean);
            return (long) clean[0];
        };
    }

    private static Step encoder(AudioCodec codec, short[][] pcm) {
        byte[] codes = new byte[pcm[0].length];
        return frame -> {
            codec.encode(pcm[frame], 0, codes.length, codes, 0);
            return codes[0];
        };
    }

    private static Step decoder(AudioCodec codec, short[][] pcm) {
        byte[] codes = new byte[pcm[0].length];
        codec.encode(pcm[0], 0, codes.length, codes, 0);
        return frame -> {
            codec.decode(codes, 0, codes.length, pcm[0], 0);
            return pcm[0][0];
        };
    }

    private static Step resampler(String[] rates) {
        int outHz = Integer.parseInt(rates[1]);
        Resampler resampler = Resamplers.create(Integer.parseInt(rates[0]), outHz);
        short[][] in = new Voice(Integer.parseInt(rates[0])).frames(FRAMES);
        short[] out = new short[outHz / FRAMES + 64];
        return frame -> resampler.process(in[frame], 0, in[frame].length, out, 0);
    }

    private static short[][] noise(double levelDbov) {
        SpeechNoise noise = new SpeechNoise(CALL_HZ, 1, levelDbov);
        short[][] frames = new short[FRAMES][CALL_HZ / FRAMES];
        for (short[] frame : frames) {
            noise.fill(frame, 0, frame.length);
        }
        return frames;
    }
}

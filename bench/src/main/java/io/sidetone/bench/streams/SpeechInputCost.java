package io.sidetone.bench.streams;

import io.sidetone.audio.tone.SpeechNoise;
import io.sidetone.core.hearing.SpeechInput;
import io.sidetone.core.metrics.LaneMetrics;
import io.sidetone.core.mock.MockRecognizer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * The cost of hearing the caller of a stream: detector, search for the echo and its canceller, voice contour,
 * concealment, resampling for the recognizer. It is timed alone, in a process with the server's flags, on the sounds of
 * the bench: a quiet line, and an agent that always talks. The server does this work for each frame; a plain energy
 * detector does not.
 */
public final class SpeechInputCost {
    private static final int RATE_HZ = 8_000;
    private static final int SAMPLES = RATE_HZ / CarrierStream.PER_SECOND;
    private static final int AGENT_FRAMES = 400;
    private static final int CALLER_FRAMES = 64;
    private static final int CALLER_LEVEL = 24;
    private static final int WARM_UP_FRAMES = 4_000;
    private static final int FRAMES = 2_000;
    private static final long LIMIT_S = 60;

    private SpeechInputCost() {}

    /** Prints the nanoseconds of processor time for a frame of one of {@code args[0]} calls. */
    public static void main(String[] args) {
        SpeechInput[] calls = new SpeechInput[Integer.parseInt(args[0])];
        for (int i = 0; i < calls.length; i++) {
            calls[i] = new SpeechInput(RATE_HZ, new MockRecognizer(), new LaneMetrics());
        }
        short[][] agent = new short[AGENT_FRAMES][SAMPLES];
        SpeechNoise speech = new SpeechNoise(RATE_HZ, 1);
        for (short[] frame : agent) {
            speech.fill(frame, 0, SAMPLES);
        }
        short[][] caller = new short[CALLER_FRAMES][SAMPLES];
        Random noise = new Random(1);
        for (short[] frame : caller) {
            for (int i = 0; i < SAMPLES; i++) {
                frame[i] = (short) noise.nextInt(-CALLER_LEVEL, CALLER_LEVEL + 1);
            }
        }
        run(calls, agent, caller, 0, WARM_UP_FRAMES);
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long beganNs = threads.getCurrentThreadCpuTime();
        run(calls, agent, caller, WARM_UP_FRAMES, FRAMES);
        System.out.println((threads.getCurrentThreadCpuTime() - beganNs) / ((long) FRAMES * calls.length));
    }

    private static void run(SpeechInput[] calls, short[][] agent, short[][] caller, int from, int frames) {
        for (int frame = from; frame < from + frames; frame++) {
            for (SpeechInput call : calls) {
                call.sent(agent[frame % AGENT_FRAMES], SAMPLES);
                call.frame(caller[frame % CALLER_FRAMES], SAMPLES, (long) frame * SAMPLES, 0);
            }
        }
    }

    /** Returns the milliseconds of processor time for a second of one of {@code calls} calls. Blocks. */
    static double msPerCallSecond(List<String> flags, int calls) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(flags);
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                SpeechInputCost.class.getName(),
                Integer.toString(calls)));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (!process.waitFor(LIMIT_S, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IOException("the cost of hearing could not be measured");
            }
            return Long.parseLong(said.lines().reduce("", (first, last) -> last)) * CarrierStream.PER_SECOND / 1e6;
        } finally {
            process.destroyForcibly();
        }
    }
}

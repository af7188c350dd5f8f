package io.sidetone.bench.calls;

import io.sidetone.audio.codec.G711;
import io.sidetone.audio.tone.SpeechNoise;
import io.sidetone.bench.audio.Voice;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs sipp as many callers. Each caller calls the agent {@code desk} and speaks for two seconds in every seven, in the middle of
 * the answer to its earlier words.
 */
public final class CallGenerator implements AutoCloseable {
    private static final int RATE_HZ = 8_000;
    private static final int SPEECH_S = 2;
    private static final int LOOP_S = 7;

    private final Process process;
    private final Path log;

    private CallGenerator(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /** Starts {@code calls} calls that last {@code seconds}, {@code perSecond} of them each second. */
    public static CallGenerator start(Path folder, String target, int calls, int perSecond, int seconds)
            throws IOException {
        try (InputStream in = CallGenerator.class.getResourceAsStream("call.xml")) {
            Files.copy(in, folder.resolve("call.xml"), StandardCopyOption.REPLACE_EXISTING);
        }
        Files.write(folder.resolve("caller.ul"), caller());
        Path log = folder.resolve("sipp.log");
        List<String> command = List.of(
                "sipp",
                "-sf",
                "call.xml",
                "-s",
                "desk",
                "-i",
                "127.0.0.1",
                "-mi",
                "127.0.0.1",
                "-mp",
                "40000",
                "-nostdin",
                "-m",
                Integer.toString(calls),
                "-l",
                Integer.toString(calls),
                "-r",
                Integer.toString(perSecond),
                "-d",
                Integer.toString(seconds * 1_000),
                "-timeout",
                seconds + 120 + "s",
                "-timeout_error",
                target);
        return new CallGenerator(
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start(),
                log);
    }

    /** Returns what a caller says, over and over: 7 s of µ-law. */
    static byte[] caller() {
        short[] pcm = new short[LOOP_S * RATE_HZ];
        new SpeechNoise(RATE_HZ, 1, -70).fill(pcm, 0, pcm.length);
        new Voice(RATE_HZ).fill(pcm, 0, SPEECH_S * RATE_HZ);
        byte[] law = new byte[pcm.length];
        G711.PCMU.encode(pcm, 0, pcm.length, law, 0);
        return law;
    }

    /** Returns what a caller's room is like who says nothing: 5 s of µ-law. */
    static byte[] silence() {
        return Arrays.copyOfRange(caller(), SPEECH_S * RATE_HZ, LOOP_S * RATE_HZ);
    }

    boolean running() {
        return process.isAlive();
    }

    /** Waits for the callers to hang up; returns whether every call succeeded. */
    public boolean succeeded(int limitSeconds) throws InterruptedException {
        return process.waitFor(limitSeconds, TimeUnit.SECONDS) && process.exitValue() == 0;
    }

    /** Returns what sipp has printed. */
    public String output() throws IOException {
        return Files.readString(log, StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}

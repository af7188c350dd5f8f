package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.audio.wav.Wav;
import io.sidetone.audio.wav.WavReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The shipped agent is called and its greeting compared with what its voice synthesized: by our phone and by baresip. */
@Tag("CARD-08")
@Execution(ExecutionMode.CONCURRENT)
class GreetingSystemTest {
    /** Samples of 20 ms at 8 kHz. */
    private static final int FRAME = 160;

    /** Recordings of a test that failed are kept. */
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path folder;

    /** Where nothing is said, and where a call begins, two encoders of G.722 differ. */
    private static final int BAD_SEGMENTS = 2;

    private static final int REFERENCE_CALLS = 5;

    private int rate = 8_000;
    private int skipped;

    private ServerProcess server() throws Exception {
        return ServerProcess.startWith(
                folder,
                """
                engines: {embedded: {type: embedded}}
                agents:
                  desk: {recognizer: embedded, dialogue: embedded, synthesizer: embedded,
                         flow: "classpath:agents/appointment-desk.yaml"}
                """);
    }

    /** By RTP timestamps. A lane that comes late skips frames, counts them and goes on with the sound where it was. */
    @Test
    void shouldPutExactlyWhatWasSynthesizedOnTheWire() throws Exception {
        short[] expected = SynthesizedGreeting.throughTheTelephone();
        short[] heard;
        double skipped;
        try (ServerProcess server = ServerProcess.start(folder, 10)) {
            heard = ownPhone(server, "exact", "pcmu");
            skipped = server.metric("sidetone_frames_skipped_total");
        }
        // The place is that of the loudest second; what was skipped may lie before it or after it.
        int at = lag(expected, heard) - (int) skipped * FRAME;
        int gaps = 0;
        for (int frame = 0; frame + FRAME <= expected.length; frame += FRAME) {
            while (gaps < 2 * skipped && !sameFrame(expected, frame, heard, at)) {
                gaps++;
                at += FRAME;
            }
            assertThat(sameFrame(expected, frame, heard, at))
                    .as("frame at sample %d of the greeting, %d of the call, after %d skipped frames", frame, at, gaps)
                    .isTrue();
            at += FRAME;
        }
    }

    private static boolean sameFrame(short[] expected, int from, short[] heard, int at) {
        return at >= 0
                && at + FRAME <= heard.length
                && Arrays.equals(expected, from, from + FRAME, heard, at, at + FRAME);
    }

    /**
     * The voice's breath is noise of its own each time it is synthesized, so the reference is the greeting as this server
     * has it: heard first by our own receiver, byte by byte, then by baresip.
     */
    @ParameterizedTest
    @CsvSource({"pcmu, 8000, g711, PCMU/8000/1", "g722, 16000, g722, G722/16000/1"})
    void shouldBeHeardByBaresip(String codec, int sampleRateHz, String module, String theirs) throws Exception {
        rate = sampleRateHz;
        Baresip baresip = new Baresip(folder, rate, module, theirs, null);
        short[] expected;
        try (ServerProcess server = server()) {
            expected = voiced(reference(server, codec));
            int before = skipped(server);
            // Both at once: the call of baresip is the longer one.
            Process calling = baresip.dial("sip:desk@" + server.sip(), expected.length / rate + 5);
            try {
                short[] second = ownPhone(server, "second", codec);
                skipped = skipped(server) - before;
                assertSame(expected, second, "a second call with " + codec);
                calling.waitFor(60, TimeUnit.SECONDS);
                skipped = skipped(server) - before;
            } finally {
                calling.destroyForcibly();
            }
        }
        Wav wav = baresip.heard();
        assertThat(wav.sampleRateHz()).isEqualTo(rate);
        assertSame(expected, wav.channel(0), "baresip with " + theirs);
    }

    /**
     * Both may drop or stretch what a busy machine delays, and two encoders of G.722 differ where nothing is said. A frame that the
     * server skipped by design, and counted, spoils two segments at most, and moves the rest of the sound.
     */
    private void assertSame(short[] expected, short[] heard, String who) {
        int lag = lag(expected, heard);
        int segments = 0;
        int good = 0;
        for (int at = 0; at + segment() <= expected.length; at += segment()) {
            if (rms(expected, at) < 100) {
                continue;
            }
            segments++;
            int shift = bestShift(expected, heard, at, lag);
            if (inside(heard, at + lag + shift)
                    && correlation(expected, at, heard, at + lag + shift, segment(), 1) >= 0.99) {
                good++;
                // A skipped frame moves what follows.
                lag += shift;
            }
        }
        System.out.printf(
                "%s heard %d of %d segments of 200 ms with a correlation of 0.99 or more; %d frames skipped%n",
                who, good, segments, skipped);
        assertThat(segments).isGreaterThan(10);
        assertThat(segments - good)
                .as(
                        "segments of %d that are not the same, %d frames skipped; recordings in %s",
                        segments, skipped, folder)
                .isLessThanOrEqualTo(Math.min(segments / 5, BAD_SEGMENTS + 2 * skipped));
    }

    private static int skipped(ServerProcess server) throws Exception {
        return (int) server.metric("sidetone_frames_skipped_total");
    }

    /** The greeting of a call in which the server skipped no frame. */
    private short[] reference(ServerProcess server, String codec) throws Exception {
        for (int i = 0; i < REFERENCE_CALLS; i++) {
            int before = skipped(server);
            short[] heard = ownPhone(server, "reference-" + i, codec);
            if (skipped(server) == before) {
                return heard;
            }
        }
        throw new AssertionError("the server skipped frames in each of " + REFERENCE_CALLS
                + " calls, so there is nothing to compare with; run it on a quieter machine");
    }

    /** Calls with our own softphone until the greeting is over; returns what it received. */
    private short[] ownPhone(ServerProcess server, String name, String codec) throws Exception {
        Path script = Files.writeString(folder.resolve("call.txt"), "after-agent-turn: hangup\n");
        Path recording = folder.resolve(name + ".wav");
        Path log = folder.resolve(name + ".log");
        Process call = ServerProcess.launch(
                log,
                "call",
                "sip:desk@" + server.sip(),
                "--codec",
                codec,
                "--script",
                script.toString(),
                "--record",
                recording.toString());
        assertThat(call.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(call.exitValue()).as(Files.readString(log)).isZero();
        return WavReader.read(Files.readAllBytes(recording)).channel(1);
    }

    /** Samples of 200 ms. */
    private int segment() {
        return rate / 5;
    }

    /** From the first to the last sound, in whole segments. */
    private short[] voiced(short[] pcm) {
        int from = 0;
        while (Math.abs(pcm[from]) < 100) {
            from++;
        }
        int to = pcm.length;
        while (Math.abs(pcm[to - 1]) < 100) {
            to--;
        }
        return Arrays.copyOfRange(pcm, from, from + (to - from) / segment() * segment());
    }

    /** Where the loudest second of {@code expected} lies in {@code heard}. */
    private int lag(short[] expected, short[] heard) {
        int loudest = 0;
        for (int at = 0; at + rate <= expected.length; at += segment()) {
            loudest = rms(expected, at, rate) > rms(expected, loudest, rate) ? at : loudest;
        }
        double best = -1;
        int found = 0;
        for (int at = 0; at + rate <= heard.length; at++) {
            double correlation = correlation(expected, loudest, heard, at, rate, 4);
            if (correlation > best) {
                best = correlation;
                found = at;
            }
        }
        return found - loudest;
    }

    private boolean inside(short[] heard, int at) {
        return at >= 0 && at + segment() <= heard.length;
    }

    /** By how much a segment lies off its place, at most 100 ms and what was skipped; 0 when it is there, or nowhere. */
    private int bestShift(short[] expected, short[] heard, int at, int lag) {
        if (inside(heard, at + lag) && correlation(expected, at, heard, at + lag, segment(), 1) >= 0.99) {
            return 0;
        }
        double best = -1;
        int found = 0;
        int reach = rate / 10 + skipped * rate / 50;
        for (int shift = -reach; shift <= reach; shift++) {
            int there = at + lag + shift;
            if (inside(heard, there)) {
                double correlation = correlation(expected, at, heard, there, segment(), 1);
                found = correlation > best ? shift : found;
                best = Math.max(best, correlation);
            }
        }
        return found;
    }

    private double rms(short[] pcm, int at) {
        return rms(pcm, at, segment());
    }

    private static double rms(short[] pcm, int at, int samples) {
        double sum = 0;
        for (int i = at; i < at + samples; i++) {
            sum += (double) pcm[i] * pcm[i];
        }
        return Math.sqrt(sum / samples);
    }

    private static double correlation(short[] a, int atA, short[] b, int atB, int samples, int step) {
        double aa = 0;
        double bb = 0;
        double ab = 0;
        for (int i = 0; i < samples; i += step) {
            double x = a[atA + i];
            double y = b[atB + i];
            aa += x * x;
            bb += y * y;
            ab += x * y;
        }
        return aa == 0 || bb == 0 ? 0 : ab / Math.sqrt(aa * bb);
    }
}

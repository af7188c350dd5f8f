package io.sidetone.server.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.audio.wav.Wav;
import io.sidetone.audio.wav.WavReader;
import io.sidetone.audio.wav.WavWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shipped agent is called and its greeting compared with what its voice synthesized: by our phone and by baresip. */
@Tag("CARD-08")
class GreetingSystemTest {
    private static final int RATE = 8_000;
    private static final int SEGMENT = RATE / 5;
    private static final int WIGGLE = RATE / 25;

    @TempDir
    private Path folder;

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

    @Test
    void shouldPutExactlyWhatWasSynthesizedOnTheWire() throws Exception {
        short[] expected = SynthesizedGreeting.throughTheTelephone();
        short[] heard;
        try (ServerProcess server = ServerProcess.start(folder, 10)) {
            heard = ownPhone(server, "exact");
        }
        int lag = lag(expected, heard);
        int equal = 0;
        for (int i = 0; i < expected.length; i++) {
            equal += i + lag < heard.length && heard[i + lag] == expected[i] ? 1 : 0;
        }
        assertThat(equal).as("equal samples, found at %d", lag).isEqualTo(expected.length);
    }

    /**
     * The voice's breath is noise of its own each time it is synthesized, so the reference is the greeting as this server
     * has it: heard first by our own receiver, byte by byte, then by baresip.
     */
    @Test
    void shouldBeHeardByBaresip() throws Exception {
        Path heardFolder = Files.createDirectories(folder.resolve("heard"));
        writeBaresip(heardFolder);
        short[] expected;
        try (ServerProcess server = server()) {
            expected = voiced(ownPhone(server, "first"));
            short[] again = ownPhone(server, "second");
            assertThat(correlation(expected, 0, again, lag(expected, again), expected.length, 1))
                    .as("a second call hears the same greeting")
                    .isGreaterThan(0.9999);
            Process baresip = new ProcessBuilder(List.of(
                            "baresip",
                            "-4",
                            "-f",
                            folder.resolve("baresip").toString(),
                            "-e",
                            "/dial sip:desk@" + server.sip(),
                            "-t",
                            Integer.toString(expected.length / RATE + 5)))
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("baresip.log").toFile())
                    .start();
            if (!baresip.waitFor(60, TimeUnit.SECONDS)) {
                baresip.destroyForcibly();
            }
        }
        Path dump;
        try (Stream<Path> files = Files.list(heardFolder)) {
            dump = files.filter(f -> f.toString().endsWith("-dec.wav"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("baresip recorded nothing; see " + log()));
        }
        short[] heard = WavReader.read(Files.readAllBytes(dump)).channel(0);
        int lag = lag(expected, heard);
        int segments = 0;
        int good = 0;
        for (int at = 0; at + SEGMENT <= expected.length; at += SEGMENT) {
            if (rms(expected, at) < 100) {
                continue;
            }
            segments++;
            good += best(expected, heard, at, lag) >= 0.99 ? 1 : 0;
        }
        System.out.printf(
                "baresip heard %d of %d segments of 200 ms with a correlation of 0.99 or more%n", good, segments);
        assertThat(segments).isGreaterThan(10);
        assertThat(good / (double) segments).as("share of good segments").isGreaterThanOrEqualTo(0.95);
    }

    /** Calls with our own softphone until the greeting is over; returns what it received. */
    private short[] ownPhone(ServerProcess server, String name) throws Exception {
        Path script = Files.writeString(folder.resolve("call.txt"), "after-agent-turn: hangup\n");
        Path recording = folder.resolve(name + ".wav");
        Path log = folder.resolve(name + ".log");
        Process call = ServerProcess.launch(
                log,
                "call",
                "sip:desk@" + server.sip(),
                "--script",
                script.toString(),
                "--record",
                recording.toString());
        assertThat(call.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(call.exitValue()).as(Files.readString(log)).isZero();
        return WavReader.read(Files.readAllBytes(recording)).channel(1);
    }

    /** From the first to the last sound, in whole segments. */
    private static short[] voiced(short[] pcm) {
        int from = 0;
        while (Math.abs(pcm[from]) < 100) {
            from++;
        }
        int to = pcm.length;
        while (Math.abs(pcm[to - 1]) < 100) {
            to--;
        }
        return java.util.Arrays.copyOfRange(pcm, from, from + (to - from) / SEGMENT * SEGMENT);
    }

    private String log() {
        try {
            return Files.readString(folder.resolve("baresip.log"));
        } catch (java.io.IOException e) {
            return "(no log)";
        }
    }

    private void writeBaresip(Path heardFolder) throws Exception {
        Path home = Files.createDirectories(folder.resolve("baresip"));
        Path silence = folder.resolve("silence.wav");
        Files.write(silence, WavWriter.toBytes(Wav.mono(RATE, new short[RATE * 60])));
        Files.writeString(
                home.resolve("accounts"),
                "<sip:caller@127.0.0.1>;regint=0;audio_codecs=PCMU/8000/1;answermode=manual\n");
        Files.writeString(
                home.resolve("config"),
                """
                poll_method epoll
                sip_listen 127.0.0.1:0
                call_local_timeout 60
                call_max_calls 4
                audio_player aufile,/dev/null
                audio_source aufile,%s
                audio_alert aufile,/dev/null
                ausrc_srate 8000
                auplay_srate 8000
                ausrc_channels 1
                auplay_channels 1
                ausrc_format s16
                auplay_format s16
                auenc_format s16
                audec_format s16
                rtp_ports 28000-28100
                jitter_buffer_delay 2-10
                module_path /usr/lib/baresip/modules
                module g711.so
                module aufile.so
                module sndfile.so
                module uuid.so
                module_tmp account.so
                module_app menu.so
                snd_path %s
                net_interface 127.0.0.1
                """
                        .formatted(silence, heardFolder));
    }

    /** Where the loudest second of {@code expected} lies in {@code heard}. */
    private static int lag(short[] expected, short[] heard) {
        int loudest = 0;
        for (int at = 0; at + RATE <= expected.length; at += SEGMENT) {
            loudest = rms(expected, at, RATE) > rms(expected, loudest, RATE) ? at : loudest;
        }
        double best = -1;
        int found = 0;
        for (int at = 0; at + RATE <= heard.length; at++) {
            double correlation = correlation(expected, loudest, heard, at, RATE, 4);
            if (correlation > best) {
                best = correlation;
                found = at;
            }
        }
        return found - loudest;
    }

    private static double best(short[] expected, short[] heard, int at, int lag) {
        double best = -1;
        for (int shift = -WIGGLE; shift <= WIGGLE; shift++) {
            int there = at + lag + shift;
            if (there >= 0 && there + SEGMENT <= heard.length) {
                best = Math.max(best, correlation(expected, at, heard, there, SEGMENT, 1));
            }
        }
        return best;
    }

    private static double rms(short[] pcm, int at) {
        return rms(pcm, at, SEGMENT);
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

package io.sidetone.audio.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** G.722 against an implementation that has nothing in common with ours: FFmpeg's, run as a program. */
class G722PeerTest {
    private static final Path FFMPEG = Path.of("/usr/bin/ffmpeg");
    private static final long LIMIT_S = 60;

    @TempDir
    Path folder;

    @BeforeEach
    void findThePeer() {
        assumeTrue(Files.isExecutable(FFMPEG), "FFmpeg is not installed (package ffmpeg)");
    }

    @Test
    void shouldDecodeToTheSameSamplesWhenThePeerEncoded() throws Exception {
        byte[] payload = peerEncode(G722Signals.everything());
        assertThat(G722Signals.decode(new G722(), payload)).isEqualTo(peerDecode(payload));
    }

    @Test
    void shouldDecodeToTheSameSamplesWhenWeEncoded() throws Exception {
        byte[] payload = G722Signals.encode(new G722(), G722Signals.everything());
        assertThat(G722Signals.decode(new G722(), payload)).isEqualTo(peerDecode(payload));
    }

    @Test
    void shouldDecodeToTheSameSamplesWhenNobodyEncoded() throws Exception {
        for (long seed = 1; seed <= 3; seed++) {
            byte[] payload = G722Signals.randomBytes(seed, 64_000);
            assertThat(G722Signals.decode(new G722(), payload))
                    .as("seed %d", seed)
                    .isEqualTo(peerDecode(payload));
        }
    }

    @Test
    void shouldEncodeToTheSameBytes() throws Exception {
        short[] pcm = G722Signals.everything();
        assertThat(G722Signals.encode(new G722(), pcm)).isEqualTo(peerEncode(pcm));
    }

    private byte[] peerEncode(short[] pcm) throws IOException, InterruptedException {
        String rate = Integer.toString(G722Signals.SAMPLE_RATE_HZ);
        return convert(
                G722Signals.littleEndian(pcm),
                List.of("-f", "s16le", "-ar", rate, "-ac", "1"),
                List.of("-c:a", "g722", "-trellis", "0", "-f", "g722"));
    }

    private short[] peerDecode(byte[] payload) throws IOException, InterruptedException {
        return G722Signals.samples(convert(payload, List.of("-f", "g722"), List.of("-f", "s16le")));
    }

    private byte[] convert(byte[] input, List<String> from, List<String> to) throws IOException, InterruptedException {
        Path in = Files.write(folder.resolve("in"), input);
        Path out = folder.resolve("out");
        List<String> command = new ArrayList<>(List.of(FFMPEG.toString(), "-nostdin", "-loglevel", "error", "-y"));
        command.addAll(from);
        command.addAll(List.of("-i", in.toString()));
        command.addAll(to);
        command.add(out.toString());
        Path told = folder.resolve("told");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(told.toFile())
                .start();
        try {
            assertThat(process.waitFor(LIMIT_S, TimeUnit.SECONDS))
                    .as("%s ends", command)
                    .isTrue();
            assertThat(process.exitValue()).as(Files.readString(told)).isZero();
        } finally {
            process.destroyForcibly();
        }
        return Files.readAllBytes(out);
    }
}

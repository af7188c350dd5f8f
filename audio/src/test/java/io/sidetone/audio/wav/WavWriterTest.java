package io.sidetone.audio.wav;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.audio.Allocation;
import io.sidetone.audio.Signals;
import java.io.ByteArrayOutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WavWriterTest {
    @TempDir
    Path folder;

    @Test
    void shouldWriteTheCanonicalHeader() {
        byte[] bytes = WavWriter.toBytes(Wav.mono(8_000, new short[] {0x0102}));
        assertThat(new String(bytes, 0, 4, java.nio.charset.StandardCharsets.US_ASCII))
                .isEqualTo("RIFF");
        assertThat(bytes)
                .hasSize(46)
                .startsWith('R', 'I', 'F', 'F', 38, 0, 0, 0, 'W', 'A', 'V', 'E', 'f', 'm', 't', ' ', 16, 0, 0, 0)
                .endsWith('d', 'a', 't', 'a', 2, 0, 0, 0, 2, 1);
    }

    @Test
    void shouldWriteTheSameBytesToAStream() throws Exception {
        for (int samples : new int[] {0, 1, 16_384, 16_385, 50_001}) {
            Wav wav = Wav.stereo(16_000, Signals.noise(1, samples, 30_000), Signals.noise(2, samples, 30_000));
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            WavWriter.write(wav, out);
            assertThat(out.toByteArray()).isEqualTo(WavWriter.toBytes(wav));
        }
    }

    @Test
    void shouldReadBackWhatWasRecorded() throws Exception {
        short[] left = Signals.noise(3, 40_000, 30_000);
        short[] right = Signals.noise(4, 40_000, 30_000);
        Path file = folder.resolve("call.wav");
        try (WavRecorder recorder = new WavRecorder(open(file), 8_000, 2)) {
            for (int off = 0; off < 40_000; off += 160) {
                recorder.write(left, off, right, off, 160);
            }
            assertThat(recorder.samples()).isEqualTo(40_000);
        }
        assertThat(Files.readAllBytes(file)).isEqualTo(WavWriter.toBytes(Wav.stereo(8_000, left, right)));
    }

    @Test
    void shouldReadUpToTheLastSyncWhenTheRecorderIsNeverClosed() throws Exception {
        short[] pcm = Signals.noise(5, 320, 30_000);
        Path file = folder.resolve("crash.wav");
        WavRecorder recorder = new WavRecorder(open(file), 8_000, 1);
        recorder.write(pcm, 0, 160);
        recorder.sync();
        recorder.write(pcm, 160, 160);
        assertThat(WavReader.read(Files.readAllBytes(file)).samples()).isEqualTo(160);
        recorder.close();
        recorder.close();
        assertThat(WavReader.read(Files.readAllBytes(file)).channel(0)).isEqualTo(pcm);
    }

    @Test
    void shouldStartWhereTheChannelStands() throws Exception {
        Path file = folder.resolve("behind.wav");
        FileChannel channel = open(file);
        channel.write(java.nio.ByteBuffer.wrap(new byte[] {1, 2, 3}));
        try (WavRecorder recorder = new WavRecorder(channel, 8_000, 1)) {
            recorder.write(new short[] {7}, 0, 1);
        }
        byte[] bytes = Files.readAllBytes(file);
        assertThat(bytes)
                .hasSize(3 + 46)
                .startsWith(1, 2, 3, 'R', 'I', 'F', 'F')
                .endsWith(7, 0);
    }

    @Test
    void shouldRefuseTheOtherNumberOfChannels() throws Exception {
        try (WavRecorder mono = new WavRecorder(open(folder.resolve("mono.wav")), 8_000, 1);
                WavRecorder stereo = new WavRecorder(open(folder.resolve("stereo.wav")), 8_000, 2)) {
            short[] pcm = new short[1];
            assertThatThrownBy(() -> mono.write(pcm, 0, pcm, 0, 1)).hasMessageContaining("2 channels");
            assertThatThrownBy(() -> stereo.write(pcm, 0, 1)).hasMessageContaining("1 channels");
        }
        try (FileChannel channel = open(folder.resolve("three.wav"))) {
            assertThatThrownBy(() -> new WavRecorder(channel, 8_000, 3)).hasMessageContaining("3 channels");
        }
    }

    @Test
    @Tag("allocation")
    void shouldAllocateNothingPerFrame() throws Exception {
        short[] pcm = new short[160];
        try (WavRecorder recorder = new WavRecorder(open(folder.resolve("long.wav")), 8_000, 1)) {
            long bytes = Allocation.bytesOf(() -> {
                try {
                    recorder.write(pcm, 0, 160);
                } catch (java.io.IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
            assertThat(bytes).isZero();
        }
    }

    private static FileChannel open(Path file) throws Exception {
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }
}

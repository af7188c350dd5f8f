package io.sidetone.core.playout;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.audio.wav.Wav;
import io.sidetone.core.port.PcmChunk;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HoldMusicTest {
    @ParameterizedTest
    @CsvSource({"8000, 1", "16000, 2", "22050, 1", "24000, 2", "32000, 1", "44100, 2", "48000, 6"})
    void shouldMakeALoopOfEachRateWithoutASeam(int fileHz, int channels) {
        int frames = 3 * fileHz / 2 + 7;
        short[] pcm = new short[frames * channels];
        for (int i = 0; i < pcm.length; i++) {
            pcm[i] = (short) (10_000 * StrictMath.sin(2 * StrictMath.PI * 201.3 * (i / channels) / fileHz));
        }
        HoldMusic music = new HoldMusic(Wav.interleaved(fileHz, channels, pcm));
        for (int rateHz : new int[] {8_000, 16_000, 48_000}) {
            List<PcmChunk> loop = music.at(rateHz);
            assertThat(loop).allMatch(part -> part.sampleRateHz() == rateHz && part.samples() > 0);
            int samples = loop.stream().mapToInt(PcmChunk::samples).sum();
            assertThat(samples).isBetween((int) (1.47 * rateHz), (int) (1.49 * rateHz));
            short[] twice = new short[2 * samples];
            int at = 0;
            for (int round = 0; round < 2; round++) {
                for (PcmChunk part : loop) {
                    part.copyTo(0, twice, at, part.samples());
                    at += part.samples();
                }
            }
            double steepest = 10_000 * 2 * Math.PI * 201.3 / rateHz;
            for (int i = 1; i < twice.length; i++) {
                assertThat(Math.abs(twice[i] - twice[i - 1]))
                        .as("%d of %d", i, samples)
                        .isLessThan((int) (1.5 * steepest));
            }
        }
        assertThat(music.at(24_000)).isEmpty();
    }
}

package io.sidetone.tools.softphone.sound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.audio.wav.Wav;
import io.sidetone.audio.wav.WavWriter;
import io.sidetone.tools.softphone.Speech;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CallerSoundsTest {
    @TempDir
    private Path folder;

    private Path file(Wav wav) throws IOException {
        return Files.write(folder.resolve("a.wav"), WavWriter.toBytes(wav));
    }

    @Test
    void shouldKeepTheSamplesWhenTheFileIsTelephoneSound() throws Exception {
        short[] pcm = Speech.sentence(1, 110);

        CallerSound sound = CallerSounds.read("a", file(Wav.mono(8_000, pcm)));

        short[] frame = new short[160];
        sound.copyFrame(0, frame);
        assertThat(frame).startsWith(Arrays.copyOf(pcm, 160));
        assertThat(sound.frames()).isEqualTo(6);
        assertThat(sound.file()).isEqualTo("a");
    }

    @Test
    void shouldKeepTheDurationWhenTheFileHasAnotherRateAndTwoChannels() throws Exception {
        for (int rateHz : new int[] {16_000, 22_050, 44_100, 48_000}) {
            short[] tone = new short[rateHz];
            for (int i = 0; i < tone.length; i++) {
                tone[i] = (short) (8_000 * Math.sin(2 * Math.PI * 440 * i / rateHz));
            }
            CallerSound sound = CallerSounds.read("a", file(Wav.stereo(rateHz, tone, tone)));

            assertThat(sound.frames()).as(rateHz + " Hz").isBetween(50, 51);
            assertThat(sound.firstVoicedFrame()).isZero();
            assertThat(sound.lastVoicedFrame()).isEqualTo(49);
        }
    }

    @Test
    void shouldNameTheFileWhenItIsNoSound() throws Exception {
        Path junk = Files.writeString(folder.resolve("junk.wav"), "hello");

        assertThatThrownBy(() -> CallerSounds.read("junk.wav", junk))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("sound 'junk.wav': RIFF header at offset 0");
        Path oldRate = file(Wav.mono(11_025, new short[11_025]));
        assertThatThrownBy(() -> CallerSounds.read("old.wav", oldRate))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("sound 'old.wav': sample rate 11025 Hz cannot be converted");
        assertThatThrownBy(() -> CallerSounds.read("none.wav", folder.resolve("none.wav")))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("sound 'none.wav' cannot be read at ");
    }
}

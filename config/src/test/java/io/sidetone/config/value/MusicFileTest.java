package io.sidetone.config.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sidetone.audio.wav.Wav;
import io.sidetone.audio.wav.WavWriter;
import io.sidetone.config.ConfigEnvironment;
import io.sidetone.config.ConfigLoader;
import io.sidetone.config.Loading;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.problem.ConfigException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MusicFileTest {
    @TempDir
    private Path folder;

    private SidetoneConfig load(String yaml) throws ConfigException {
        ConfigEnvironment environment = new ConfigEnvironment(Map.<String, String>of()::get, 4, folder.resolve("none"));
        return new ConfigLoader(environment)
                .parse(yaml, "test.yaml", folder, Optional.empty())
                .config();
    }

    private void music(String name, int rateHz, double seconds) throws Exception {
        byte[] file = WavWriter.toBytes(Wav.mono(rateHz, new short[(int) (rateHz * seconds)]));
        Files.write(folder.resolve(name), file);
    }

    @ParameterizedTest
    @CsvSource({"8000, 1", "16000, 300", "22050, 2", "44100, 2", "48000, 2"})
    void shouldReadMusicOfUsualRates(int rateHz, double seconds) throws Exception {
        music("m.wav", rateHz, seconds);
        SidetoneConfig config = load(Loading.AGENTS + "hold: {music: m.wav}");
        assertThat(config.limits().holdMusic().orElseThrow().sampleRateHz()).isEqualTo(rateHz);
        assertThat(config.agents().get(0).hold().music()).isEmpty();
    }

    @Test
    void shouldReadTheMusicOfAnAgent() throws Exception {
        music("m.wav", 8_000, 2);
        SidetoneConfig config = load(Loading.AGENTS.replace("{recognizer", "{hold: {music: m.wav}, recognizer"));
        assertThat(config.agents().get(0).hold().music()).isPresent();
        assertThat(config.limits().holdMusic()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "11025 | 2   | 'm.wav' has 11025 samples a second, and 8000 to 48000 in steps of 50 are taken; convert it",
                "96000 | 2   | 'm.wav' has 96000 samples a second, and 8000 to 48000 in steps of 50 are taken; convert it",
                "8000  | 0.5 | 'm.wav' lasts 0.5 s, and 1 to 300 s are taken; convert it",
                "8000  | 301 | 'm.wav' lasts 301.0 s, and 1 to 300 s are taken; convert it",
                "8000  | -1  | 'm.wav' is no WAV file that can be read: RIFF header at offset 0"
            })
    void shouldSayWhatIsWrongWithAFile(int rateHz, double seconds, String problem) throws Exception {
        if (seconds < 0) {
            Files.writeString(folder.resolve("m.wav"), "ID3 no wav");
        } else {
            music("m.wav", rateHz, seconds);
        }
        ConfigException wrong =
                catchThrowableOfType(ConfigException.class, () -> load(Loading.AGENTS + "hold: {music: m.wav}"));
        assertThat(wrong.problems()).singleElement().asString().startsWith("hold.music: " + problem);
    }
}

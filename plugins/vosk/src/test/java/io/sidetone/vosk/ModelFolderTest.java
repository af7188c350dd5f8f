package io.sidetone.vosk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.core.port.vad.UnusableModelException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ModelFolderTest {
    @TempDir
    private Path folder;

    private void refused(String... parts) {
        assertThatThrownBy(() -> ModelFolder.of(folder))
                .isInstanceOf(UnusableModelException.class)
                .hasMessageContainingAll(parts)
                .hasMessageContaining("; ");
    }

    @Test
    void shouldReadTheRateAndWhetherPhrasesArePossible() throws Exception {
        assertThat(ModelFolder.of(ToneModel.write(folder, 8_000))).isEqualTo(new ModelFolder(folder, 8_000, false));
        Files.writeString(folder.resolve("conf/mfcc.conf"), "--use-energy=false\n--sample-frequency=16000.0  # Hz\n");
        assertThat(ModelFolder.of(folder).sampleRateHz()).isEqualTo(16_000);
        Files.writeString(folder.resolve("conf/mfcc.conf"), "--use-energy=false\n");
        assertThat(ModelFolder.of(folder).sampleRateHz()).as("Kaldi's default").isEqualTo(16_000);
        Files.delete(folder.resolve("graph/HCLG.fst"));
        for (String part : new String[] {"HCLr.fst", "Gr.fst", "disambig_tid.int"}) {
            refused("graph/" + part + " is missing");
            Files.writeString(folder.resolve("graph").resolve(part), "1");
        }
        assertThat(ModelFolder.of(folder).phrasesPossible()).isTrue();
    }

    @Test
    void shouldReadAModelOfTheOldLayout() throws Exception {
        Files.writeString(folder.resolve("final.mdl"), "1");
        Files.writeString(folder.resolve("HCLG.fst"), "1");
        refused("mfcc.conf is missing");
        Files.writeString(folder.resolve("mfcc.conf"), "--sample-frequency=8000\n");
        assertThat(ModelFolder.of(folder)).isEqualTo(new ModelFolder(folder, 8_000, false));
    }

    @ParameterizedTest
    @ValueSource(strings = {"am/final.mdl", "conf/model.conf"})
    void shouldNameThePartThatIsMissingOrEmpty(String part) throws Exception {
        ToneModel.write(folder, 16_000);
        Files.writeString(folder.resolve(part), "");
        refused(folder + " is no whole Vosk model: " + part + " is empty", "https://alphacephei.com/vosk/models");
        Files.delete(folder.resolve(part));
        refused(folder + " is no whole Vosk model: " + part + " is missing or cannot be read", "name the folder");
    }

    @Test
    void shouldRefuseAFolderThatIsNone() {
        assertThatThrownBy(() -> ModelFolder.of(folder.resolve("nowhere")))
                .isInstanceOf(UnusableModelException.class)
                .hasMessageContaining("nowhere is no folder that can be read; unpack a model from");
        refused("am/final.mdl is missing");
    }

    @Test
    void shouldRefuseARateThatNoCallHasAndSettingsThatAreNone() throws Exception {
        ToneModel.write(folder, 16_000);
        Files.writeString(folder.resolve("conf/mfcc.conf"), "--sample-frequency=44100\n");
        refused("is made for 44100 Hz (mfcc.conf)", "8000 or 16000");
        Files.write(folder.resolve("conf/mfcc.conf"), new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1});
        refused("conf/mfcc.conf is no list of settings");
        Files.write(folder.resolve("conf/mfcc.conf"), new byte[100_000]);
        refused("conf/mfcc.conf is no list of settings");
        Files.delete(folder.resolve("conf/mfcc.conf"));
        Files.writeString(folder.resolve("conf/fbank.conf"), "--sample-frequency=8000\n");
        assertThat(ModelFolder.of(folder).sampleRateHz()).isEqualTo(8_000);
    }
}

package io.sidetone.speech.embedded.parts;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class NativePartsTest {
    @Test
    void shouldNameThePackageOfEveryMissingLibrary() {
        NativeParts none = NativeParts.of(name -> false);
        assertThat(none.missingForRecognizer(Path.of("/nowhere")))
                .hasSize(3)
                .anyMatch(line -> line.startsWith("the library libsphinxbase.so.3") && line.contains("libsphinxbase3"))
                .anyMatch(line -> line.contains("libpocketsphinx3 (apt-get install libpocketsphinx3)"))
                .anyMatch(line -> line.contains("pocketsphinx-en-us"));
        assertThat(none.missingForSynthesizer("libflite_cmu_us_slt.so.1"))
                .hasSize(4)
                .allMatch(line -> line.contains("libflite1"));
    }

    @Test
    void shouldNameThePackageOfOpus() {
        assertThat(NativeParts.of(name -> false).missingForOpus())
                .containsExactly("the library libopus.so.0 cannot be loaded; install the Debian package libopus0"
                        + " (apt-get install libopus0)");
    }

    @Test
    void shouldFindNothingMissingWhenAllIsThere() {
        NativeParts all = NativeParts.of(name -> true);
        assertThat(all.missingForOpus()).isEmpty();
        assertThat(all.missingForSynthesizer("libflite_cmu_us_slt.so.1")).isEmpty();
    }
}

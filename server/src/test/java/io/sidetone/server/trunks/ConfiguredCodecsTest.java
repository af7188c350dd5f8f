package io.sidetone.server.trunks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sidetone.config.ConfigEnvironment;
import io.sidetone.config.ConfigLoader;
import io.sidetone.config.SipConfig;
import io.sidetone.speech.codec.OpusLibrary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfiguredCodecsTest {
    private static final String MISSING =
            "the library libopus.so.0 cannot be loaded; install the Debian package libopus0";

    @TempDir
    private Path folder;

    private SipConfig sip(String section) throws Exception {
        String agents =
                """

                engines: {mock: {type: mock}}
                agents: {desk: {recognizer: mock, dialogue: mock, synthesizer: mock}}
                """;
        Path file = Files.writeString(folder.resolve("sidetone.yaml"), "sip: " + section + agents);
        return new ConfigLoader(new ConfigEnvironment(name -> null, 4, folder))
                .load(file, Optional.empty())
                .config()
                .sip();
    }

    @Test
    void shouldNeedNoLibraryWhereNoCallMayHaveOpus() throws Exception {
        assertThat(ConfiguredCodecs.missing(sip("{port: 0}"))).isEmpty();
        assertThat(ConfiguredCodecs.streams(sip("{port: 0}"))).isEmpty();
    }

    @Test
    void shouldMakeTheCodecOfEachStreamWhereATrunkNamesIt() throws Exception {
        assumeTrue(OpusLibrary.missing().isEmpty(), "libopus.so.0 is not installed (package libopus0)");
        SipConfig sip = sip("{trunks: [{name: carrier, from: [192.0.2.0/24], codecs: [OPUS, PCMA]}]}");
        assertThat(ConfiguredCodecs.missing(sip)).isEmpty();
        assertThat(ConfiguredCodecs.streams(sip).orElseThrow().get().clockRateHz())
                .isEqualTo(48_000);
    }

    @Test
    void shouldNameTheListAndThePackageWhenTheLibraryIsMissing() {
        assertThat(ConfiguredCodecs.missing(List.of("sip.codecs", "sip.trunks[1].codecs"), List.of(MISSING)))
                .containsExactly(
                        "sip.codecs: names OPUS, but " + MISSING, "sip.trunks[1].codecs: names OPUS, but " + MISSING);
    }
}

package io.sidetone.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.config.print.ConfigPrinter;
import io.sidetone.config.value.Secret;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StoreConfigTest {
    @Test
    void shouldLiveNextToTheFileWhenNothingIsSaid() throws Exception {
        StoreConfig store = Loading.config("").store();
        assertThat(store.enabled()).isEqualTo(StoreConfig.Enabled.AUTO);
        assertThat(store.dir()).isEqualTo(Loading.FOLDER.resolve("data"));
        assertThat(store.spoolDir()).isEqualTo(Loading.FOLDER.resolve("data/spool"));
        assertThat(store.url()).startsWith("jdbc:h2:file:/nonexistent-folder/data/calls");
        assertThat(store.spoolMaxBytes()).isEqualTo(256L << 20);
        assertThat(store.keep()).isEqualTo(Duration.ofDays(90));
    }

    @Test
    void shouldLiveWhereSystemdSaysWhenItDoes() throws Exception {
        Map<String, String> systemd = Map.of("STATE_DIRECTORY", "/var/lib/sidetone:/var/lib/other");
        StoreConfig store = Loading.load(Loading.AGENTS, systemd).config().store();
        assertThat(store.dir()).isEqualTo(Path.of("/var/lib/sidetone"));
        assertThat(store.spoolDir()).isEqualTo(Path.of("/var/lib/sidetone/spool"));
    }

    @Test
    void shouldStartRelativePathsFromTheFileAndMaskThePassword() throws Exception {
        LoadedConfig loaded = Loading.load(
                Loading.AGENTS
                        + "store: {enabled: true, dir: /a, spool-dir: ../b, url: 'jdbc:postgresql://db/x', user: u,"
                        + " password: '${PW}', keep: 0s}",
                Map.of("PW", "very-secret"));
        StoreConfig store = loaded.config().store();
        assertThat(store.enabled()).isEqualTo(StoreConfig.Enabled.TRUE);
        assertThat(store.spoolDir()).isEqualTo(Path.of("/b"));
        assertThat(store.password().map(Secret::value)).isEqualTo(Optional.of("very-secret"));
        assertThat(store.keep()).isZero();
        assertThat(ConfigPrinter.print(loaded)).doesNotContain("very-secret");
        assertThat(store.toString()).doesNotContain("very-secret");
    }

    @Test
    void shouldTakeAnIntroduction() throws Exception {
        String agents = "engines: {mock: {type: mock}}\n"
                + "agents: {desk: {recognizer: mock, dialogue: mock, synthesizer: mock, introduction: I am new.}}\n";
        assertThat(Loading.load(agents, Map.of()).config().agents().get(0).introduction())
                .contains("I am new.");
        assertThat(Loading.config("").agents().get(0).introduction()).isEmpty();
    }
}

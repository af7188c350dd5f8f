package io.sidetone.server.agents.services;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.config.ConfigEnvironment;
import io.sidetone.config.ConfigLoader;
import io.sidetone.config.SidetoneConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginEnginesTest {
    @TempDir
    private Path folder;

    @Test
    void shouldKnowTheLinesOfOptionsOfEnginesActionsAndRouters() throws Exception {
        Path file = Files.writeString(
                folder.resolve("sidetone.yaml"),
                """
                plugins: %s
                engines:
                  m: {type: mock}
                  ear:
                    type: plugin
                    plugin: acme-ear
                    options:
                      word: tea
                actions:
                  stock:
                    type: plugin
                    plugin: acme-stock
                    options:
                      shelf: tea=7
                agents: {a: {recognizer: ear, dialogue: m, synthesizer: m, on-call: {plugin: acme-numbers}}}
                sip:
                  trunks:
                    - name: carrier
                      from: [192.0.2.1]
                      on-call:
                        plugin: acme-numbers
                        options:
                          region: north
                """
                        .formatted(folder));
        SidetoneConfig config = new ConfigLoader(new ConfigEnvironment(name -> null, 4, folder))
                .load(file, Optional.empty())
                .config();
        assertThat(PluginEngines.used(config))
                .extracting(PluginEngines.Use::entry)
                .extracting(entry -> entry.lines())
                .isEqualTo(List.of(Map.of("word", 8), Map.of("shelf", 14), Map.of(), Map.of("region", 23)));
        assertThat(PluginEngines.used(config))
                .extracting(PluginEngines.Use::title)
                .contains("stock (action)", "agents.a.on-call (router)", "sip.trunks[0].on-call (router)");
    }
}

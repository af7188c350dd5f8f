package io.sidetone.config.action;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.config.LoadedConfig;
import io.sidetone.config.Loading;
import io.sidetone.config.print.ConfigPrinter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("VIP-10")
class ActionConfigTest {
    private static final String STOCK =
            """
            actions:
              stock:
                type: webhook
                url: http://127.0.0.1:9/stock
                description: Tells how many there are.
                secret: very-secret
                parameters:
                  type: object
                  properties:
                    article: {type: string, enum: [tea, "7", 7, 7.5, true, "true", null]}
                  required: [article]
                  additionalProperties: false
            """;

    @Test
    void shouldKeepTheTypesOfASchema() throws Exception {
        ActionConfig action = Loading.config(STOCK).actions().get("stock");
        assertThat(action.parameters())
                .containsEntry("additionalProperties", false)
                .containsEntry("required", List.of("article"));
        Map<?, ?> properties = (Map<?, ?>) action.parameters().get("properties");
        assertThat((List<?>) ((Map<?, ?>) properties.get("article")).get("enum"))
                .isEqualTo(java.util.Arrays.asList("tea", "7", 7L, 7.5, true, "true", null));
    }

    @Test
    void shouldHaveDefaults() throws Exception {
        ActionConfig action = Loading.config(STOCK).actions().get("stock");
        assertThat(action.timeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(action.retries()).isEqualTo(2);
        assertThat(action.followUp()).isTrue();
        assertThat(action.afterSpeech()).isFalse();
        assertThat(action.maxConcurrent()).isEqualTo(32);
        assertThat(action.maxResponseBytes()).isEqualTo(65_536);
    }

    @Test
    void shouldMaskTheSecretAndPrintWhatLoadsAgain() throws Exception {
        String text = Loading.AGENTS + STOCK.replace("very-secret", "${SHOP}");
        LoadedConfig loaded = Loading.load(text, Map.of("SHOP", "very-secret"));
        String printed = ConfigPrinter.print(loaded);
        assertThat(printed).doesNotContain("very-secret").contains("secret: \"${SHOP}\"");
        assertThat(ConfigPrinter.print(Loading.load(Loading.AGENTS + STOCK, Map.of())))
                .doesNotContain("very-secret")
                .contains("********");
        assertThat(Loading.load(printed, Map.of("SHOP", "very-secret")).config().actions())
                .isEqualTo(loaded.config().actions());
    }

    @Test
    void shouldReadASchemaFromAFile(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("stock.json"), "{\"type\": \"object\", \"maxProperties\": 2}");
        String text = Loading.AGENTS
                + "actions: {stock: {type: webhook, url: 'https://a.example/', description: x, parameters: stock.json}}";
        assertThat(Loading.loader(Map.of(), folder)
                        .parse(text, "test.yaml", folder, Optional.empty())
                        .config()
                        .actions()
                        .get("stock")
                        .parameters())
                .isEqualTo(Map.of("type", "object", "maxProperties", 2L));
    }

    @Test
    void shouldTellWhatIsWrongInAFile(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("stock.json"), "{\"type\": ");
        String text = Loading.AGENTS
                + "actions: {stock: {type: webhook, url: 'https://a.example/', description: x, parameters: stock.json}}";
        assertThat(org.assertj.core.api.Assertions.catchThrowable(
                        () -> Loading.loader(Map.of(), folder).parse(text, "test.yaml", folder, Optional.empty())))
                .hasMessageContaining("actions.stock.parameters: ")
                .hasMessageContaining("is not YAML")
                .hasMessageContaining("write a JSON Schema as JSON or YAML");
    }

    @Test
    void shouldKnowTheLineOfEachOptionOfAPlugin() throws Exception {
        ActionConfig action = Loading.load(
                        """
                        plugins: /tmp
                        engines: {m: {type: mock}}
                        agents: {a: {recognizer: m, dialogue: m, synthesizer: m}}
                        actions:
                          stock:
                            type: plugin
                            plugin: acme
                            options:
                              shelf: "1"
                              depth: "2"
                        """,
                        Map.of())
                .config()
                .actions()
                .get("stock");
        assertThat(action.options()).containsOnlyKeys("shelf", "depth");
        assertThat(action.optionLines()).isEqualTo(Map.of("shelf", 9, "depth", 10));
    }
}

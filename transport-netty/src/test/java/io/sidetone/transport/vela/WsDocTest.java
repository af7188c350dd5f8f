package io.sidetone.transport.vela;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.buffer.Unpooled;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** docs/ws.md says what is built: every example fits the schema, every message of the schema has an example. */
@Tag("VEL-11")
class WsDocTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String IN = "→ ";
    private static final String OUT = "← ";

    private static List<String> examples(String arrow) throws Exception {
        Path root = Path.of(System.getProperty("sidetone.root", ".."));
        return Files.readAllLines(root.resolve("docs/ws.md")).stream()
                .filter(line -> line.startsWith(arrow))
                .map(line -> line.substring(arrow.length()))
                .toList();
    }

    private static Set<String> types(List<String> messages) throws Exception {
        Set<String> types = new TreeSet<>();
        for (String message : messages) {
            types.add(JSON.readTree(message).get("type").asText());
        }
        return types;
    }

    private static Set<String> schemaTypes(String direction) throws Exception {
        try (InputStream file = WsDocTest.class.getResourceAsStream("/io/sidetone/transport/schema/ws-1.schema.json")) {
            Set<String> types = new TreeSet<>();
            for (JsonNode each : JSON.readTree(file).at("/$defs/" + direction + "/oneOf")) {
                types.add(each.get("$ref").asText().substring(("#/$defs/" + direction + ".").length()));
            }
            return types;
        }
    }

    @Test
    void shouldShowMessagesThatFitTheSchema() throws Exception {
        for (String message : examples(IN)) {
            assertThat(WsSchema.CLIENT.problems(message)).as(message).isEmpty();
        }
        for (String message : examples(OUT)) {
            assertThat(WsSchema.SERVER.problems(message)).as(message).isEmpty();
        }
    }

    @Test
    void shouldShowEveryMessageThereIs() throws Exception {
        assertThat(types(examples(IN))).isEqualTo(schemaTypes("client"));
        assertThat(types(examples(OUT))).isEqualTo(schemaTypes("server"));
    }

    @Test
    void shouldShowClientMessagesThatTheServerReads() throws Exception {
        VelaReader reader = new VelaReader(VelaSettings.MAX_MESSAGE_BYTES);
        List<VelaMessage> read = new ArrayList<>();
        for (String message : examples(IN)) {
            read.add(reader.read(Unpooled.copiedBuffer(message, StandardCharsets.UTF_8)));
        }
        assertThat(read).hasSameSizeAs(examples(IN)).doesNotContainNull();
        assertThat(List.of(VelaReader.TYPES.split(", "))).containsExactlyInAnyOrderElementsOf(schemaTypes("client"));
    }
}

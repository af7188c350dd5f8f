package io.sidetone.transport.vip;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.transport.http.Answer;
import io.sidetone.transport.http.Request;
import io.sidetone.transport.schema.SchemaRoutes;
import io.sidetone.transport.vip.message.ClientOperation;
import io.sidetone.transport.vip.message.ServerEvent;
import io.sidetone.transport.vip.message.VipStates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** docs/vip.md and the schema say what the program does. */
@Tag("VIP-18")
class VipDocumentTest {
    private static final Pattern BLOCK = Pattern.compile("```json\\n(.*?)```", Pattern.DOTALL);

    private static String page() throws Exception {
        return Files.readString(Path.of(System.getProperty("sidetone.root")).resolve("docs/vip.md"));
    }

    @Test
    void shouldShowExamplesThatKeepToTheSchemaAndMissNoMessage() throws Exception {
        Set<String> client = new TreeSet<>();
        Set<String> server = new TreeSet<>();
        Matcher block = BLOCK.matcher(page());
        while (block.find()) {
            for (String line : block.group(1).split("\n(?=\\{)")) {
                JsonNode message = VipSchema.read(line);
                String side = message.has("seq") ? "server" : "client";
                assertThat(VipSchema.problems(side, message))
                        .as("%s message %s", side, line)
                        .isEmpty();
                (side.equals("server") ? server : client)
                        .add(message.path("type").asText());
            }
        }
        assertThat(client).containsAll(ClientOperation.NAMES);
        for (ServerEvent event : ServerEvent.values()) {
            assertThat(server).contains(event.wireName());
        }
    }

    @Test
    void shouldHaveASchemaForEveryMessageAndNoMore() {
        Set<String> expected = new TreeSet<>(Set.of("state", "client", "server"));
        ClientOperation.NAMES.forEach(name -> expected.add("client." + name));
        for (ServerEvent event : ServerEvent.values()) {
            expected.add("server." + event.wireName());
        }
        Set<String> defined = new TreeSet<>();
        VipSchema.ROOT.path("$defs").fieldNames().forEachRemaining(defined::add);
        assertThat(defined).isEqualTo(expected);
    }

    @Test
    @Tag("VIP-02")
    void shouldListWhatEachStateAllowsAsItIs() throws Exception {
        Set<String> always = Set.of("session.close", "error.fatal", "response.cancel", "audio.played");
        for (String state : VipStates.all()) {
            Matcher row = Pattern.compile("^\\| `" + state + "` \\| (.*) \\|$", Pattern.MULTILINE)
                    .matcher(page());
            assertThat(row.find()).as("a row for %s", state).isTrue();
            Set<String> reported = new TreeSet<>();
            Matcher name =
                    Pattern.compile("`([a-z]+\\.[a-z_]+|Intent_Resolved)`").matcher(row.group(1));
            while (name.find()) {
                reported.add(name.group(1));
            }
            Set<String> real = new TreeSet<>(VipStates.allowed(state, false));
            real.removeAll(always);
            assertThat(reported).as("row of %s", state).isEqualTo(real);
        }
    }

    @Test
    void shouldServeTheSchemaToEverybody() throws Exception {
        assertThat(SchemaRoutes.all().get(0).open()).isTrue();
        assertThat(get("vip-1.schema.json").status()).isEqualTo(200);
        assertThat(get("vip-1.schema.json").contentType()).isEqualTo("application/schema+json");
        assertThat(get("nothing.schema.json").status()).isEqualTo(404);
        assertThat(get("../vip-1.schema.json").status()).isEqualTo(404);
        assertThat(get("package-info.class").status()).isEqualTo(404);
    }

    private static Answer get(String name) throws Exception {
        Request request = new Request("GET", "/schemas/" + name, Map.of("name", name), Map.of(), "", new byte[0], true);
        return SchemaRoutes.all()
                .get(0)
                .handler()
                .apply(request)
                .toCompletableFuture()
                .get();
    }
}

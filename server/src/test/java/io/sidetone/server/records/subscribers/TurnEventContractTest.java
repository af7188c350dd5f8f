package io.sidetone.server.records.subscribers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorViews;
import io.sidetone.core.turn.InterruptionSource;
import io.sidetone.core.turn.InterruptionType;
import io.sidetone.core.turn.TurnRole;
import io.sidetone.core.turn.event.Interruption;
import io.sidetone.core.turn.event.TurnDescriptor;
import io.sidetone.core.turn.event.TurnEvent;
import io.sidetone.core.turn.event.TurnEventType;
import io.sidetone.transport.turn.TurnJson;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The message that other state machines build on: what is sent fits version 1 of the schema, and so does the document's. */
@Tag("ITE-REQ-012")
@Tag("ITE-MSG-001")
class TurnEventContractTest {
    private static final String EXAMPLE =
            """
            {"type": "voicepilot.turn.event", "payload": {"state": "listening",
             "turn": {"turnId": "turn-123", "role": "user", "startedAt": "2025-09-26T17:10:32.123Z",
                      "policyProfile": "default"},
             "timestamp": "2025-09-26T17:10:32.150Z"}}
            """;

    private final Schema schema = schema();

    private static Schema schema() {
        try {
            Path file = Path.of(System.getProperty("sidetone.root"), "docs", "schema", "turn-event-1.schema.json");
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(Files.readString(file), InputFormat.JSON);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private List<String> problems(String json) {
        return schema.validate(json, InputFormat.JSON).stream()
                .map(Object::toString)
                .toList();
    }

    private static TurnEvent event(TurnEventType type, FloorState floor, FloorViews views, Interruption how) {
        TurnDescriptor turn = new TurnDescriptor(
                "turn-7", TurnRole.ASSISTANT, 5, 1_758_906_632_000L, 1_758_906_633_000L, how, "default");
        return new TurnEvent(
                type,
                3,
                floor,
                views,
                type == TurnEventType.POLICY_UPDATED ? null : turn,
                0,
                1_758_906_633_000L,
                Map.of("changed", List.of("ite"), "interruptionCount", 1, "allowBargeIn", true, "reason", "stt-stall"));
    }

    @Test
    void shouldAcceptTheExampleOfTheDocument() {
        assertThat(problems(EXAMPLE)).isEmpty();
    }

    @Test
    void shouldSendNothingThatTheSchemaDoesNotAllow() {
        int messages = 0;
        for (TurnEventType type : TurnEventType.values()) {
            for (FloorState floor : FloorState.values()) {
                for (InterruptionType kind : InterruptionType.values()) {
                    for (InterruptionSource source : InterruptionSource.values()) {
                        FloorViews views = new FloorViews(
                                floor.vip() == null ? "ai_speaking" : floor.vip(),
                                floor.ite() == null ? "recovering" : floor.ite(),
                                floor.vela(),
                                floor.vantum());
                        Interruption how = new Interruption(kind, source, 1_758_906_632_500L, 40, "speech");
                        String json = new String(
                                TurnJson.message("01JABCDEFGHJKMNPQRSTVWXYZ0", event(type, floor, views, how), true),
                                StandardCharsets.UTF_8);
                        assertThat(problems(json)).as(json).isEmpty();
                        messages++;
                    }
                }
            }
        }
        assertThat(messages).isEqualTo(8 * 11 * 3 * 4);
    }

    @Test
    void shouldKeepEveryFieldThatTheDocumentNamesWhereItNamesIt() throws Exception {
        Interruption how = new Interruption(
                InterruptionType.MANUAL_STOP, InterruptionSource.COMMAND, 1_758_906_632_500L, 40, "operator");
        FloorViews views = new FloorViews("user_speaking", "listening", "listening", "LISTENING");
        JsonNode payload = new ObjectMapper()
                .readTree(TurnJson.message(
                        "01JABCDEFGHJKMNPQRSTVWXYZ0",
                        event(TurnEventType.INTERRUPTION, FloorState.LISTENING, views, how),
                        true))
                .path("payload");
        JsonNode document = new ObjectMapper().readTree(EXAMPLE).path("payload");
        document.fieldNames()
                .forEachRemaining(name -> assertThat(payload.has(name)).as(name).isTrue());
        document.path("turn")
                .fieldNames()
                .forEachRemaining(name ->
                        assertThat(payload.path("turn").has(name)).as(name).isTrue());
        assertThat(payload.at("/turn/interruption/type").asText()).isEqualTo("manual-stop");
        assertThat(payload.at("/turn/interruption/detectedAt").asText()).isEqualTo("2025-09-26T17:10:32.500Z");
        assertThat(payload.at("/turn/interruption/latencyMs").asInt()).isEqualTo(40);
        assertThat(payload.at("/turn/interruption/source").asText()).isEqualTo("ui-command");
        assertThat(payload.at("/turn/interruption/reasonCode").asText()).isEqualTo("operator");
        assertThat(payload.at("/turn/endedAt").asText()).isEqualTo("2025-09-26T17:10:33.000Z");
    }

    @Test
    void shouldRefuseWhatAReaderCouldNotUnderstand() {
        assertThat(problems(EXAMPLE.replace("listening", "pondering"))).isNotEmpty();
        assertThat(problems(EXAMPLE.replace("\"user\"", "\"system\""))).isNotEmpty();
        assertThat(problems(EXAMPLE.replace("\"timestamp\"", "\"when\""))).isNotEmpty();
        assertThat(problems(EXAMPLE.replace("voicepilot.turn.event", "turn"))).isNotEmpty();
    }
}

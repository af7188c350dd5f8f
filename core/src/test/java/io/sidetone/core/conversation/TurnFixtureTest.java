package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.core.call.CallStatistics;
import io.sidetone.core.fence.Token;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.LaneRig;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.turn.PolicyProfiles;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.event.Interruption;
import io.sidetone.core.turn.event.TurnDescriptor;
import io.sidetone.core.turn.event.TurnEvent;
import io.sidetone.core.turn.event.TurnEventType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs every fixture of {@code turn-engine} on the real lane code, in event time. {@code TURN_ENGINE_TRACE=1} prints the
 * events of each.
 */
@Tag("ITE-FIX-001")
class TurnFixtureTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final boolean TRACE = "1".equals(System.getenv("TURN_ENGINE_TRACE"));

    @TestFactory
    Stream<DynamicTest> shouldHappenAsTheFixtureSays() throws Exception {
        Path folder = Path.of(
                Objects.requireNonNull(TurnFixtureTest.class.getResource("/turn-engine/normal.json"), "the fixtures")
                        .toURI());
        List<Path> files;
        try (Stream<Path> found = Files.list(folder.getParent())) {
            files = found.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
        assertThat(files).hasSizeGreaterThanOrEqualTo(6);
        return files.stream()
                .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> run(file)));
    }

    private static void run(Path file) throws IOException {
        JsonNode fixture = JSON.readTree(Files.readString(file));
        Fixture call = new Fixture();
        call.run(fixture);
        if (TRACE) {
            System.out.println(file.getFileName() + ": " + fixture.path("name").asText());
            call.rig.events.forEach(event -> System.out.println("  " + event));
        }
        call.check(fixture.path("expect"));
    }

    private static final class Fixture extends CallScenario {
        void run(JsonNode fixture) {
            journalEveryCall();
            engines.stt.givesEvidence = fixture.path("recognizerGivesEvidence").asBoolean();
            Map<String, Object> fields =
                    JSON.convertValue(fixture.path("policy"), new TypeReference<Map<String, Object>>() {});
            TurnPolicy policy = TurnPolicy.DEFAULT;
            if (fields != null) {
                Object profile = fields.remove("profile");
                policy = PolicyProfiles.of(profile == null ? "custom" : profile.toString())
                        .with(fields);
            }
            givenCall(policy, ActionInvoker.none());
            for (JsonNode step : fixture.path("steps")) {
                step(step);
            }
            shouldReplayToTheSameOutputs();
        }

        /** The caller is heard for {@code ms}; the recognizer gives every frame {@code score}. */
        private void evidence(LaneRig.FrameSource source, int ms, float score) {
            for (int t = 0; t < ms; t += 20) {
                call.hear(source, 20);
                engines.stt.events.evidence(engines.stt.heardMs, score);
            }
        }

        private void step(JsonNode step) {
            int ms = step.path("ms").asInt();
            String text = step.path("text").asText();
            switch (step.path("do").asText()) {
                case "answer" -> call.publish(LaneEventType.ANSWERED, 0, 0, null);
                case "greeting" -> {
                    call.publish(LaneEventType.ANSWERED, 0, 0, null);
                    engines.llm.say("Hi.");
                    speakClause(0, 200, null);
                    rig.advance(400);
                    call.hear(quiet, 600);
                }
                case "talk", "quiet" -> {
                    LaneRig.FrameSource source = step.path("do").asText().equals("talk") ? talking : quiet;
                    if (step.has("evidence")) {
                        evidence(source, ms, (float) step.path("evidence").asDouble());
                    } else {
                        call.hear(source, ms);
                    }
                }
                case "stop" -> call.publish(LaneEventType.YIELD_REQUEST, 0, 0, text);
                case "lose" -> {
                    engines.stt.broken = !step.path("returns").asBoolean();
                    engines.stt.events.failed(Token.NONE, ScriptedEngines.GONE);
                    rig.poll();
                }
                case "transcript" -> {
                    engines.stt.events.finalTranscript(engines.stt.token, text);
                    rig.poll();
                }
                case "say" -> engines.llm.say(text);
                case "voice" -> speakClause(step.path("clause").asInt(), ms, null);
                case "response" -> {
                    engines.llm.say(text);
                    speakClause(0, ms, null);
                }
                case "key" -> call.publish(LaneEventType.DIGIT, 0, text.charAt(0), null);
                case "model-failure" -> {
                    engines.llm.events.failed(
                            engines.llm.token,
                            new EngineFailure(step.path("code").asText(), "as the fixture says", true));
                    rig.poll();
                }
                default -> throw new IllegalArgumentException("no step is called " + step);
            }
        }

        void check(JsonNode expect) {
            assertThat(ite()).isEqualTo(texts(expect.path("ite")));
            assertThat(turns()).isEqualTo(texts(expect.path("turns")));
            List<Interruption> seen = rig.events.stream()
                    .filter(event -> event.type() == TurnEventType.INTERRUPTION)
                    .map(event -> event.turn().interruption())
                    .toList();
            assertThat(seen).hasSize(expect.path("interruptions").size());
            for (int i = 0; i < seen.size(); i++) {
                JsonNode requested = expect.path("interruptions").path(i);
                assertThat(seen.get(i).type().wireName())
                        .isEqualTo(requested.path("type").asText());
                assertThat(seen.get(i).source().wireName())
                        .isEqualTo(requested.path("source").asText());
                assertThat(seen.get(i).reasonCode())
                        .isEqualTo(requested.path("reasonCode").asText());
                assertThat(seen.get(i).latencyMs())
                        .isBetween(0L, requested.path("maxLatencyMs").asLong());
            }
            CallStatistics statistics = call.record.statistics();
            JsonNode counts = expect.path("counts");
            assertThat(statistics.turns())
                    .as("turns")
                    .isEqualTo(counts.path("turns").asInt());
            assertThat(statistics.bargeIns())
                    .as("bargeIns")
                    .isEqualTo(counts.path("bargeIns").asInt());
            if (counts.has("falseAlarms")) {
                assertThat(rig.metrics().value(LaneCounter.FALSE_ALARMS))
                        .as("falseAlarms")
                        .isEqualTo(counts.path("falseAlarms").asLong());
            }
            if (counts.has("yields")) {
                assertThat(rig.metrics().value(LaneCounter.YIELDS))
                        .as("yields")
                        .isEqualTo(counts.path("yields").asLong());
            }
            if (expect.has("recovering")) {
                assertThat(call.record.recovering())
                        .as("recovering")
                        .isEqualTo(expect.path("recovering").asBoolean());
            }
            List<String> told = rig.events.stream()
                    .filter(event -> event.type() == TurnEventType.DEGRADED || event.type() == TurnEventType.RECOVERED)
                    .map(event -> event.type().wireName())
                    .toList();
            assertThat(told).isEqualTo(texts(expect.path("recovery")));
            assertThat(rig.metrics().value(LaneCounter.TURN_TOKEN_VIOLATIONS)).isZero();
            assertThat(rig.metrics().value(LaneCounter.ILLEGAL_TRANSITIONS)).isZero();
        }

        private List<String> ite() {
            List<String> names = new ArrayList<>();
            for (TurnEvent event : rig.events) {
                if (event.type() == TurnEventType.STATE_CHANGED
                        && ((List<?>) event.diagnostics().get("changed")).contains("ite")) {
                    names.add(event.state());
                }
            }
            return names;
        }

        private List<String> turns() {
            List<String> turns = new ArrayList<>();
            for (TurnDescriptor turn : call.record.turns().entries()) {
                turns.add(turn.role().wireName() + (turn.interruption() == null ? "" : " interrupted"));
            }
            return turns;
        }

        private static List<String> texts(JsonNode list) {
            List<String> texts = new ArrayList<>();
            list.forEach(each -> texts.add(each.asText()));
            return texts;
        }
    }
}

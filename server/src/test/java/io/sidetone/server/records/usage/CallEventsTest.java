package io.sidetone.server.records.usage;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sidetone.config.engine.EngineConfig;
import io.sidetone.config.engine.PriceConfig;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.facts.CallHeader;
import io.sidetone.core.facts.CallOrigin;
import io.sidetone.core.facts.CallTerms;
import io.sidetone.core.facts.HandedOver;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorViews;
import io.sidetone.core.port.EngineKind;
import io.sidetone.core.setting.Altered;
import io.sidetone.core.turn.event.TurnEvent;
import io.sidetone.core.turn.event.TurnEventType;
import io.sidetone.core.usage.Measure;
import io.sidetone.server.records.store.record.StoredCalls;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.transport.turn.TurnJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CallEventsTest {
    private final Prices prices = new Prices(List.of(
            engine("llm", new PriceConfig(2, 1, 8, 0, 0, "EUR")),
            engine("tts", new PriceConfig(0, 0, 0, 15, 0, "USD")),
            engine("stt", null)));
    private final List<TurnEvent> told = new ArrayList<>();
    private final CallRecord call = new CallRecord(
            new CallSetup(
                    new CallSetup.Identity(
                            "01JCALL0000000000000000000",
                            "x",
                            "test",
                            "desk",
                            "a",
                            "b",
                            new CallFacts(
                                    "+4930",
                                    "100",
                                    List.of(CallHeader.of("X-Customer", "42")),
                                    2,
                                    Map.of(),
                                    CallTerms.NONE,
                                    HandedOver.NONE,
                                    CallOrigin.NONE),
                            1,
                            1_758_906_632_123L,
                            0),
                    CallSetup.Engines.of(null, null, null),
                    CallSetup.Line.of(null, null),
                    CallSetup.Terms.DEFAULT),
            null);

    private final CallObserver observer = new CallEvents(
            (record, event) -> {
                if (event instanceof TurnEvent turned) {
                    told.add(turned);
                }
            },
            prices);

    private static EngineConfig engine(String name, PriceConfig price) {
        return Altered.with(new EngineConfig(name, EngineConfig.Type.MOCK), "price", Optional.ofNullable(price));
    }

    @BeforeEach
    void use() {
        call.usage().of("llm", "dialogue").add(Measure.INPUT_TOKENS, 500_000);
        call.usage().of("llm", "dialogue").add(Measure.OUTPUT_TOKENS, 1_000);
        call.usage().of("tts", "synthesizer").add(Measure.CHARACTERS, 2_000);
        call.usage().of("stt", "recognizer").add(Measure.AUDIO_MS, 3_000);
    }

    private JsonNode told(TurnEventType type, FloorState floor) throws Exception {
        return told(type, floor, 9, true);
    }

    private JsonNode told(TurnEventType type, FloorState floor, int sequence, boolean confidential) throws Exception {
        observer.on(
                call,
                new TurnEvent(
                        type, sequence, floor, FloorViews.of(floor, false, false), null, 0, 1, Map.of("rule", "T18")));
        byte[] message = TurnJson.message("01JCALL0000000000000000000", told.remove(0), confidential);
        return new ObjectMapper().readTree(message).path("payload").path("diagnostics");
    }

    @Test
    void shouldTellWithTheLastEventWhatTheCallUsedAndCost() throws Exception {
        JsonNode diagnostics = told(TurnEventType.STATE_CHANGED, FloorState.ENDING);
        assertThat(diagnostics.path("rule").asText()).isEqualTo("T18");
        JsonNode llm = diagnostics.path("usage").get(0);
        assertThat(llm.path("engine").asText()).isEqualTo("llm");
        assertThat(llm.path("role").asText()).isEqualTo("dialogue");
        assertThat(llm.path("inputTokens").asLong()).isEqualTo(500_000);
        assertThat(llm.path("characters").asLong(-1)).isZero();
        assertThat(diagnostics.path("usage")).hasSize(3);
        assertThat(diagnostics.path("cost").path("EUR").asDouble()).isCloseTo(1.008, Offset.offset(1e-9));
        assertThat(diagnostics.path("cost").path("USD").asDouble()).isCloseTo(0.03, Offset.offset(1e-9));
    }

    @Test
    void shouldTellWithTheFirstEventWhoCallsWhomWhereTheWayIsSafe() throws Exception {
        JsonNode diagnostics = told(TurnEventType.STATE_CHANGED, FloorState.CONNECTING, 1, true);
        assertThat(diagnostics.path("rule").asText()).isEqualTo("T18");
        assertThat(diagnostics.path("call").toString())
                .isEqualTo(
                        "{\"agent\":\"desk\",\"transport\":\"test\",\"externalId\":\"x\",\"from\":\"a\",\"to\":\"b\","
                                + "\"caller\":\"+4930\",\"called\":\"100\","
                                + "\"headers\":[{\"name\":\"X-Customer\",\"value\":\"42\"}],\"headersOmitted\":2}");
        assertThat(told(TurnEventType.STATE_CHANGED, FloorState.CONNECTING, 1, false)
                        .has("call"))
                .isFalse();
        assertThat(told(TurnEventType.STATE_CHANGED, FloorState.CONNECTING, 2, true)
                        .has("call"))
                .isFalse();
    }

    @Test
    void shouldLeaveOtherEventsAsTheyAre() throws Exception {
        assertThat(told(TurnEventType.STATE_CHANGED, FloorState.SPEAKING).has("usage"))
                .isFalse();
        assertThat(told(TurnEventType.TURN_ENDED, FloorState.ENDING).has("usage"))
                .isFalse();
    }

    @Test
    void shouldKeepUsageAndCostWithTheStoredCall() {
        Map<String, Double> metrics =
                new StoredCalls(id -> null, prices).ended(call).metrics();
        assertThat(metrics)
                .containsEntry("usage.dialogue.inputTokens.llm", 500_000.0)
                .containsEntry("usage.recognizer.audioMs.stt", 3_000.0)
                .containsKey("cost.EUR");
    }

    @Test
    void shouldShowWhatEachEngineCosts() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        EngineMeter tts = new EngineMeter("tts", EngineKind.SYNTHESIZER);
        tts.characters.add(4_000);
        prices.bind(List.of(tts, new EngineMeter("stt", EngineKind.RECOGNIZER)), registry);
        assertThat(registry.scrape())
                .contains("sidetone_engine_cost_total{currency=\"USD\",engine=\"tts\",role=\"synthesizer\"} 0.06")
                .doesNotContain("engine=\"stt\"");
    }
}

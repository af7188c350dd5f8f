package io.sidetone.config.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.config.Loading;
import io.sidetone.config.engine.PriceConfig;
import io.sidetone.core.usage.CallUsage;
import io.sidetone.core.usage.EngineUsage;
import io.sidetone.core.usage.Measure;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TelemetryConfigTest {
    private static final String TRACES = "telemetry: {traces: {otlp: %s}}\n";
    private static final String PRICED =
            """
            engines:
              e: {type: mock, price: {%s}}
            agents:
              a: {recognizer: e, dialogue: e, synthesizer: e}
            """;

    private static List<String> problems(String section) {
        return Loading.problems(section, Map.of());
    }

    private static PriceConfig price(String pairs) throws Exception {
        return Loading.load(PRICED.formatted(pairs), Map.of())
                .config()
                .engines()
                .get("e")
                .price()
                .orElse(null);
    }

    @Test
    void shouldTraceNothingUnlessACollectorIsNamed() throws Exception {
        TracesConfig traces = Loading.config("").traces();
        assertThat(traces.on()).isFalse();
        assertThat(traces).isEqualTo(TracesConfig.OFF);
    }

    @Test
    void shouldAddThePathOfTracesWhereItIsMissing() throws Exception {
        for (String given :
                List.of("http://127.0.0.1:4318", "http://127.0.0.1:4318/", "http://127.0.0.1:4318/v1/traces")) {
            TracesConfig traces =
                    Loading.config(TRACES.formatted("'" + given + "'")).traces();
            assertThat(traces.otlp()).as(given).contains(URI.create("http://127.0.0.1:4318/v1/traces"));
            assertThat(traces.on()).isTrue();
        }
        assertThat(Loading.config("telemetry: {traces: {otlp: 'https://o.example/otlp', sample: 0}}\n")
                        .traces()
                        .on())
                .isFalse();
    }

    @Test
    @Tag("ITE-SEC-001")
    void shouldRefuseAWayOnWhichOthersRead() {
        assertThat(problems(Loading.AGENTS + TRACES.formatted("'http://collector.example:4318'")))
                .singleElement()
                .asString()
                .contains("telemetry.traces.otlp: 'http://collector.example' would carry when callers interrupt");
        assertThat(problems(Loading.AGENTS + "telemetry: {traces: {header: 'a b', sample: 2}}\n"))
                .hasSize(2)
                .anyMatch(problem -> problem.contains("telemetry.traces.header: 'a b' is no name of a header"))
                .anyMatch(problem -> problem.startsWith("telemetry.traces.sample: "));
    }

    @Test
    void shouldEstimateWhatAnEngineCosts() throws Exception {
        PriceConfig price = price("input-tokens: '2', cached-tokens: '0.5', output-tokens: '8', characters: '15',"
                + " audio-minutes: '0.006', currency: USD");
        EngineUsage usage = new CallUsage().of("e", "dialogue");
        usage.add(Measure.INPUT_TOKENS, 1_000_000);
        usage.add(Measure.CACHED_TOKENS, 400_000);
        usage.add(Measure.OUTPUT_TOKENS, 100_000);
        usage.add(Measure.CHARACTERS, 20_000);
        usage.add(Measure.AUDIO_MS, 90_000);
        assertThat(price.of(usage)).isCloseTo(1.2 + 0.2 + 0.8 + 0.3 + 0.009, Offset.offset(1e-9));
        assertThat(price.currency()).isEqualTo("USD");
        assertThat(price("input-tokens: '2', currency: EUR").of(usage)).isCloseTo(2.0, Offset.offset(1e-9));
    }

    @Test
    void shouldRefusePricesThatCannotBeMeant() {
        assertThat(problems(PRICED.formatted("input-tokens: '2'")))
                .singleElement()
                .asString()
                .contains("engines.e.price: has no currency");
        assertThat(problems(PRICED.formatted("input-token: '2', currency: EUR")))
                .singleElement()
                .asString()
                .contains("'input-token' has no price here");
        assertThat(problems(PRICED.formatted("characters: cheap, currency: EUR")))
                .singleElement()
                .asString()
                .contains("characters: 'cheap' is no price");
    }
}

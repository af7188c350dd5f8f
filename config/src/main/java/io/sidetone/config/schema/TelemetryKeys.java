package io.sidetone.config.schema;

import static io.sidetone.config.schema.ValueType.DECIMAL;
import static io.sidetone.config.schema.ValueType.FLAG;
import static io.sidetone.config.schema.ValueType.SECRET;
import static io.sidetone.config.schema.ValueType.SECTION;
import static io.sidetone.config.schema.ValueType.TEXT;
import static io.sidetone.config.schema.ValueType.URL;

import java.util.List;

/** The keys of {@code telemetry}. */
final class TelemetryKeys {
    private TelemetryKeys() {}

    static void addTo(List<ConfigKey> keys) {
        keys.add(ConfigKey.of("telemetry", SECTION, "-", "What is told to those who watch over many servers."));
        keys.add(ConfigKey.of(
                "telemetry.traces",
                SECTION,
                "-",
                "Calls and their turns as OpenTelemetry spans; docs/operations.md names them."));
        keys.add(ConfigKey.of(
                        "telemetry.traces.otlp",
                        URL,
                        "URL",
                        "Collector that takes OTLP over HTTP (protobuf); /v1/traces is added where it is missing. https; http"
                                + " only on this machine. Without it nothing is traced.")
                .example("http://127.0.0.1:4318"));
        keys.add(ConfigKey.of(
                        "telemetry.traces.service-name",
                        TEXT,
                        "name",
                        "What the collector calls this server (service.name).")
                .byDefault("sidetone"));
        keys.add(ConfigKey.of("telemetry.traces.sample", DECIMAL, "share of calls", "How many calls are traced.")
                .range(0, 1)
                .byDefault("1.0"));
        keys.add(ConfigKey.of(
                        "telemetry.traces.words",
                        FLAG,
                        "true or false",
                        "Whether spans tell what callers and agents said. They never hold numbers of callers, or what actions"
                                + " were given.")
                .byDefault("false"));
        keys.add(ConfigKey.of(
                        "telemetry.traces.header",
                        TEXT,
                        "name of a header",
                        "Header in which the collector wants its key.")
                .byDefault("Authorization"));
        keys.add(ConfigKey.of(
                        "telemetry.traces.key",
                        SECRET,
                        "secret",
                        "Value of that header: proves to the collector who sends.")
                .example("${file:/etc/sidetone/collector.key}"));
    }
}

package io.sidetone.config.telemetry;

import io.sidetone.config.binding.FileType;
import io.sidetone.config.binding.Rule;
import io.sidetone.config.binding.Section;
import io.sidetone.config.schema.ValueType;
import io.sidetone.config.value.Secret;
import io.sidetone.core.setting.Key;
import java.net.URI;
import java.util.Optional;

/**
 * Traces of calls for an OpenTelemetry collector.
 *
 * @param otlp where spans are posted, or none: nothing is traced
 * @param serviceName what the collector calls this server
 * @param sample share of calls that are traced, 0…1
 * @param words whether spans contain what was said
 * @param header that carries {@code key}
 * @param key proves to the collector who sends
 */
@Section("Calls and their turns as OpenTelemetry spans; docs/operations.md names them.")
public record TracesConfig(
        @FileType(ValueType.URL)
                @Rule(OtlpEndpoint.class)
                @Key(
                        unit = "URL",
                        why = "Collector that takes OTLP over HTTP (protobuf); /v1/traces is added where it is missing."
                                + " https; http only on this machine. Without it nothing is traced.",
                        example = "http://127.0.0.1:4318")
                Optional<URI> otlp,
        @Key(unit = "name", why = "What the collector calls this server (service.name).", byDefault = "sidetone")
                String serviceName,
        @Key(unit = "share of calls", why = "How many calls are traced.", min = 0, max = 1, byDefault = "1.0")
                double sample,
        @Key(
                        why =
                                "Whether spans contain what callers and agents said. They never hold numbers of callers, or"
                                        + " what actions were given.",
                        byDefault = "false")
                boolean words,
        @Rule(HeaderName.class)
                @Key(
                        unit = "name of a header",
                        why = "Header in which the collector wants its key.",
                        byDefault = "Authorization")
                String header,
        @Key(
                        why = "Value of that header: proves to the collector who sends.",
                        example = "${file:/etc/sidetone/collector.key}")
                Optional<Secret> key) {
    /** Nothing is traced. */
    public static final TracesConfig OFF =
            new TracesConfig(Optional.empty(), "sidetone", 1, false, "Authorization", Optional.empty());

    /** Returns whether anything is traced. */
    public boolean on() {
        return otlp.isPresent() && sample > 0;
    }
}

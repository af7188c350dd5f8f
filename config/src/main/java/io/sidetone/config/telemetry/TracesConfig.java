package io.sidetone.config.telemetry;

import io.sidetone.config.value.Secret;
import java.net.URI;
import java.util.Optional;

/**
 * Traces of calls for an OpenTelemetry collector.
 *
 * @param otlp where spans are posted, or none: nothing is traced
 * @param serviceName what the collector calls this server
 * @param sample share of calls that are traced, 0…1
 * @param words whether spans tell what was said
 * @param header that carries {@code key}
 * @param key proves to the collector who sends
 */
public record TracesConfig(
        Optional<URI> otlp, String serviceName, double sample, boolean words, String header, Optional<Secret> key) {
    /** Nothing is traced. */
    public static final TracesConfig OFF =
            new TracesConfig(Optional.empty(), "sidetone", 1, false, "Authorization", Optional.empty());

    /** Whether anything is traced. */
    public boolean on() {
        return otlp.isPresent() && sample > 0;
    }
}

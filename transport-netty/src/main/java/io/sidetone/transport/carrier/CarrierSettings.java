package io.sidetone.transport.carrier;

import java.util.Map;
import java.util.Optional;

/**
 * The configuration of one carrier.
 *
 * @param leadMs how far ahead of its time audio is sent
 * @param secrets secrets by configuration key
 * @param options texts by configuration key
 */
public record CarrierSettings(int leadMs, Map<String, String> secrets, Map<String, String> options) {
    /** Copies the maps. */
    public CarrierSettings {
        secrets = Map.copyOf(secrets);
        options = Map.copyOf(options);
    }

    /** Returns the secret at key {@code name}, if there is one. */
    public Optional<String> secret(String name) {
        return Optional.ofNullable(secrets.get(name));
    }

    /** Returns the text at key {@code name}, if there is one. */
    public Optional<String> option(String name) {
        return Optional.ofNullable(options.get(name));
    }

    @Override
    public String toString() {
        return "CarrierSettings[leadMs=" + leadMs + ", secrets=" + secrets.keySet() + ", options=" + options + "]";
    }
}

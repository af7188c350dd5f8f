package io.sidetone.config.stream;

import io.sidetone.config.value.Secret;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One dialect of media streams: whatever stands under {@code streams.NAME}.
 *
 * @param name of the dialect, for example {@code twilio}
 * @param leadMs how far ahead of its time audio is sent
 * @param secrets by name of their key
 * @param options every other value by name of its key, as its type reads it
 */
public record StreamConfig(String name, int leadMs, Map<String, Secret> secrets, Map<String, Object> options) {
    /** Copies the maps. */
    public StreamConfig {
        secrets = Map.copyOf(secrets);
        options = Map.copyOf(options);
    }

    /** Returns the secret at key {@code name}, if the configuration gives one. */
    public Optional<String> secret(String name) {
        return Optional.ofNullable(secrets.get(name)).map(Secret::value);
    }

    /** Returns the words of the secret at key {@code name}, separated by spaces or commas; none if there is no such secret. */
    public List<String> secretWords(String name) {
        return secret(name).map(StreamConfig::words).orElse(List.of());
    }

    static List<String> words(String text) {
        return Stream.of(text.split("[ ,]+")).filter(word -> !word.isEmpty()).toList();
    }

    /** Returns the text or word at key {@code name}, empty if there is none. */
    public String text(String name) {
        return option(name, String.class).orElse("");
    }

    /** Returns the value at key {@code name}, if there is one; the key must be of that type. */
    public <T> Optional<T> option(String name, Class<T> type) {
        return Optional.ofNullable(options.get(name)).map(type::cast);
    }
}

package io.sidetone.config.schema;

import java.util.List;

/**
 * One key of the configuration.
 *
 * @param path where it stands; {@code *} is a name the user chooses, {@code []} an entry of a list
 * @param type what may stand there
 * @param defaultText the default as one would write it; empty: none; a sentence when {@code derived}
 * @param derived the default is computed from other keys and only described by {@code defaultText}
 * @param required there is no default and the key must be given wherever its section is
 * @param min smallest value in the type's base unit (milliseconds, bytes)
 * @param max largest value in the type's base unit
 * @param words allowed words of a {@link ValueType#WORD}
 * @param unit what the value counts or names
 * @param reason why the key exists and what its default rests on
 * @param example what the reference page shows when there is no default
 */
public record ConfigKey(
        String path,
        ValueType type,
        String defaultText,
        boolean derived,
        boolean required,
        double min,
        double max,
        List<String> words,
        String unit,
        String reason,
        String example) {

    /** Begins a key without default. */
    public static ConfigKey of(String path, ValueType type, String unit, String reason) {
        return new ConfigKey(
                path,
                type,
                "",
                false,
                false,
                Double.NEGATIVE_INFINITY,
                Double.POSITIVE_INFINITY,
                List.of(),
                unit,
                reason,
                "");
    }

    /** Returns this key with a default. */
    public ConfigKey byDefault(String text) {
        return new ConfigKey(path, type, text, false, false, min, max, words, unit, reason, example);
    }

    /** Returns this key with a default that follows from other keys, described in words. */
    public ConfigKey derived(String description) {
        return new ConfigKey(path, type, description, true, false, min, max, words, unit, reason, example);
    }

    /** Returns this key with bounds, both included, in base units (milliseconds, bytes). */
    public ConfigKey range(double lowest, double highest) {
        return new ConfigKey(path, type, defaultText, derived, required, lowest, highest, words, unit, reason, example);
    }

    /** Returns this key with its allowed words. */
    public ConfigKey oneOf(String... allowed) {
        return new ConfigKey(
                path, type, defaultText, derived, required, min, max, List.of(allowed), unit, reason, example);
    }

    /** Returns this key with what the reference page shows. */
    public ConfigKey example(String text) {
        return new ConfigKey(path, type, defaultText, derived, required, min, max, words, unit, reason, text);
    }

    /** Returns this key at another path. */
    public ConfigKey at(String other) {
        return new ConfigKey(other, type, defaultText, derived, required, min, max, words, unit, reason, example);
    }

    /** Returns the last part of the path. */
    public String name() {
        String bare = path.endsWith("[]") ? path.substring(0, path.length() - 2) : path;
        return bare.substring(bare.lastIndexOf('.') + 1);
    }

    /** Returns whether values are bounded. */
    public boolean bounded() {
        return min != Double.NEGATIVE_INFINITY || max != Double.POSITIVE_INFINITY;
    }
}

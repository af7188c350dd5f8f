package io.sidetone.core.facts;

import java.util.Objects;

/**
 * One header or parameter that came with a call.
 *
 * @param name as the peer wrote it, or its long form
 * @param value its text, without control characters
 * @param cut whether the end of the value is missing
 */
public record CallHeader(String name, String value, boolean cut) {
    /** Refuses null. */
    public CallHeader {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(value, "value");
    }

    /** A header that has its whole value. */
    public static CallHeader of(String name, String value) {
        return new CallHeader(name, value, false);
    }
}

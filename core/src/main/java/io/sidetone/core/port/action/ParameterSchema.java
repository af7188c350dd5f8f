package io.sidetone.core.port.action;

import java.util.Map;
import java.util.Optional;

/** The JSON Schema of an action's parameters, read and ready. Thread-safe; may take milliseconds, so it never runs on a lane. */
@FunctionalInterface
public interface ParameterSchema {
    /** Returns what is wrong with {@code parameters}, for the model; empty when nothing is. */
    Optional<String> problem(Map<String, Object> parameters);

    /** Reads schemas. Thread-safe. */
    @FunctionalInterface
    interface Reader {
        /**
         * Reads {@code schema}.
         *
         * @throws IllegalArgumentException when it is no valid JSON Schema 2020-12 of an object, with what is wrong
         */
        ParameterSchema read(Map<String, Object> schema);
    }
}

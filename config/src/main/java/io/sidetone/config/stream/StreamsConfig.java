package io.sidetone.config.stream;

import java.util.Map;

/**
 * Calls whose media come as a stream: carriers and telephone switches that connect by WebSocket or TCP.
 *
 * @param dialects by name, every one of them, whether the file names it or not
 */
public record StreamsConfig(Map<String, StreamConfig> dialects) {
    /** Copies the map. */
    public StreamsConfig {
        dialects = Map.copyOf(dialects);
    }

    /** Returns the dialect {@code name}, which must be one that the registry knows. */
    public StreamConfig dialect(String name) {
        StreamConfig dialect = dialects.get(name);
        if (dialect == null) {
            throw new IllegalArgumentException("stream dialect " + name + " is not one of " + dialects.keySet());
        }
        return dialect;
    }
}

package io.sidetone.config;

/**
 * One engine.
 *
 * @param name as agents refer to it
 * @param type what it is
 */
public record EngineConfig(String name, Type type) {
    /** What an engine is. */
    public enum Type {
        /** Recogniser, directed dialogue and voice on this machine. */
        EMBEDDED,
        /** Deterministic stand-ins. */
        MOCK
    }
}

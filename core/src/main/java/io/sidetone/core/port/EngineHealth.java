package io.sidetone.core.port;

/**
 * Ability of an engine to serve new calls.
 *
 * @param up whether it can
 * @param detail what is missing and how to remedy it when down; a version or size when up
 */
public record EngineHealth(boolean up, String detail) {
    /** An engine that works. */
    public static EngineHealth up(String detail) {
        return new EngineHealth(true, detail);
    }

    /** An engine that cannot serve. */
    public static EngineHealth down(String detail) {
        return new EngineHealth(false, detail);
    }
}

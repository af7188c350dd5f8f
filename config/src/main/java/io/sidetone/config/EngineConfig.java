package io.sidetone.config;

import io.sidetone.core.mock.MockBehaviour;

/**
 * One engine.
 *
 * @param name as agents refer to it
 * @param type what it is
 * @param mock how a {@link Type#MOCK} behaves; without meaning for others
 */
public record EngineConfig(String name, Type type, MockBehaviour mock) {
    /** What an engine is. */
    public enum Type {
        /** Recogniser, directed dialogue and voice on this machine. */
        EMBEDDED,
        /** Deterministic stand-ins. */
        MOCK;

        /** Whether a recogniser of this type can be a call's source of speech evidence. */
        public boolean givesEvidence() {
            return this == MOCK;
        }
    }
}

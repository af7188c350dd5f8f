package io.sidetone.core.turn;

import java.util.Locale;

/** Behavior of a call while its primary source of speech evidence is silent (ITE-POL-001). */
public enum FallbackMode {
    /** The local detector takes over. */
    HYBRID,
    /** Only keys, buttons and requests change the floor. */
    MANUAL;

    /** Returns the name used in configuration and events. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the mode of that name, or null. */
    public static FallbackMode of(String wireName) {
        for (FallbackMode mode : values()) {
            if (mode.wireName().equals(wireName)) {
                return mode;
            }
        }
        return null;
    }
}

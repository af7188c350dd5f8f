package io.sidetone.config.value;

import java.util.Objects;

/** A value that must reach neither logs nor print-outs. {@link #toString} never shows it. */
public final class Secret {
    /** Replaces, in a print-out, a secret that was written into the file itself. */
    public static final String MASK = "********";

    private final String value;
    private final String reference;

    private Secret(String value, String reference) {
        this.value = value;
        this.reference = reference;
    }

    /** A secret that was written into the file itself. */
    public static Secret literal(String value) {
        return new Secret(value, "");
    }

    /** A secret that the file refers to, such as {@code ${TOKEN}}; the reference may be shown. */
    public static Secret referenced(String value, String reference) {
        return new Secret(value, reference);
    }

    /** Returns the secret itself. */
    public String value() {
        return value;
    }

    /** Returns what may be shown: the reference, or {@link #MASK}. */
    public String shown() {
        return reference.isEmpty() ? MASK : reference;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Secret secret && secret.value.equals(value);
    }

    @Override
    public int hashCode() {
        return Objects.hash(value);
    }

    @Override
    public String toString() {
        return MASK;
    }
}

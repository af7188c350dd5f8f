package io.sidetone.speech.net;

import java.util.Collection;

/** Keeps credentials out of what people read: a service may quote back what it was sent. */
public final class Masked {
    private static final int SHORTEST = 6;
    private static final String MASK = "***";

    private Masked() {}

    /** Returns {@code text} without any of {@code values}, nor what follows the scheme in one of them. */
    public static String text(String text, Collection<String> values) {
        String masked = text;
        for (String value : values) {
            String secret = value.substring(value.lastIndexOf(' ') + 1);
            if (secret.length() >= SHORTEST) {
                masked = masked.replace(secret, MASK);
            }
        }
        return masked;
    }
}

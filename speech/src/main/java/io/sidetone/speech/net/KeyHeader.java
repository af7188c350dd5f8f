package io.sidetone.speech.net;

import java.util.Map;

/**
 * The header that proves to a service who asks. {@code Authorization} gets {@code Bearer KEY}; any other, such as
 * {@code api-key}, gets the key alone.
 *
 * @param name as HTTP has it
 */
public record KeyHeader(String name) {
    /** What most services want. */
    public static final KeyHeader BEARER = new KeyHeader("Authorization");

    /** What Azure wants. */
    public static final KeyHeader API_KEY = new KeyHeader("api-key");

    /** Refuses what is no name of a header. */
    public KeyHeader {
        if (!name.matches("[A-Za-z0-9!#$%&'*+.^_`|~-]+") || name.equalsIgnoreCase("bearer")) {
            throw new IllegalArgumentException("'" + name
                    + "' is no header that a key goes into; write Authorization, api-key or the service's own");
        }
    }

    /** Whether the key follows {@code Bearer}. */
    public boolean bearer() {
        return name.equalsIgnoreCase(BEARER.name);
    }

    /** Returns the header with {@code key}; none without a key. */
    public Map<String, String> with(String key) {
        return key.isEmpty() ? Map.of() : Map.of(name, bearer() ? "Bearer " + key : key);
    }
}

package io.sidetone.speech.net;

import io.sidetone.core.setting.Key;
import java.util.Map;

/**
 * The header that carries the key. {@code Authorization} gets {@code Bearer KEY}; any other header, such as {@code
 * api-key}, gets the key alone.
 *
 * @param name of the HTTP header
 */
public record KeyHeader(
        @Key(
                        name = "key-header",
                        unit = "name of a header",
                        why =
                                "The header that the key goes into: Authorization gets Bearer KEY, any other, such as api-key, the key alone.")
                String name) {
    /** The header of most services. */
    public static final KeyHeader BEARER = new KeyHeader("Authorization");

    /** The header of Azure. */
    public static final KeyHeader API_KEY = new KeyHeader("api-key");

    /** Refuses an invalid header name. */
    public KeyHeader {
        if (!name.matches("[A-Za-z0-9!#$%&'*+.^_`|~-]+") || name.equalsIgnoreCase("bearer")) {
            throw new IllegalArgumentException("'" + name
                    + "' is no header that a key goes into; write Authorization, api-key or the service's own");
        }
    }

    /** Returns whether {@code Bearer} precedes the key. */
    public boolean bearer() {
        return name.equalsIgnoreCase(BEARER.name);
    }

    /** Returns the header with {@code key}; none without a key. */
    public Map<String, String> with(String key) {
        return key.isEmpty() ? Map.of() : Map.of(name, bearer() ? "Bearer " + key : key);
    }
}

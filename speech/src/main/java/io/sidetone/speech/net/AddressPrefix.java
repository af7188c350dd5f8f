package io.sidetone.speech.net;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Set;

/** A part of the web that somebody else may name addresses of: scheme, host, port, and the beginning of the path. Immutable. */
public final class AddressPrefix {
    private static final Set<String> SCHEMES = Set.of("http", "https");

    private final URI from;

    private AddressPrefix(URI from) {
        this.from = from;
    }

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException when it is none; says what one looks like
     */
    public static AddressPrefix of(String text) {
        URI from = read(text);
        if (from == null || !text.endsWith("/")) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no prefix of addresses; write https://HOST/ or https://HOST/FOLDER/");
        }
        return new AddressPrefix(from);
    }

    /** Returns {@code address} when it lies under this prefix, else null. Compares parts: another host may begin like this one. */
    public URI under(String address) {
        URI asked = read(address);
        boolean here = asked != null
                && from.getScheme().equals(asked.getScheme())
                && from.getRawAuthority().equalsIgnoreCase(asked.getRawAuthority())
                && asked.getRawPath().startsWith(from.getRawPath());
        return here ? asked : null;
    }

    private static URI read(String text) {
        try {
            URI uri = new URI(text).normalize();
            boolean web = uri.getScheme() != null
                    && SCHEMES.contains(uri.getScheme())
                    && uri.getHost() != null
                    && uri.getRawPath() != null
                    && !uri.getRawPath().startsWith("/..");
            return web ? uri : null;
        } catch (URISyntaxException noAddress) {
            return null;
        }
    }

    @Override
    public String toString() {
        return from.toString();
    }
}

package io.sidetone.transport.carrier.auth;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;

/** The expected {@code Authorization} header (RFC 6750 section 2.1, RFC 7617). Immutable. */
final class Credentials {
    private final String scheme;
    private final String expected;

    private Credentials(String scheme, String expected) {
        this.scheme = scheme;
        this.expected = expected;
    }

    static Credentials bearer(String token) {
        return new Credentials("bearer ", token);
    }

    static Credentials basic(String user, String password) {
        return new Credentials(
                "basic ", Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8)));
    }

    /** Returns whether {@code authorization} is the expected header. */
    boolean valid(String authorization) {
        return authorization.toLowerCase(Locale.ROOT).startsWith(scheme)
                && Hmac.same(expected, authorization.substring(scheme.length()).strip());
    }
}

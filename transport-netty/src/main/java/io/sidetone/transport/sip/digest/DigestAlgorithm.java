package io.sidetone.transport.sip.digest;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The hash functions of digest authentication (RFC 8760 section 2), the preferred first. */
public enum DigestAlgorithm {
    /** FIPS 180-4, truncated SHA-512. */
    SHA_512_256("SHA-512-256", "SHA-512/256"),
    /** FIPS 180-4. */
    SHA_256("SHA-256", "SHA-256"),
    /** RFC 1321; broken for signatures, and the only one that many peers have. */
    MD5("MD5", "MD5");

    private final String token;
    private final String provider;

    DigestAlgorithm(String token, String provider) {
        this.token = token;
        this.provider = provider;
    }

    /** Returns the name in headers. */
    public String token() {
        return token;
    }

    /** Returns the algorithm with this name, compared without case, or null. */
    static DigestAlgorithm of(String name) {
        for (DigestAlgorithm each : values()) {
            if (each.token.equalsIgnoreCase(name)) {
                return each;
            }
        }
        return null;
    }

    /** Returns the hash of the parts joined by colons, in lower-case hexadecimal digits (RFC 7616 section 3.4.1). */
    String hash(String... parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance(provider);
            byte[] bytes = digest.digest(String.join(":", parts).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(bytes);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("this JVM lacks " + provider, impossible);
        }
    }

    /**
     * Returns the value that proves the password (RFC 7616 section 3.4.1).
     *
     * @param ha1 hash of user, realm and password
     * @param method of the request
     * @param uri the Request-URI as the credentials name it
     * @param count of the nonce, nc and cnonce; null for a challenge without qop
     */
    String response(String ha1, String method, String uri, String nonce, Count count) {
        String ha2 = hash(method, uri);
        return count == null ? hash(ha1, nonce, ha2) : hash(ha1, nonce, count.nc(), count.cnonce(), "auth", ha2);
    }

    /**
     * The client's part of a proof with qop.
     *
     * @param nc how often the nonce was used, eight hexadecimal digits
     * @param cnonce chosen by the client
     */
    record Count(String nc, String cnonce) {}
}

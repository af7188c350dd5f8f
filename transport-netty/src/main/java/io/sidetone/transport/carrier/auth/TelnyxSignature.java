package io.sidetone.transport.carrier.auth;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;

/** Telnyx's signature of webhooks: Ed25519 (RFC 8032) over a timestamp and the body. Immutable. */
final class TelnyxSignature {
    /** Time by which the timestamp may differ from now. */
    static final long TOLERANCE_SECONDS = 300;

    /** SubjectPublicKeyInfo of Ed25519 (RFC 8410) up to the 32 bytes of the key. */
    private static final byte[] PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

    private static final int KEY_BYTES = 32;

    private final PublicKey key;

    /** Creates it; {@code publicKey} is 32 bytes in Base64, as the portal shows them. */
    TelnyxSignature(String publicKey) {
        byte[] raw = Base64.getDecoder().decode(publicKey);
        if (raw.length != KEY_BYTES) {
            throw new IllegalArgumentException("an Ed25519 key has 32 bytes, this one " + raw.length);
        }
        byte[] encoded = new byte[PREFIX.length + KEY_BYTES];
        System.arraycopy(PREFIX, 0, encoded, 0, PREFIX.length);
        System.arraycopy(raw, 0, encoded, PREFIX.length, KEY_BYTES);
        try {
            key = KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded));
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("this is no Ed25519 key", e);
        }
    }

    /** Returns whether {@code timestamp} is near {@code epochSeconds}. */
    static boolean fresh(String timestamp, long epochSeconds) {
        return timestamp.matches("[0-9]{1,12}")
                && Math.abs(Long.parseLong(timestamp) - epochSeconds) <= TOLERANCE_SECONDS;
    }

    /** Returns the bytes of {@code signature}, which has several forms in Base64; empty when it is not Base64. */
    static byte[] decoded(String signature) {
        try {
            return Base64.getDecoder().decode(signature);
        } catch (IllegalArgumentException e) {
            // The caller refuses it like any other wrong signature.
            return new byte[0];
        }
    }

    /** Returns whether {@code signature} is that of {@code timestamp} and {@code body}. */
    boolean valid(byte[] signature, String timestamp, byte[] body) {
        try {
            Signature check = Signature.getInstance("Ed25519");
            check.initVerify(key);
            check.update((timestamp + "|").getBytes(StandardCharsets.UTF_8));
            check.update(body);
            return check.verify(signature);
        } catch (GeneralSecurityException e) {
            // A signature of the wrong length is wrong.
            return false;
        }
    }
}

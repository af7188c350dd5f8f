package io.sidetone.transport.rtp.srtp;

import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * HMAC-SHA1 (RFC 2104) on a digest that is used again and again: JCE's Mac allocates for every result. One thread at a
 * time.
 */
final class HmacSha1 {
    static final int BYTES = 20;

    private static final int BLOCK_BYTES = 64;

    private final MessageDigest sha1;
    private final byte[] inner = new byte[BLOCK_BYTES];
    private final byte[] outer = new byte[BLOCK_BYTES];
    private final byte[] result = new byte[BYTES];

    /** Creates it with a key of at most 64 bytes, which is copied. */
    HmacSha1(byte[] key) {
        for (int i = 0; i < BLOCK_BYTES; i++) {
            int octet = i < key.length ? key[i] : 0;
            inner[i] = (byte) (octet ^ 0x36);
            outer[i] = (byte) (octet ^ 0x5c);
        }
        try {
            sha1 = MessageDigest.getInstance("SHA-1");
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("this JVM has no SHA-1, which SRTP needs; run a complete JDK", missing);
        }
    }

    /** Returns the code of {@code message} followed by {@code trailer}; the array is valid until the next call. */
    byte[] of(byte[] message, int length, byte[] trailer, int trailerLength) {
        try {
            sha1.update(inner, 0, BLOCK_BYTES);
            sha1.update(message, 0, length);
            sha1.update(trailer, 0, trailerLength);
            sha1.digest(result, 0, BYTES);
            sha1.update(outer, 0, BLOCK_BYTES);
            sha1.update(result, 0, BYTES);
            sha1.digest(result, 0, BYTES);
            return result;
        } catch (DigestException impossible) {
            throw new IllegalStateException("SHA-1 failed", impossible);
        }
    }
}

package io.sidetone.transport.sip.digest;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.random.RandomGenerator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Nonces that need no memory: time, random number, and a MAC over both and the address of the one who is asked (RFC 7616
 * section 3.3). SIP event loop only.
 */
final class NonceIssuer {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int KEY_BYTES = 32;
    private static final int CLEAR_BYTES = 16;
    private static final int MAC_BYTES = 14;

    private final RandomGenerator random;
    private final long lifeNs;
    private final Mac mac;

    /**
     * Creates an issuer with a key of its own.
     *
     * @param random unpredictable
     * @param lifeNs how long a nonce may be used, in ns
     */
    NonceIssuer(RandomGenerator random, long lifeNs) {
        this.random = random;
        this.lifeNs = lifeNs;
        byte[] key = new byte[KEY_BYTES];
        random.nextBytes(key);
        try {
            mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("this JVM lacks " + ALGORITHM, impossible);
        }
    }

    /**
     * A nonce of ours.
     *
     * @param issuedNs when it was made
     * @param salt tells apart those of one instant
     */
    record Nonce(long issuedNs, long salt) {}

    /** Returns a new nonce for {@code peer}. */
    String issue(InetAddress peer, long nowNs) {
        byte[] bytes = new byte[CLEAR_BYTES + MAC_BYTES];
        ByteBuffer.wrap(bytes).putLong(nowNs).putLong(random.nextLong());
        System.arraycopy(mac(bytes, peer), 0, bytes, CLEAR_BYTES, MAC_BYTES);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Returns what the nonce says, or null when it is not ours, was another peer's, or is too old. */
    Nonce read(String nonce, InetAddress peer, long nowNs) {
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(nonce);
        } catch (IllegalArgumentException foreign) {
            return null;
        }
        if (bytes.length != CLEAR_BYTES + MAC_BYTES) {
            return null;
        }
        byte[] theirs = Arrays.copyOfRange(bytes, CLEAR_BYTES, bytes.length);
        byte[] ours = Arrays.copyOf(mac(bytes, peer), MAC_BYTES);
        ByteBuffer clear = ByteBuffer.wrap(bytes);
        Nonce read = new Nonce(clear.getLong(), clear.getLong());
        long ageNs = nowNs - read.issuedNs();
        return MessageDigest.isEqual(ours, theirs) && ageNs >= 0 && ageNs <= lifeNs ? read : null;
    }

    private byte[] mac(byte[] bytes, InetAddress peer) {
        mac.update(bytes, 0, CLEAR_BYTES);
        return mac.doFinal(peer.getAddress());
    }
}

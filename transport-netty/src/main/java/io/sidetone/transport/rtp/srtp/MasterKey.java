package io.sidetone.transport.rtp.srtp;

import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.Objects;
import java.util.random.RandomGenerator;

/** Master key and master salt of one direction (RFC 3711 section 3.2.1). Immutable; its text shows neither of them. */
public final class MasterKey {
    /** Bytes of the longest identifier (RFC 4568 section 6.1). */
    public static final int MAX_MKI_BYTES = 128;

    private static final byte[] NO_MKI = {};

    private final CryptoSuite suite;
    private final byte[] keyAndSalt;
    private final byte[] mki;

    private MasterKey(CryptoSuite suite, byte[] keyAndSalt, byte[] mki) {
        this.suite = suite;
        this.keyAndSalt = keyAndSalt;
        this.mki = mki;
    }

    /**
     * Takes a copy of key and salt.
     *
     * @throws IllegalArgumentException when the length is not the suite's
     */
    public static MasterKey of(CryptoSuite suite, byte[] keyAndSalt) {
        Objects.requireNonNull(suite, "suite");
        if (keyAndSalt.length != suite.keyAndSaltBytes()) {
            throw new IllegalArgumentException("key and salt of " + keyAndSalt.length + " bytes; " + suite + " has "
                    + suite.keyAndSaltBytes() + " (RFC 4568 section 6.2, RFC 7714 section 12)");
        }
        return new MasterKey(suite, keyAndSalt.clone(), NO_MKI);
    }

    /** Makes a new key; {@code random} must be unpredictable. */
    public static MasterKey random(CryptoSuite suite, RandomGenerator random) {
        byte[] bytes = new byte[suite.keyAndSaltBytes()];
        random.nextBytes(bytes);
        return new MasterKey(suite, bytes, NO_MKI);
    }

    /**
     * Returns this key with an identifier that each packet carries (RFC 3711 section 3.1).
     *
     * @param identifier at most {@link #MAX_MKI_BYTES}; empty for none
     */
    public MasterKey withMki(byte[] identifier) {
        if (identifier.length > MAX_MKI_BYTES) {
            throw new IllegalArgumentException(
                    "an MKI of " + identifier.length + " bytes; at most " + MAX_MKI_BYTES + " (RFC 4568 section 6.1)");
        }
        return new MasterKey(suite, keyAndSalt, identifier.clone());
    }

    /** Returns a copy of the identifier that each packet carries; empty for none. */
    public byte[] mki() {
        return mki.clone();
    }

    /** Returns the suite that the key is for. */
    public CryptoSuite suite() {
        return suite;
    }

    /** Returns key and salt in Base64, as session descriptions carry them. Secret. */
    public String base64() {
        return Base64.getEncoder().encodeToString(keyAndSalt);
    }

    /** Returns whether both have the same key, whatever salt and suite: packets of both would share a keystream. */
    public boolean sharesKeyWith(MasterKey other) {
        return MessageDigest.isEqual(key(), other.key());
    }

    byte[] key() {
        return Arrays.copyOf(keyAndSalt, suite.keyBytes());
    }

    byte[] salt() {
        return Arrays.copyOfRange(keyAndSalt, suite.keyBytes(), keyAndSalt.length);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MasterKey that
                && suite == that.suite
                && Arrays.equals(mki, that.mki)
                && MessageDigest.isEqual(keyAndSalt, that.keyAndSalt);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(keyAndSalt);
    }

    @Override
    public String toString() {
        return suite + " ***";
    }
}

package io.sidetone.transport.rtp.srtp;

import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

/**
 * AES in counter mode, made of single blocks: JCE's own counter mode allocates for every new counter. One thread at a
 * time.
 */
final class AesKeystream {
    static final int BLOCK_BYTES = 16;

    /** The two last bytes of a block count; packets are far shorter than 2^16 blocks. */
    private static final int COUNTER_OFFSET = 14;

    private final Cipher aes;
    private final byte[] counters;
    private final byte[] stream;

    /**
     * Creates a generator.
     *
     * @param key 16 bytes, copied
     * @param maxBytes the longest stretch of {@link #generate}, rounded up to whole blocks
     */
    AesKeystream(byte[] key, int maxBytes) {
        int bytes = (maxBytes + BLOCK_BYTES - 1) / BLOCK_BYTES * BLOCK_BYTES;
        counters = new byte[bytes];
        stream = new byte[bytes];
        try {
            aes = Cipher.getInstance("AES/ECB/NoPadding");
            aes.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"));
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("this JVM has no AES, which SRTP needs; run a complete JDK", missing);
        }
    }

    /**
     * Encrypts consecutive counter blocks.
     *
     * @param block 16 bytes; the last two are replaced by the counter
     * @param first counter of the first block
     * @param bytes how many bytes are needed
     * @return the keystream, valid until the next call
     */
    byte[] generate(byte[] block, int first, int bytes) {
        int length = 0;
        for (int counter = first; length < bytes; counter++) {
            System.arraycopy(block, 0, counters, length, COUNTER_OFFSET);
            counters[length + COUNTER_OFFSET] = (byte) (counter >> 8);
            counters[length + COUNTER_OFFSET + 1] = (byte) counter;
            length += BLOCK_BYTES;
        }
        try {
            aes.update(counters, 0, length, stream, 0);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("AES failed on whole blocks", impossible);
        }
        return stream;
    }

    /** Encrypts one block. */
    void encrypt(byte[] block, byte[] out) {
        try {
            aes.update(block, 0, BLOCK_BYTES, out, 0);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("AES failed on a whole block", impossible);
        }
    }
}

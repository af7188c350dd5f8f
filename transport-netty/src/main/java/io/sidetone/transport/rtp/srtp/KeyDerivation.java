package io.sidetone.transport.rtp.srtp;

import java.util.Arrays;

/**
 * Session keys from a master key (RFC 3711 section 4.3, key derivation rate 0). A salt of 12 bytes is filled up with zeros
 * on the right (RFC 7714 section 11).
 */
final class KeyDerivation {
    /** Purposes of session keys. */
    enum Label {
        RTP_ENCRYPTION,
        RTP_AUTHENTICATION,
        RTP_SALT,
        RTCP_ENCRYPTION,
        RTCP_AUTHENTICATION,
        RTCP_SALT
    }

    private static final int LABEL_OFFSET = 7;

    private final AesKeystream stream;
    private final byte[] salt;

    KeyDerivation(MasterKey master) {
        stream = new AesKeystream(master.key(), 2 * AesKeystream.BLOCK_BYTES);
        salt = Arrays.copyOf(master.salt(), AesKeystream.BLOCK_BYTES);
    }

    /** Returns the session key of {@code label}, at most 32 bytes. */
    byte[] derive(Label label, int bytes) {
        byte[] block = salt.clone();
        block[LABEL_OFFSET] ^= (byte) label.ordinal();
        return Arrays.copyOf(stream.generate(block, 0, bytes), bytes);
    }
}

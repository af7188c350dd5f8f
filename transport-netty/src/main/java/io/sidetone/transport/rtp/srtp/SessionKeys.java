package io.sidetone.transport.rtp.srtp;

import io.sidetone.transport.rtp.srtp.KeyDerivation.Label;

/** Makes the two ciphers of one direction from its master key. */
final class SessionKeys {
    private final MasterKey master;
    private final KeyDerivation derivation;

    SessionKeys(MasterKey master) {
        this.master = master;
        this.derivation = new KeyDerivation(master);
    }

    PacketCipher rtp() {
        return cipher(
                Label.RTP_ENCRYPTION,
                Label.RTP_AUTHENTICATION,
                Label.RTP_SALT,
                master.suite().rtpTagBytes());
    }

    PacketCipher rtcp() {
        return cipher(
                Label.RTCP_ENCRYPTION,
                Label.RTCP_AUTHENTICATION,
                Label.RTCP_SALT,
                master.suite().rtcpTagBytes());
    }

    private PacketCipher cipher(Label encryption, Label authentication, Label salt, int tagBytes) {
        byte[] key = derivation.derive(encryption, CryptoSuite.KEY_BYTES);
        byte[] sessionSalt = derivation.derive(salt, master.suite().saltBytes());
        return switch (master.suite()) {
            case AEAD_AES_128_GCM -> new GaloisCounterCipher(key, sessionSalt);
            case AES_CM_128_HMAC_SHA1_80, AES_CM_128_HMAC_SHA1_32 ->
                new CounterModeCipher(
                        key,
                        derivation.derive(authentication, CounterModeCipher.AUTHENTICATION_KEY_BYTES),
                        sessionSalt,
                        tagBytes);
        };
    }
}

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
        byte[] key = derivation.derive(encryption, master.suite().keyBytes());
        byte[] sessionSalt = derivation.derive(salt, master.suite().saltBytes());
        boolean sealed = master.suite().sealed();
        PacketCipher cipher = sealed
                ? new GaloisCounterCipher(key, sessionSalt)
                : new CounterModeCipher(
                        key,
                        derivation.derive(authentication, CounterModeCipher.AUTHENTICATION_KEY_BYTES),
                        sessionSalt,
                        tagBytes);
        byte[] mki = master.mki();
        return mki.length == 0 ? cipher : new IdentifiedCipher(cipher, mki, sealed ? 0 : tagBytes);
    }
}

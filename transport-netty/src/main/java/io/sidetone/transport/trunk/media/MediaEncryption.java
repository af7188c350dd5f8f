package io.sidetone.transport.trunk.media;

import io.sidetone.transport.rtp.srtp.MasterKey;
import io.sidetone.transport.sip.sdp.SdpCrypto;
import io.sidetone.transport.sip.sdp.SrtpPolicy;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/**
 * Encryption of the media of a trunk's calls.
 *
 * @param policy whether
 * @param overPlainSignalling whether keys may travel in SIP messages that are not encrypted, where everybody on the way
 *     can read them
 */
public record MediaEncryption(SrtpPolicy policy, boolean overPlainSignalling) {
    /** No encryption. */
    public static final MediaEncryption OFF = new MediaEncryption(SrtpPolicy.OFF, false);

    /**
     * Returns the crypto of a new dialog.
     *
     * @param encryptedSignalling whether nobody can read its messages now; asked for each offer and answer
     * @param random must be unpredictable
     */
    public SdpCrypto crypto(BooleanSupplier encryptedSignalling, RandomGenerator random) {
        return new SdpCrypto(
                policy,
                () -> overPlainSignalling || encryptedSignalling.getAsBoolean(),
                suite -> MasterKey.random(suite, random));
    }
}

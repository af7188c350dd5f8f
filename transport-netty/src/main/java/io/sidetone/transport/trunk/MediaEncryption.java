package io.sidetone.transport.trunk;

import io.sidetone.transport.rtp.srtp.MasterKey;
import io.sidetone.transport.sip.endpoint.SipTransport;
import io.sidetone.transport.sip.sdp.SdpCrypto;
import io.sidetone.transport.sip.sdp.SrtpPolicy;
import java.util.random.RandomGenerator;

/**
 * How the media of a trunk's calls is encrypted.
 *
 * @param policy whether
 * @param overPlainSignalling whether keys may travel in SIP messages that are not encrypted, where everybody on the way
 *     can read them
 */
public record MediaEncryption(SrtpPolicy policy, boolean overPlainSignalling) {
    /** No encryption. */
    public static final MediaEncryption OFF = new MediaEncryption(SrtpPolicy.OFF, false);

    /** Returns whether session descriptions over {@code signalling} may carry keys. */
    boolean allowsKeys(SipTransport signalling) {
        return overPlainSignalling || signalling.encrypted();
    }

    /** Returns the crypto of a new dialog over {@code signalling}; {@code random} must be unpredictable. */
    public SdpCrypto crypto(SipTransport signalling, RandomGenerator random) {
        return new SdpCrypto(policy, allowsKeys(signalling), suite -> MasterKey.random(suite, random));
    }
}

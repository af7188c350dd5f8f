package io.sidetone.transport.trunk;

import io.netty.channel.EventLoop;
import io.sidetone.transport.rtp.RtpEndpoint;
import io.sidetone.transport.sip.sdp.LocalMedia;
import io.sidetone.transport.sip.sdp.SdpCodec;
import io.sidetone.transport.sip.sdp.SdpCrypto;
import io.sidetone.transport.sip.sdp.SdpNegotiator;
import io.sidetone.transport.sip.sdp.SdpSession;
import io.sidetone.transport.trunk.media.DtmfPolicy;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Terms that calls are made with, by the name of their trunk: null for calls without one. SIP event loop only. */
final class TrunkTerms {
    private final SipTrunkSettings settings;
    private final EventLoop loop;
    private final RandomGenerator random;
    private final LongSupplier clock;
    private final Supplier<Referrals> referrals;
    private final CallTransfer.Joins joins;

    TrunkTerms(
            SipTrunkSettings settings,
            EventLoop loop,
            RandomGenerator random,
            LongSupplier clock,
            Supplier<Referrals> referrals,
            CallTransfer.Joins joins) {
        this.settings = settings;
        this.loop = loop;
        this.random = random;
        this.clock = clock;
        this.referrals = referrals;
        this.joins = joins;
    }

    TrunkProfile profile(String trunk) {
        return settings.profiles().of(trunk);
    }

    /** Returns where a call takes place. */
    TrunkCall.Site site(String trunk) {
        return new TrunkCall.Site(
                trunk, profile(trunk), loop, clock, settings.digitMs(), settings.opus(), referrals, joins);
    }

    /**
     * Returns how media may be encrypted.
     *
     * @param encryptedSignalling whether nobody can read the call's messages now
     */
    SdpCrypto crypto(String trunk, BooleanSupplier encryptedSignalling) {
        return profile(trunk).encryption().crypto(encryptedSignalling, random);
    }

    /** Returns who describes our media; null where it must be encrypted and its keys may not go that way. */
    SdpNegotiator describe(
            String trunk, BooleanSupplier encryptedSignalling, RtpEndpoint endpoint, List<SdpCodec> ours) {
        SdpCrypto crypto = crypto(trunk, encryptedSignalling);
        return crypto.impossible() == null ? negotiator(trunk, endpoint, ours, crypto) : null;
    }

    /** Returns who describes our media with {@code crypto}. */
    SdpNegotiator negotiator(String trunk, RtpEndpoint endpoint, List<SdpCodec> ours, SdpCrypto crypto) {
        LocalMedia local = LocalMedia.of(
                endpoint.address().advertise(), endpoint.localRtp().getPort(), ours);
        boolean tones = profile(trunk).dtmf() == DtmfPolicy.IN_BAND;
        return new SdpNegotiator(
                tones ? local.withoutTelephoneEvents() : local, new SdpSession(random.nextLong()), crypto);
    }
}

package io.sidetone.transport.trunk;

import io.netty.channel.EventLoop;
import io.sidetone.core.call.CallId;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.facts.NumberPlan;
import io.sidetone.core.fence.Token;
import io.sidetone.core.lane.Admission;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.Lanes;
import io.sidetone.transport.rtp.LaneMediaSink;
import io.sidetone.transport.rtp.RtpCall;
import io.sidetone.transport.rtp.RtpEndpoint;
import io.sidetone.transport.rtp.RtpEndpoints;
import io.sidetone.transport.rtp.RtpPortsException;
import io.sidetone.transport.rtp.receive.OtherSources;
import io.sidetone.transport.rtp.stats.RtpStatistics;
import io.sidetone.transport.sip.endpoint.Cidr;
import io.sidetone.transport.sip.endpoint.SourcePolicy;
import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.sdp.AudioCodec;
import io.sidetone.transport.sip.sdp.LocalMedia;
import io.sidetone.transport.sip.sdp.SdpCrypto;
import io.sidetone.transport.sip.sdp.SdpDirection;
import io.sidetone.transport.sip.sdp.SdpNegotiator;
import io.sidetone.transport.sip.sdp.SdpOutcome;
import io.sidetone.transport.sip.sdp.SdpParseException;
import io.sidetone.transport.sip.sdp.SdpSession;
import io.sidetone.transport.sip.sdp.SessionDescription;
import io.sidetone.transport.sip.ua.CallState;
import io.sidetone.transport.sip.ua.IncomingCall;
import io.sidetone.transport.sip.ua.SipLadder;
import io.sidetone.transport.sip.ua.SipUserAgentListener;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes calls from SIP trunks: INVITE → agent → admission → media port → lane. SIP event loop only, except what says
 * otherwise.
 */
public final class SipTrunk implements SipUserAgentListener {
    private static final Logger LOG = LoggerFactory.getLogger(SipTrunk.class);

    /** Discard port: only asks whether an offer could be answered, before anything is opened for it. */
    private static final int PROBE_PORT = 9;

    /** How long a digit of ours is pressed unless something else was said. */
    private static final int DEFAULT_DIGIT_MS = 100;

    private static final String RETRY_AFTER_S = "5";

    private final Lanes lanes;
    private final RtpEndpoints media;
    private final CallRouter router;
    private final SourcePolicy sources;
    private final InetAddress advertise;
    private final IntSupplier retryAfterSeconds;
    private final RandomGenerator random;
    private final LongSupplier clock;
    private final LongSupplier wallClock;
    private final Map<String, TrunkCall> calls = new ConcurrentHashMap<>();
    private EventLoop loop;
    private int digitMs = DEFAULT_DIGIT_MS;
    private Function<String, List<AudioCodec>> codecs = trunk -> List.of(AudioCodec.values());
    private Function<String, MediaEncryption> encryption = trunk -> MediaEncryption.OFF;
    private Function<String, NumberPlan> numbers = trunk -> NumberPlan.UNKNOWN;
    private Function<String, List<SipHeader>> headers = trunk -> List.of();

    /**
     * A call that may come in.
     *
     * @param offer or null: then we offer
     * @param codecs what it may have, in the order we prefer
     * @param sampleRateHz of its frames
     */
    private record Invited(
            IncomingCall sip, CallPlan plan, SessionDescription offer, List<AudioCodec> codecs, int sampleRateHz) {}

    /**
     * Creates a trunk.
     *
     * @param advertise media address our session descriptions carry
     * @param retryAfterSeconds 0 while calls are welcome
     * @param random unpredictable: ids and seeds come from it; SIP event loop only
     * @param clock monotonic, ns
     * @param wallClock ms since 1970
     */
    public SipTrunk(
            Lanes lanes,
            RtpEndpoints media,
            CallRouter router,
            SourcePolicy sources,
            InetAddress advertise,
            IntSupplier retryAfterSeconds,
            RandomGenerator random,
            LongSupplier clock,
            LongSupplier wallClock) {
        this.lanes = lanes;
        this.media = media;
        this.router = router;
        this.sources = sources;
        this.advertise = advertise;
        this.retryAfterSeconds = retryAfterSeconds;
        this.random = random;
        this.clock = clock;
        this.wallClock = wallClock;
    }

    /** Sets which loop the user agent runs on; before the first call. */
    public void runsOn(EventLoop sipLoop) {
        loop = sipLoop;
    }

    /** Says how long a digit of ours is pressed, 40 to 8000 ms; before the first call. */
    public void digitLength(int ms) {
        digitMs = ms;
    }

    /** Says which codecs a call may have by the name of its trunk, null for none; before the first call. */
    public void codecs(Function<String, List<AudioCodec>> ofTrunk) {
        codecs = ofTrunk;
    }

    /** Says how a call is encrypted by the name of its trunk, null for none; before the first call. */
    public void encryption(Function<String, MediaEncryption> ofTrunk) {
        encryption = ofTrunk;
    }

    /** Says how the peers of a trunk write numbers, by its name, null for none; before the first call. */
    public void numbers(Function<String, NumberPlan> ofTrunk) {
        numbers = ofTrunk;
    }

    /** Says which headers of ours answers on a trunk have, by its name, null for none; before the first call. */
    public void headers(Function<String, Map<String, String>> ofTrunk) {
        headers = ofTrunk.andThen(SipHeader::of);
    }

    @Override
    public int retryAfterSeconds() {
        return retryAfterSeconds.getAsInt();
    }

    @Override
    public void onInvite(IncomingCall sip, long nowNs) {
        String called = sip.requestUri().user() == null ? "" : sip.requestUri().user();
        CallPlan plan = router.route(called, sip::header);
        if (plan == null) {
            sip.reject(404, null);
            return;
        }
        SessionDescription offer = null;
        if (sip.remoteOffer() != null) {
            try {
                offer = SessionDescription.parse(sip.remoteOffer());
            } catch (SdpParseException bad) {
                sip.reject(400, "Bad Session Description");
                return;
            }
        }
        Invited invited = invited(sip, plan, offer);
        if (invited == null) {
            return;
        }
        Admission admission = lanes.claim();
        if (admission == null) {
            sip.reject(503, null, new SipHeader("Retry-After", RETRY_AFTER_S));
            return;
        }
        sip.ringing();
        openMedia(invited, admission);
    }

    /** Returns null when the offer cannot be answered, which has been said. */
    private Invited invited(IncomingCall sip, CallPlan plan, SessionDescription offer) {
        List<AudioCodec> ours = codecs.apply(sip.flow().trunk());
        SdpCrypto crypto = crypto(sip);
        if (crypto.impossible() != null) {
            refuse(sip, SdpOutcome.Refused.protocol(crypto.impossible()));
            return null;
        }
        if (offer == null) {
            // The lane opens before the answer to our offer: what we offer then is of one rate, the one all phones
            // have.
            int rateHz = ours.stream().mapToInt(AudioCodec::sampleRateHz).min().orElseThrow();
            List<AudioCodec> narrow =
                    ours.stream().filter(c -> c.sampleRateHz() == rateHz).toList();
            return new Invited(sip, plan, null, narrow, rateHz);
        }
        SdpOutcome probe = new SdpNegotiator(LocalMedia.of(advertise, PROBE_PORT, ours), new SdpSession(0), crypto)
                .answer(offer, SdpDirection.SENDRECV);
        if (probe instanceof SdpOutcome.Agreed agreed) {
            return new Invited(
                    sip, plan, offer, ours, agreed.agreement().codec().sampleRateHz());
        }
        refuse(sip, (SdpOutcome.Refused) probe);
        return null;
    }

    private static void refuse(IncomingCall sip, SdpOutcome.Refused refused) {
        sip.reject(refused.statusCode(), null, new SipHeader("Warning", refused.warning("sidetone")));
    }

    private SdpCrypto crypto(IncomingCall sip) {
        return encryption.apply(sip.flow().trunk()).crypto(sip.flow().transport(), random);
    }

    private void openMedia(Invited invited, Admission admission) {
        IncomingCall sip = invited.sip();
        LaneMediaSink sink = new LaneMediaSink(
                admission.publisher(),
                nowNs -> admission.publisher().publish(LaneEventType.ANSWERED, Token.NONE, 0, 0, null, nowNs));
        RtpCall call = new RtpCall(
                admission.handle(), admission.lane(), invited.sampleRateHz(), admission.fence(), sink, who -> admission
                        .publisher()
                        .publish(LaneEventType.RELEASED, Token.NONE, 0, 0, who, clock.getAsLong()));
        media.open(call)
                .whenComplete((endpoint, failure) -> loop.execute(() -> {
                    if (failure != null) {
                        if (!(failure instanceof RtpPortsException none && none.exhausted())) {
                            LOG.warn("SIP {}: no media port: {}", sip.callId(), failure.getMessage());
                        }
                        lanes.abandon(admission);
                        sip.reject(503, null, new SipHeader("Retry-After", RETRY_AFTER_S));
                    } else if (sip.state() == CallState.ENDED) {
                        endpoint.close();
                        lanes.abandon(admission);
                    } else {
                        open(invited, admission, endpoint);
                    }
                }));
    }

    private void open(Invited invited, Admission admission, RtpEndpoint endpoint) {
        IncomingCall sip = invited.sip();
        CallPlan plan = invited.plan();
        SessionDescription offer = invited.offer();
        LocalMedia local = LocalMedia.of(advertise, endpoint.localRtp().getPort(), invited.codecs());
        SdpNegotiator negotiator = new SdpNegotiator(local, new SdpSession(random.nextLong()), crypto(sip));
        SourcePolicy.Trunk trunk = sources.trunk(sip.flow().trunk());
        String callId = CallId.next(wallClock.getAsLong(), random);
        TrunkCall call = new TrunkCall(
                sip,
                admission,
                endpoint,
                negotiator,
                new TrunkCall.Site(
                        loop,
                        clock,
                        sip.flow().remote().getAddress(),
                        others(trunk),
                        digitMs,
                        headers.apply(sip.flow().trunk())),
                plan.answerAfterMs(),
                () -> calls.remove(callId));
        if (offer != null && negotiator.answer(offer, SdpDirection.SENDRECV) instanceof SdpOutcome.Agreed agreed) {
            call.agreed(agreed);
        }
        calls.put(callId, call);
        sip.listener(call);
        long nowNs = clock.getAsLong();
        InviteFacts said =
                new InviteFacts(sip, trunk != null, numbers.apply(sip.flow().trunk()));
        CallSetup setup = plan.setup(
                new CallPlan.Identity(
                        callId,
                        sip.callId(),
                        "sip-" + sip.flow().transport().name().toLowerCase(java.util.Locale.ROOT),
                        said.from(),
                        String.valueOf(sip.requestUri()),
                        said.facts()),
                endpoint,
                call,
                random.nextLong(),
                wallClock.getAsLong(),
                nowNs);
        admission.publisher().publish(LaneEventType.OPEN, Token.NONE, 0, 0, setup, nowNs);
    }

    /** Where the media of a trunk may come from besides the addresses of its SDP and signalling. */
    private static OtherSources others(SourcePolicy.Trunk trunk) {
        if (trunk == null || !trunk.nat()) {
            return OtherSources.NONE;
        }
        List<Cidr> networks = trunk.mediaNetworks();
        return networks.isEmpty()
                ? OtherSources.ANY
                : address -> networks.stream().anyMatch(network -> network.contains(address));
    }

    /** The SIP messages of a live call, or null. Any thread. */
    public SipLadder ladder(String callId) {
        TrunkCall call = calls.get(callId);
        return call == null ? null : call.ladder();
    }

    /** The media of a live call, or null. Any thread. */
    public RtpStatistics statistics(String callId) {
        TrunkCall call = calls.get(callId);
        return call == null ? null : call.statistics();
    }
}

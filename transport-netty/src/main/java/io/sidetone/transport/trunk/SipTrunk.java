package io.sidetone.transport.trunk;

import io.netty.channel.EventLoop;
import io.netty.util.NetUtil;
import io.sidetone.core.call.CallId;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.call.plan.AnswerVerdict;
import io.sidetone.core.call.plan.CallPlan;
import io.sidetone.core.call.plan.RingingCall;
import io.sidetone.core.facts.NumberPlan;
import io.sidetone.core.fence.Token;
import io.sidetone.core.lane.Admission;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.Lanes;
import io.sidetone.transport.capture.CallTap;
import io.sidetone.transport.refusal.RefusalCause;
import io.sidetone.transport.refusal.RefusedCall;
import io.sidetone.transport.rtp.FarMedia;
import io.sidetone.transport.rtp.LaneMediaSink;
import io.sidetone.transport.rtp.MediaAddress;
import io.sidetone.transport.rtp.RtpCall;
import io.sidetone.transport.rtp.RtpEndpoint;
import io.sidetone.transport.rtp.RtpPortsException;
import io.sidetone.transport.rtp.stats.RtpStatistics;
import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.sdp.LocalMedia;
import io.sidetone.transport.sip.sdp.SdpCodec;
import io.sidetone.transport.sip.sdp.SdpCrypto;
import io.sidetone.transport.sip.sdp.SdpDirection;
import io.sidetone.transport.sip.sdp.SdpNegotiator;
import io.sidetone.transport.sip.sdp.SdpOutcome;
import io.sidetone.transport.sip.sdp.SdpParseException;
import io.sidetone.transport.sip.sdp.SdpSession;
import io.sidetone.transport.sip.sdp.SessionDescription;
import io.sidetone.transport.sip.source.SourcePolicy;
import io.sidetone.transport.sip.ua.CallState;
import io.sidetone.transport.sip.ua.IncomingCall;
import io.sidetone.transport.sip.ua.SipLadder;
import io.sidetone.transport.sip.ua.SipUserAgentListener;
import io.sidetone.transport.trunk.media.MediaNegotiation;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
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

    private static final String RETRY_AFTER_S = "5";
    private static final int MOVED = 302;

    private final TrunkServices services;
    private final Lanes lanes;
    private final SourcePolicy sources;
    private final List<MediaAddress> addresses;
    private final EventLoop loop;
    private final RandomGenerator random;
    private final LongSupplier clock;
    private final Map<String, TrunkCall> calls = new ConcurrentHashMap<>();
    private final TrunkLoad load;
    private final TrunkTerms terms;
    private volatile BiConsumer<String, RtpStatistics> ended = (trunk, media) -> {};
    private volatile BiFunction<String, SipUri, String> referrable = (trunk, target) -> "nobody is called here";
    private volatile LegPlacer placer;
    private Referrals referrals;

    /**
     * A call that may come in.
     *
     * @param offer or null: then we offer
     * @param codecs what it may have, in the order we prefer
     * @param sampleRateHz of its frames
     * @param far what the offer says of the caller's media; null without an offer
     * @param address where its media is received: of the kind that the offer has
     */
    private record Invited(
            IncomingCall sip,
            SessionDescription offer,
            List<SdpCodec> codecs,
            int sampleRateHz,
            FarMedia far,
            MediaAddress address) {}

    /**
     * Creates a trunk.
     *
     * @param loop the one that the user agent runs on
     * @param random unpredictable: ids and seeds come from it; SIP event loop only
     * @param clock monotonic, ns
     */
    public SipTrunk(
            TrunkServices services,
            SipTrunkSettings settings,
            SourcePolicy sources,
            EventLoop loop,
            RandomGenerator random,
            LongSupplier clock) {
        this.services = services;
        this.lanes = services.lanes();
        this.sources = sources;
        this.addresses = settings.addresses();
        this.loop = loop;
        this.random = random;
        this.clock = clock;
        this.load = new TrunkLoad(settings.profiles());
        this.terms = new TrunkTerms(settings, loop, random, clock, () -> referrals, new Others());
    }

    /** Says who hears of the media of each call at its end, with the name of its trunk or null. Any thread. */
    public void onMediaEnded(BiConsumer<String, RtpStatistics> listener) {
        ended = listener;
    }

    @Override
    public int retryAfterSeconds() {
        return services.retryAfterSeconds().getAsInt();
    }

    /** Says why a peer of a trunk may not have us call somebody by REFER; empty where it may. Any thread. */
    public void referrals(BiFunction<String, SipUri, String> refusal) {
        referrable = refusal;
    }

    /** Says who places the second leg of a call whose lines are joined here. Any thread. */
    public void secondLegs(LegPlacer legs) {
        placer = legs;
    }

    @Override
    public void onInvite(IncomingCall sip, long nowNs) {
        if (sip.replaces() != null) {
            replace(sip);
            return;
        }
        if (calls.containsKey(OutboundTrunkCall.callIdOf(sip.callId()))) {
            LOG.warn("A call of ours came back to us: {}; it is refused as a loop", sip.callId());
            sip.reject(482, null);
            return;
        }
        String called = sip.requestUri().user() == null ? "" : sip.requestUri().user();
        CallPlan plan = services.router().route(called, sip::header);
        boolean asked = services.hook().concerns(sip.flow().trunk(), plan);
        if (plan == null && !asked) {
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
        Invited invited = invited(sip, offer);
        if (invited == null) {
            return;
        }
        Admission admission = load.full(sip.flow().trunk()) ? null : lanes.claim();
        if (admission == null) {
            sip.reject(503, null, new SipHeader("Retry-After", RETRY_AFTER_S));
            return;
        }
        sip.ringing();
        RingingCall ringing = ringing(sip, plan);
        if (asked) {
            services.hook().ask(ringing, verdict -> loop.execute(() -> decided(invited, ringing, verdict, admission)));
        } else {
            openMedia(invited, ringing, admission);
        }
    }

    private RingingCall ringing(IncomingCall sip, CallPlan plan) {
        return new RingingCall(
                identity(sip.invite(), sip.flow(), sip.remoteOffer()),
                sip.flow().trunk(),
                plan);
    }

    private CallPlan.Identity identity(SipRequest invite, SipFlow flow, byte[] offer) {
        boolean trusted = sources.trunk(flow.trunk()) != null;
        NumberPlan numbers = terms.profile(flow.trunk()).numbers();
        return new InviteFacts(invite, flow, offer, trusted, numbers)
                .identity(CallId.next(services.wallClock().getAsLong(), random));
    }

    @Override
    public void onRefused(RefusedInvite refused) {
        SipRequest invite = refused.invite();
        RefusalCause cause = RefusalCause.of(refused.status());
        String called =
                invite.requestUri().user() == null ? "" : invite.requestUri().user();
        CallPlan plan =
                cause == RefusalCause.NO_AGENT ? null : services.router().route(called, invite::header);
        services.refusals()
                .refused(new RefusedCall(
                        identity(invite, refused.flow(), refused.offer()),
                        services.wallClock().getAsLong(),
                        refused.atNs(),
                        NetUtil.toAddressString(refused.flow().source().getAddress()),
                        plan == null ? "" : plan.agent(),
                        refused.status(),
                        cause,
                        cause.words() + " (" + refused.status() + " " + refused.reason() + ")",
                        refused.ladder()));
    }

    /** The call may have ended meanwhile: the caller hung up, or it rang too long. */
    private void decided(Invited invited, RingingCall ringing, AnswerVerdict verdict, Admission admission) {
        IncomingCall sip = invited.sip();
        boolean rings = sip.state() != CallState.ENDED;
        if (rings && verdict instanceof AnswerVerdict.Take take) {
            openMedia(invited, ringing.taken(take), admission);
            return;
        }
        lanes.abandon(admission);
        if (rings && verdict instanceof AnswerVerdict.Refuse refused) {
            sip.reject(refused.status(), refused.reason());
        } else if (rings && verdict instanceof AnswerVerdict.Redirect redirect) {
            sip.reject(MOVED, null, new SipHeader("Contact", '<' + redirect.target() + '>'));
        }
    }

    /** The call that is replaced goes on with its agent and its media port, at the rate that it has. */
    private void replace(IncomingCall sip) {
        TrunkCall call = calls.values().stream()
                .filter(each -> each.stands(sip.replaces()))
                .findFirst()
                .orElse(null);
        if (call == null) {
            sip.reject(481, null);
            return;
        }
        SdpCrypto crypto = crypto(sip);
        if (crypto.impossible() != null) {
            refuse(sip, SdpOutcome.Refused.protocol(crypto.impossible()));
            return;
        }
        List<SdpCodec> ours = SdpCodec.sameRateFirst(
                terms.profile(sip.flow().trunk()).codecs(), call.media().sampleRateHz());
        call.replacedBy(sip, terms.negotiator(sip.flow().trunk(), call.media(), ours, crypto));
    }

    /** Returns null when the offer cannot be answered, which has been said. */
    private Invited invited(IncomingCall sip, SessionDescription offer) {
        List<SdpCodec> ours = terms.profile(sip.flow().trunk()).codecs();
        SdpCrypto crypto = crypto(sip);
        if (crypto.impossible() != null) {
            refuse(sip, SdpOutcome.Refused.protocol(crypto.impossible()));
            return null;
        }
        if (offer == null) {
            // The lane opens before the answer to our offer: what we offer then is of one rate, the one all phones
            // have.
            List<SdpCodec> narrow = SdpCodec.ofLowestRate(ours);
            return new Invited(sip, null, narrow, narrow.get(0).sampleRateHz(), null, addresses.get(0));
        }
        SdpOutcome.Refused refusal = null;
        for (MediaAddress address : addresses) {
            SdpOutcome probe = new SdpNegotiator(
                            LocalMedia.of(address.advertise(), PROBE_PORT, ours), new SdpSession(0), crypto)
                    .answer(offer, SdpDirection.SENDRECV);
            if (probe instanceof SdpOutcome.Agreed agreed) {
                FarMedia far = MediaNegotiation.far(
                        agreed.agreement(),
                        sip.flow().remote().getAddress(),
                        terms.profile(sip.flow().trunk()).mediaSources());
                int rateHz = agreed.agreement().codec().sampleRateHz();
                return new Invited(sip, offer, ours, rateHz, far, address);
            }
            refusal = refusal == null ? (SdpOutcome.Refused) probe : refusal;
        }
        refuse(sip, refusal);
        return null;
    }

    private static void refuse(IncomingCall sip, SdpOutcome.Refused refused) {
        LOG.info("SIP {}: refused with {}: {}", sip.callId(), refused.statusCode(), refused.reason());
        sip.reject(refused.statusCode(), null, warning(refused));
    }

    /** Says in words why a description was refused. */
    static SipHeader warning(SdpOutcome.Refused refused) {
        return new SipHeader("Warning", refused.warning("sidetone"));
    }

    private SdpCrypto crypto(IncomingCall sip) {
        // Answers go back where requests came from, requests of ours may take another way.
        return terms.crypto(
                sip.flow().trunk(),
                () -> sip.flow().transport().encrypted() && sip.way().encrypted());
    }

    private void openMedia(Invited invited, RingingCall ringing, Admission admission) {
        IncomingCall sip = invited.sip();
        LongConsumer onFirstMedia =
                nowNs -> admission.publisher().publish(LaneEventType.ANSWERED, Token.NONE, 0, 0, null, nowNs);
        String callId = ringing.identity().callId();
        openMedia(
                callId, admission, invited.sampleRateHz(), invited.far(), invited.address(), onFirstMedia, endpoint -> {
                    if (endpoint == null) {
                        sip.reject(503, null, new SipHeader("Retry-After", RETRY_AFTER_S));
                    } else if (sip.state() == CallState.ENDED) {
                        endpoint.close();
                        lanes.abandon(admission);
                    } else {
                        open(invited, ringing, admission, endpoint);
                    }
                });
    }

    /**
     * Opens a media port.
     *
     * @param callId names the call in the log
     * @param far what is known of the peer's media, or null
     * @param address where it is received; null for the usual one
     * @param opened takes it, or null when there is none: then the admission is given back
     */
    void openMedia(
            String callId,
            Admission admission,
            int sampleRateHz,
            FarMedia far,
            MediaAddress address,
            LongConsumer onFirstMedia,
            Consumer<RtpEndpoint> opened) {
        RtpCall call = new RtpCall(
                admission.handle(),
                admission.lane(),
                sampleRateHz,
                admission.fence(),
                new LaneMediaSink(callId, admission.publisher(), onFirstMedia),
                who -> admission.publisher().publish(LaneEventType.RELEASED, Token.NONE, 0, 0, who, clock.getAsLong()),
                address == null ? addresses.get(0) : address);
        services.media()
                .open(call, far)
                .whenComplete((endpoint, failure) -> loop.execute(() -> {
                    if (failure != null) {
                        if (!(failure instanceof RtpPortsException none && none.exhausted())) {
                            LOG.warn("No media port for a call: {}", failure.getMessage());
                        }
                        lanes.abandon(admission);
                    }
                    opened.accept(failure == null ? endpoint : null);
                }));
    }

    private void open(Invited invited, RingingCall ringing, Admission admission, RtpEndpoint endpoint) {
        IncomingCall sip = invited.sip();
        CallPlan plan = ringing.plan();
        SessionDescription offer = invited.offer();
        SdpNegotiator negotiator = terms.negotiator(sip.flow().trunk(), endpoint, invited.codecs(), crypto(sip));
        String trunk = sip.flow().trunk();
        String callId = ringing.identity().callId();
        InboundTrunkCall call = new InboundTrunkCall(
                callId,
                sip,
                admission,
                endpoint,
                negotiator,
                terms.site(trunk),
                plan.answerAfterMs(),
                terms.profile(trunk).answer(),
                () -> forget(callId));
        if (offer != null && negotiator.answer(offer, SdpDirection.SENDRECV) instanceof SdpOutcome.Agreed agreed) {
            call.agreed(agreed);
        }
        sip.listener(call);
        long nowNs = clock.getAsLong();
        CallSetup setup = plan.setup(
                ringing.identity(),
                endpoint,
                call,
                random.nextLong(),
                services.wallClock().getAsLong(),
                nowNs);
        CallObserver observer = call.observer();
        open(
                call,
                admission,
                observer == null ? setup : setup.withClient(setup.line().buffering(), observer));
    }

    /** The other calls, as far as a transfer needs them. */
    private final class Others implements CallTransfer.Joins {
        @Override
        public TrunkCall standing(String callId) {
            TrunkCall call = calls.get(callId);
            return call != null && call.standing() ? call : null;
        }

        @Override
        public LegPlacer placer() {
            return placer;
        }
    }

    /** Returns whether {@code trunk} carries as many calls as it may. */
    boolean full(String trunk) {
        return load.full(trunk);
    }

    /** Hands a call to its lane. */
    void open(TrunkCall call, Admission admission, CallSetup setup) {
        load.began(call.trunk());
        if (services.wire() != null) {
            CallTap tap = services.wire().call(setup.who().callId());
            call.tappedBy(tap);
            services.wire().began(tap, setup.who());
        }
        calls.put(setup.who().callId(), call);
        admission
                .publisher()
                .publish(
                        LaneEventType.OPEN, Token.NONE, 0, 0, setup, setup.who().epochNs());
    }

    /** The call is over. */
    void forget(String callId) {
        TrunkCall call = calls.remove(callId);
        if (call != null) {
            load.ended(call.trunk());
            ended.accept(call.trunk(), call.statistics());
            if (call.tap() != null) {
                call.tap().over();
            }
        }
    }

    /** Calls go out by {@code way} from now on; before the first call. */
    OutboundCalls reaches(OutboundRoute way) {
        referrals = new Referrals(way, terms, (name, target) -> referrable.apply(name, target), this::callsFrom);
        return new OutboundCalls(this, lanes, terms, way, random, clock, services.wallClock(), loop);
    }

    private boolean callsFrom(String trunk, InetAddress address) {
        SourcePolicy.Trunk known = sources.trunk(trunk);
        return known != null && known.from().stream().anyMatch(network -> network.contains(address));
    }

    /** The tap of a live call, or null. Any thread. */
    public CallTap tap(String callId) {
        TrunkCall call = calls.get(callId);
        return call == null ? null : call.tap();
    }

    /** Name of the trunk of a live call, or null. Any thread. */
    String trunkOf(String callId) {
        TrunkCall call = calls.get(callId);
        return call == null ? null : call.trunk();
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

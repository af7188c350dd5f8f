package io.sidetone.transport.trunk;

import io.netty.channel.EventLoop;
import io.sidetone.audio.codec.AudioCodec;
import io.sidetone.core.control.ControlProgress;
import io.sidetone.core.control.ControlRequest;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.fence.Token;
import io.sidetone.core.lane.Admission;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.port.SignallingPort;
import io.sidetone.transport.capture.CallTap;
import io.sidetone.transport.rtp.RtpEndpoint;
import io.sidetone.transport.rtp.stats.RtpStatistics;
import io.sidetone.transport.sip.message.NameAddress;
import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.sdp.MediaAgreement;
import io.sidetone.transport.sip.sdp.SdpDirection;
import io.sidetone.transport.sip.sdp.SdpNegotiator;
import io.sidetone.transport.sip.sdp.SdpOutcome;
import io.sidetone.transport.sip.sdp.SdpParseException;
import io.sidetone.transport.sip.sdp.SessionDescription;
import io.sidetone.transport.sip.service.Referral;
import io.sidetone.transport.sip.ua.IncomingCall;
import io.sidetone.transport.sip.ua.OfferReply;
import io.sidetone.transport.sip.ua.SipCall;
import io.sidetone.transport.sip.ua.SipCallListener;
import io.sidetone.transport.sip.ua.SipEndCause;
import io.sidetone.transport.sip.ua.SipLadder;
import io.sidetone.transport.trunk.media.DtmfPolicy;
import io.sidetone.transport.trunk.media.MediaNegotiation;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One SIP call joined with its media port and its lane; who began it makes the difference of its two kinds.
 *
 * <p>SIP event loop only, except the {@link SignallingPort} methods, which the lane calls and which hand over.
 */
public abstract sealed class TrunkCall implements SipCallListener, SignallingPort
        permits InboundTrunkCall, OutboundTrunkCall {
    private static final Logger LOG = LoggerFactory.getLogger(TrunkCall.class);
    private static final String RELEASE_NAME = "sip";
    private static final int NO_SUCH_CALL = 481;
    private static final int PENDING = 491;
    private static final int DECLINE = 603;

    /** Time that a peer that transferred us has to hang up. */
    private static final long PARTING_MS = 5_000;

    /** States, by what the call awaits. */
    enum State {
        /** The lane's word to answer or to dial, then the answer. */
        RINGING,
        /** The end. */
        ANSWERED,
        /** Nothing. */
        ENDED
    }

    private final Admission admission;
    private final RtpEndpoint media;
    private final String trunk;
    private final EventLoop loop;
    private final LongSupplier clock;
    private final Site site;
    private boolean tones;
    private final AtomicBoolean released = new AtomicBoolean();
    private final Runnable onReleased;
    private volatile SipCall sip;
    private CallTap tap;
    private InetAddress signalling;
    private SdpNegotiator negotiator;
    private final CallTransfer transfer;
    private TrunkControl control;
    private TrunkCall joined;
    private boolean handedOver;
    private State state = State.RINGING;
    private SdpOutcome.Agreed agreed;
    private SessionDescription ownOffer;
    private SessionDescription offerInAnswer;
    private ReferredDialog referred;
    private boolean held;

    /** Why an answer could not be used, or null. */
    private String problem;

    TrunkCall(Admission admission, RtpEndpoint media, Site site, Runnable onReleased) {
        this.admission = admission;
        this.media = media;
        this.trunk = site.trunk();
        this.loop = site.loop();
        this.clock = site.clock();
        this.site = site;
        this.tones = site.profile().dtmf() != DtmfPolicy.RFC4733;
        this.onReleased = onReleased;
        this.transfer = new CallTransfer(this, site.profile().transfer(), site.joins());
    }

    /** Sets who describes our side of the media from now on; before {@link #carriedBy}. */
    final void describedBy(SdpNegotiator describes) {
        negotiator = describes;
    }

    /** The dialog that carries the call from now on. */
    final void carriedBy(SipCall dialog) {
        sip = dialog;
        if (tap != null) {
            tap.carriedBy(dialog.callId());
        }
        signalling = dialog.flow().remote().getAddress();
        boolean weHold = control != null && control.abandon();
        control = new TrunkControl(dialog, media, negotiator, site.digitMs(), weHold, this::took);
    }

    /** Returns whether the call stands, carried by {@code dialog}. */
    final boolean stands(SipCall dialog) {
        return sip == dialog && state == State.ANSWERED;
    }

    /**
     * A call of the peer's side takes the place of the one that carries this call (RFC 3891): it is answered, and the other is
     * hung up.
     *
     * @param describes our side of it
     */
    final void replacedBy(IncomingCall next, SdpNegotiator describes) {
        Replacement replacement = Replacement.of(next, describes, control.wanted(), media);
        if (replacement != null
                && next.answer(replacement.answer(), site.profile().headers())) {
            LOG.info("SIP {}: {} takes its place", sip.callId(), next.callId());
            SipCall before = sip;
            offerInAnswer = replacement.offer();
            moved(next, describes, replacement.agreed());
            before.hangUp("replaced by another call");
        }
    }

    /** A call that the peer asked for by REFER carries this one from now on; the peer has a moment to hang up itself. */
    final void movesTo(SipCall next, SdpNegotiator describes, SdpOutcome.Agreed found) {
        LOG.info("SIP {}: goes on as {}", sip.callId(), next.callId());
        SipCall before = sip;
        moved(next, describes, found);
        loop.schedule(() -> before.hangUp("transferred"), PARTING_MS, TimeUnit.MILLISECONDS);
    }

    private void moved(SipCall next, SdpNegotiator describes, SdpOutcome.Agreed found) {
        sip.listener(SipCallListener.NONE);
        if (referred != null) {
            referred.stop();
            referred = null;
        }
        transfer.abandon(false);
        tones = site.profile().dtmf() != DtmfPolicy.RFC4733;
        describedBy(describes);
        carriedBy(next);
        next.listener(this);
        agreed = found;
        if (found != null) {
            apply(found.agreement());
        }
        NameAddress who = next instanceof IncomingCall ? next.from() : next.to();
        publish(LaneEventType.PEER_CHANGED, 0, 0, String.valueOf(who.uri()));
    }

    // ---- two calls whose lines are joined ---------------------------------------------------------------------------

    /** Returns whether the call is up. */
    final boolean standing() {
        return state == State.ANSWERED && agreed != null && joined == null;
    }

    final SipCall dialog() {
        return sip;
    }

    /** Id of the call, as the lane and the API know it. */
    abstract String id();

    /** The agents of both calls leave; from now on each party hears the other, until one of them hangs up. */
    final void join(TrunkCall with) {
        joins(with);
        with.joins(this);
    }

    private void joins(TrunkCall with) {
        transfer.joinedByAnother();
        joined = with;
        media.bridge(with.admission.publisher());
        publish(LaneEventType.BRIDGED, 0, 0, with.id());
    }

    /** The peer of another call is about to take the place of ours in this one: when this one ends, that is why. */
    final void handingOver() {
        handedOver = true;
    }

    /** Notes whether that came true: then the peer has a moment to hang up itself. */
    final void handedOver(boolean done) {
        handedOver = done;
        if (done) {
            loop.schedule(() -> leave(EndCause.TRANSFERRED), PARTING_MS, TimeUnit.MILLISECONDS);
        }
    }

    /** Ends the call, whatever state it is in. */
    final void leave(EndCause why) {
        if (state != State.ENDED) {
            publish(LaneEventType.HANG_UP, 0, 0, why);
        }
    }

    /** The call is over: so is the one that it is joined with. */
    private void part(EndCause why) {
        transfer.abandon(true);
        TrunkCall partner = joined;
        joined = null;
        if (partner != null && partner.joined == this) {
            partner.joined = null;
            partner.publish(LaneEventType.HANG_UP, 0, 0, why);
        }
    }

    /** Our offer for an answer to an INVITE that had none; its ACK brings the peer's answer. */
    final byte[] offers() {
        offerInAnswer = negotiator.offer(SdpDirection.SENDRECV);
        return offerInAnswer.encode();
    }

    /** The direction that we want of a new session: a peer that we hold is not to send. */
    final SdpDirection wanted() {
        return control.wanted();
    }

    /** User part of our own address in calls that the peer has us place. */
    abstract String ourName();

    /** Says who sees the call's packets, before its first one. */
    final void tappedBy(CallTap newTap) {
        tap = newTap;
        media.tappedBy(newTap);
        if (sip != null) {
            newTap.carriedBy(sip.callId());
        }
    }

    /** Returns who sees the call's packets, or null. Any thread, once the call is in the table. */
    final CallTap tap() {
        return tap;
    }

    /** The call ends before it was answered. */
    abstract void refuse(EndCause cause);

    /** Returns the call's cause for the end of the dialog. */
    abstract EndCause causeOf(SipEndCause cause);

    /** Name of the trunk that carries the call, or null. */
    final String trunk() {
        return trunk;
    }

    /** Further headers of our answer. */
    final List<SipHeader> headers() {
        return site.profile().headers();
    }

    final RtpEndpoint media() {
        return media;
    }

    final State state() {
        return state;
    }

    /** The call ends before it was answered, and not by its lane. */
    final void over() {
        state = State.ENDED;
    }

    final SdpNegotiator negotiator() {
        return negotiator;
    }

    /** Both sides are on the line. */
    final void answered() {
        state = State.ANSWERED;
    }

    final EventLoop loop() {
        return loop;
    }

    final long nowNs() {
        return clock.getAsLong();
    }

    final SdpOutcome.Agreed agreed() {
        return agreed;
    }

    /**
     * Site where the call takes place.
     *
     * @param trunk name of the trunk, or null
     * @param profile how its calls are
     * @param loop the SIP event loop
     * @param clock monotonic time in ns
     * @param digitMs how long a digit of ours is pressed
     * @param opus makes the codec of each stream of Opus, null where there is none
     * @param referrals decides on what the peer asks by REFER; null from it where no trunk is called
     * @param joins the other calls, as far as a transfer needs them
     */
    record Site(
            String trunk,
            TrunkProfile profile,
            EventLoop loop,
            LongSupplier clock,
            int digitMs,
            Supplier<AudioCodec> opus,
            Supplier<Referrals> referrals,
            CallTransfer.Joins joins) {}

    /** The offer was good: what we will answer, or what was answered. */
    final void agreed(SdpOutcome.Agreed outcome) {
        agreed = outcome;
    }

    // ---- what the lane wants ----------------------------------------------------------------------------------------

    @Override
    public void end(EndCause cause) {
        end(cause, Map.of());
    }

    @Override
    public void end(EndCause cause, Map<String, String> own) {
        onLoop(() -> {
            if (state == State.RINGING) {
                state = State.ENDED;
                refuse(cause);
            } else if (state == State.ANSWERED) {
                state = State.ENDED;
                part(cause);
                sip.hangUp(
                        cause == EndCause.MEDIA_UNUSABLE && problem != null ? problem : cause.reason(),
                        SipHeader.of(own));
            }
        });
    }

    @Override
    public void transfer(ControlRequest request, ControlProgress progress) {
        whenAgreed(request, progress, () -> transfer.ask(sip, request, progress));
    }

    @Override
    public void hold(ControlRequest request, ControlProgress progress) {
        whenAgreed(
                request,
                progress,
                () -> control.hold(request, progress, agreed.agreement().direction()));
    }

    @Override
    public void sendDigits(ControlRequest request, ControlProgress progress) {
        whenAgreed(
                request,
                progress,
                () -> control.sendDigits(request, progress, agreed.agreement().sendEventPayloadType() >= 0));
    }

    /** Runs the step when the call stands; else the request is answered like one in no dialog. */
    private void whenAgreed(ControlRequest request, ControlProgress progress, Runnable step) {
        boolean accepted = onLoop(() -> {
            if (state == State.ANSWERED && agreed != null) {
                step.run();
            } else {
                progress.progress(request, NO_SUCH_CALL, true);
            }
        });
        if (!accepted) {
            progress.progress(request, NO_SUCH_CALL, true);
        }
    }

    @Override
    public void release() {
        if (!onLoop(this::acknowledge)) {
            acknowledge();
        }
    }

    private void acknowledge() {
        if (released.compareAndSet(false, true)) {
            publish(LaneEventType.RELEASED, 0, 0, RELEASE_NAME);
            onReleased.run();
        }
    }

    final boolean onLoop(Runnable step) {
        try {
            loop.execute(step);
            return true;
        } catch (RejectedExecutionException ended) {
            return false;
        }
    }

    // ---- what the peer does -----------------------------------------------------------------------------------------

    @Override
    public void onAck(byte[] sdp) {
        if (agreed == null) {
            accept(offerInAnswer, sdp);
            offerInAnswer = null;
        }
        if (agreed != null) {
            publish(LaneEventType.ANSWERED, 0, 0, null);
        }
    }

    @Override
    public void onRefer(Referral referral) {
        Referrals decides = site.referrals().get();
        if (decides == null || state != State.ANSWERED) {
            note("a REFER to " + referral.target() + " is refused: no trunk can be called, or the call does not stand");
            referral.refuse(DECLINE);
        } else if (referred != null && referred.open()) {
            note("a REFER to " + referral.target() + " is refused: another one is being followed");
            referral.refuse(PENDING);
        } else {
            referred = decides.follow(this, referral);
        }
    }

    /** Our offer was answered, or had to be. */
    final void accept(SessionDescription offer, byte[] answer) {
        took(control.outcome(offer, answer));
    }

    /** The peer answered an offer of ours. What it said counts for it, so an answer that we cannot use ends the call. */
    private void took(SdpOutcome outcome) {
        if (outcome instanceof SdpOutcome.Agreed good) {
            agreed = good;
            apply(good.agreement());
        } else if (outcome instanceof SdpOutcome.Refused refused) {
            problem = refused.reason();
            note("hanging up: the answer to our offer cannot be used: " + problem);
            publish(LaneEventType.HANG_UP, 0, 0, EndCause.MEDIA_UNUSABLE);
        }
    }

    @Override
    public void onOffer(byte[] sdp, boolean unchanged, OfferReply reply) {
        if (unchanged && negotiator.offerProblem() == null) {
            reply.repeat();
            return;
        }
        SdpOutcome outcome;
        try {
            outcome = MediaNegotiation.admitted(
                    negotiator.answer(SessionDescription.parse(sdp), control.wanted()), media, signalling);
        } catch (SdpParseException bad) {
            reply.reject(400, "Bad Session Description");
            return;
        }
        if (outcome instanceof SdpOutcome.Agreed good) {
            if (reply.accept(good.local().encode())) {
                agreed = good;
                apply(good.agreement());
            }
        } else if (outcome instanceof SdpOutcome.Refused refused) {
            refuse(refused, reply);
        }
    }

    private void refuse(SdpOutcome.Refused refused, OfferReply reply) {
        LOG.info("SIP {}: offer refused with {}: {}", sip.callId(), refused.statusCode(), refused.reason());
        reply.reject(refused.statusCode(), null, SipTrunk.warning(refused));
    }

    @Override
    public void onOfferRequested(OfferReply reply) {
        if (!mayOffer()) {
            refuse(SdpOutcome.Refused.protocol(negotiator.offerProblem()), reply);
            return;
        }
        SessionDescription offer = negotiator.freshOffer(control.wanted());
        if (reply.accept(offer.encode())) {
            ownOffer = offer;
        }
    }

    @Override
    public void onAnswer(byte[] sdp) {
        if (!control.onAnswer(sdp)) {
            SessionDescription offer = ownOffer;
            ownOffer = null;
            // Without an offer of its own it answers a refresh, which repeated what is in force.
            took(control.outcome(offer == null ? agreed.local() : offer, sdp));
        }
    }

    @Override
    public void onOfferFailed(int status) {
        ownOffer = null;
        control.onOfferFailed(status);
    }

    @Override
    public boolean mayOffer() {
        String readable = negotiator.offerProblem();
        if (readable != null) {
            note("no offer is sent: " + readable);
        }
        return readable == null;
    }

    @Override
    public void onTransfer(int status, boolean last) {
        transfer.onTransfer(status, last);
    }

    @Override
    public void onDigitsSent(int status) {
        control.onDigitsSent(status);
    }

    @Override
    public void onDigit(char digit, int durationMs) {
        // Who says a digit by INFO may sound it, too.
        tones = false;
        media.digitsElsewhere();
        publish(LaneEventType.DIGIT, digit, durationMs, null);
        if (joined != null) {
            joined.publish(LaneEventType.DIGITS_REQUEST, 0, 0, String.valueOf(digit));
        }
    }

    @Override
    public void onEnded(SipEndCause cause) {
        state = State.ENDED;
        if (referred != null) {
            referred.stop();
        }
        boolean left = handedOver && cause.kind() == SipEndCause.Kind.PEER_HUNG_UP;
        EndCause why = left ? EndCause.TRANSFERRED : causeOf(cause);
        publish(LaneEventType.HANG_UP, cause.statusCode(), 0, why);
        part(why);
    }

    final void apply(MediaAgreement agreement) {
        media.negotiated(
                MediaNegotiation.of(agreement, signalling, site.profile().mediaSources(), tones, site.opus()));
        if (agreement.hold() != held) {
            held = agreement.hold();
            publish(LaneEventType.HOLD, held ? 1 : 0, 0, null);
        }
    }

    /** Says in log and timeline what is not as it should be. */
    final void note(String text) {
        LOG.warn("SIP {}: {}", sip.callId(), text);
        publish(LaneEventType.LINE_NOTE, 0, 0, text);
    }

    final void publish(LaneEventType type, long a, long b, Object ref) {
        if (type == LaneEventType.RELEASED || !released.get()) {
            admission.publisher().publish(type, Token.NONE, a, b, ref, clock.getAsLong());
        }
    }

    // ---- what others may see ----------------------------------------------------------------------------------------

    /** The messages of the call, null before the first. Any thread. */
    SipLadder ladder() {
        SipCall dialog = sip;
        return dialog == null ? null : dialog.ladder();
    }

    /** The media of the call. Any thread. */
    RtpStatistics statistics() {
        return media.statistics();
    }
}

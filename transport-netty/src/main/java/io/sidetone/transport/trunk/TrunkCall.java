package io.sidetone.transport.trunk;

import io.netty.channel.EventLoop;
import io.sidetone.core.control.ControlProgress;
import io.sidetone.core.control.ControlRequest;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.fence.Token;
import io.sidetone.core.lane.Admission;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.port.SignallingPort;
import io.sidetone.transport.rtp.RtpEndpoint;
import io.sidetone.transport.rtp.receive.OtherSources;
import io.sidetone.transport.rtp.stats.RtpStatistics;
import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.sdp.MediaAgreement;
import io.sidetone.transport.sip.sdp.SdpDirection;
import io.sidetone.transport.sip.sdp.SdpNegotiator;
import io.sidetone.transport.sip.sdp.SdpOutcome;
import io.sidetone.transport.sip.sdp.SdpParseException;
import io.sidetone.transport.sip.sdp.SessionDescription;
import io.sidetone.transport.sip.ua.IncomingCall;
import io.sidetone.transport.sip.ua.OfferReply;
import io.sidetone.transport.sip.ua.SipCallListener;
import io.sidetone.transport.sip.ua.SipEndCause;
import io.sidetone.transport.sip.ua.SipLadder;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One SIP call joined with its media port and its lane.
 *
 * <p>SIP event loop only, except the {@link SignallingPort} methods, which the lane calls and which hand over.
 */
final class TrunkCall implements SipCallListener, SignallingPort {
    private static final Logger LOG = LoggerFactory.getLogger(TrunkCall.class);
    private static final String RELEASE_NAME = "sip";
    private static final String RETRY_AFTER_S = "5";
    private static final int NO_SUCH_CALL = 481;

    /** What the call awaits. */
    private enum State {
        /** The lane's word to answer. */
        RINGING,
        /** The end. */
        ANSWERED,
        /** Nothing. */
        ENDED
    }

    private final IncomingCall sip;
    private final Admission admission;
    private final RtpEndpoint media;
    private final SdpNegotiator negotiator;
    private final EventLoop loop;
    private final LongSupplier clock;
    private final InetAddress signalling;
    private final OtherSources others;
    private final List<SipHeader> headers;
    private final int answerAfterMs;
    private final AtomicBoolean released = new AtomicBoolean();
    private final Runnable onReleased;
    private final TrunkControl control;
    private State state = State.RINGING;
    private SdpOutcome.Agreed agreed;
    private SessionDescription ownOffer;
    private boolean held;

    TrunkCall(
            IncomingCall sip,
            Admission admission,
            RtpEndpoint media,
            SdpNegotiator negotiator,
            Site site,
            int answerAfterMs,
            Runnable onReleased) {
        this.sip = sip;
        this.admission = admission;
        this.media = media;
        this.negotiator = negotiator;
        this.loop = site.loop();
        this.clock = site.clock();
        this.signalling = site.signalling();
        this.others = site.others();
        this.headers = site.headers();
        this.answerAfterMs = answerAfterMs;
        this.onReleased = onReleased;
        this.control = new TrunkControl(sip, media, negotiator, site.digitMs(), outcome -> {
            agreed = outcome;
            apply(outcome.agreement());
        });
    }

    /**
     * Where the call takes place.
     *
     * @param loop the SIP event loop
     * @param clock monotonic time in ns
     * @param signalling where the peer's signalling comes from
     * @param others where its media may come from besides
     * @param digitMs how long a digit of ours is pressed
     * @param headers further headers of our answer
     */
    record Site(
            EventLoop loop,
            LongSupplier clock,
            InetAddress signalling,
            OtherSources others,
            int digitMs,
            List<SipHeader> headers) {}

    /** The offer was good: what we will answer. */
    void agreed(SdpOutcome.Agreed outcome) {
        agreed = outcome;
    }

    // ---- what the lane wants ----------------------------------------------------------------------------------------

    @Override
    public void answer() {
        onLoop(() -> {
            if (answerAfterMs > 0) {
                loop.schedule(this::doAnswer, answerAfterMs, TimeUnit.MILLISECONDS);
            } else {
                doAnswer();
            }
        });
    }

    private void doAnswer() {
        if (state != State.RINGING) {
            return;
        }
        byte[] sdp;
        if (agreed != null) {
            apply(agreed.agreement());
            sdp = agreed.local().encode();
        } else {
            ownOffer = negotiator.offer(SdpDirection.SENDRECV);
            sdp = ownOffer.encode();
        }
        if (sip.answer(sdp, headers)) {
            state = State.ANSWERED;
        }
    }

    @Override
    public void end(EndCause cause) {
        end(cause, Map.of());
    }

    @Override
    public void end(EndCause cause, Map<String, String> own) {
        onLoop(() -> {
            if (state == State.RINGING) {
                state = State.ENDED;
                int status = CallEnds.statusOf(cause);
                if (status == 503) {
                    sip.reject(status, null, new SipHeader("Retry-After", RETRY_AFTER_S));
                } else {
                    sip.reject(status, null);
                }
            } else if (state == State.ANSWERED) {
                state = State.ENDED;
                sip.hangUp(cause.reason(), SipHeader.of(own));
            }
        });
    }

    @Override
    public void transfer(ControlRequest request, ControlProgress progress) {
        whenAgreed(request, progress, () -> control.transfer(request, progress));
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

    /** What is asked of a call that does not stand, or no longer, is answered like a request in no dialog. */
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

    private boolean onLoop(Runnable step) {
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
        if (ownOffer != null && agreed == null && !acceptAnswer(sdp)) {
            return;
        }
        publish(LaneEventType.ANSWERED, 0, 0, null);
    }

    /** The answer to our late offer. */
    private boolean acceptAnswer(byte[] sdp) {
        SdpOutcome outcome;
        try {
            outcome = sdp == null ? null : negotiator.applyAnswer(ownOffer, SessionDescription.parse(sdp));
        } catch (SdpParseException bad) {
            outcome = null;
        }
        if (outcome instanceof SdpOutcome.Agreed good) {
            agreed = good;
            apply(good.agreement());
            return true;
        }
        LOG.info("SIP {}: no usable answer to our offer; hanging up", sip.callId());
        publish(LaneEventType.HANG_UP, 0, 0, EndCause.SETUP_FAILED);
        return false;
    }

    @Override
    public void onOffer(byte[] sdp, boolean unchanged, OfferReply reply) {
        if (unchanged) {
            reply.repeat();
            return;
        }
        SdpOutcome outcome;
        try {
            outcome = negotiator.answer(SessionDescription.parse(sdp), control.wanted());
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
            reply.reject(refused.statusCode(), null);
        }
    }

    @Override
    public void onOfferRequested(OfferReply reply) {
        ownOffer = negotiator.offer(control.wanted());
        reply.accept(ownOffer.encode());
    }

    @Override
    public void onAnswer(byte[] sdp) {
        if (!control.onAnswer(sdp) && ownOffer != null) {
            acceptAnswer(sdp);
        }
    }

    @Override
    public void onOfferFailed(int status) {
        control.onOfferFailed(status);
    }

    @Override
    public void onTransfer(int status, boolean last) {
        control.onTransfer(status, last);
    }

    @Override
    public void onDigitsSent(int status) {
        control.onDigitsSent(status);
    }

    @Override
    public void onDigit(char digit, int durationMs) {
        publish(LaneEventType.DIGIT, digit, durationMs, null);
    }

    @Override
    public void onEnded(SipEndCause cause) {
        state = State.ENDED;
        publish(LaneEventType.HANG_UP, 0, 0, CallEnds.causeOf(cause.kind()));
    }

    private void apply(MediaAgreement agreement) {
        media.negotiated(MediaNegotiation.of(agreement, signalling, others));
        if (agreement.hold() != held) {
            held = agreement.hold();
            publish(LaneEventType.HOLD, held ? 1 : 0, 0, null);
        }
    }

    private void publish(LaneEventType type, long a, long b, Object ref) {
        if (type == LaneEventType.RELEASED || !released.get()) {
            admission.publisher().publish(type, Token.NONE, a, b, ref, clock.getAsLong());
        }
    }

    // ---- what others may see ----------------------------------------------------------------------------------------

    /** The messages of the call. Any thread. */
    SipLadder ladder() {
        return sip.ladder();
    }

    /** The media of the call. Any thread. */
    RtpStatistics statistics() {
        return media.statistics();
    }
}

package io.sidetone.transport.trunk;

import io.sidetone.core.control.ControlProgress;
import io.sidetone.core.control.ControlRequest;
import io.sidetone.transport.rtp.RtpEndpoint;
import io.sidetone.transport.sip.sdp.SdpDirection;
import io.sidetone.transport.sip.sdp.SdpNegotiator;
import io.sidetone.transport.sip.sdp.SdpOutcome;
import io.sidetone.transport.sip.sdp.SdpParseException;
import io.sidetone.transport.sip.sdp.SessionDescription;
import io.sidetone.transport.sip.ua.SipCall;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests of a lane to the signalling of a call that stands: hold by re-INVITE, digits.
 *
 * <p>Digits go as telephone events where the peer takes them (RFC 4733); else by INFO where its Allow names that; else
 * as tones, which every telephone understands. SIP event loop only; each request gets exactly one last word, unless the
 * call ends before.
 */
final class TrunkControl {
    private static final Logger LOG = LoggerFactory.getLogger(TrunkControl.class);
    private static final int OK = 200;
    private static final int NOT_ACCEPTABLE = 488;
    private static final int PENDING = 491;
    private static final int GONE = 481;
    private static final int BUSY = 503;

    private final SipCall sip;
    private final RtpEndpoint media;
    private final SdpNegotiator negotiator;
    private final int digitMs;
    private final Consumer<SdpOutcome> answered;
    private final Queue<Asked> infoDigits = new ArrayDeque<>();
    private Asked hold;
    private SessionDescription holdOffer;
    private boolean weHold;

    /** A request, and who waits for word of it. */
    private record Asked(ControlRequest request, ControlProgress progress) {
        void report(int status, boolean last) {
            progress.progress(request, status, last);
        }
    }

    /**
     * Creates the control of one call.
     *
     * @param digitMs how long each digit is pressed
     * @param weHold whether we hold the peer already
     * @param answered takes what the answer to an offer of ours comes to
     */
    TrunkControl(
            SipCall sip,
            RtpEndpoint media,
            SdpNegotiator negotiator,
            int digitMs,
            boolean weHold,
            Consumer<SdpOutcome> answered) {
        this.sip = sip;
        this.weHold = weHold;
        this.media = media;
        this.negotiator = negotiator;
        this.digitMs = digitMs;
        this.answered = answered;
    }

    /** The direction we want from our view: while we hold, the peer is not to send. */
    SdpDirection wanted() {
        return weHold ? SdpDirection.SENDONLY : SdpDirection.SENDRECV;
    }

    /** Offers hold or its end (RFC 3264 8.4): our own request only, the peer adds its own in the answer. */
    void hold(ControlRequest request, ControlProgress progress, SdpDirection present) {
        Asked asked = new Asked(request, progress);
        boolean on = request.kind() == ControlRequest.Kind.HOLD;
        if (hold != null) {
            asked.report(PENDING, true);
            return;
        }
        if (negotiator.offerProblem() != null) {
            LOG.warn("SIP {}: no offer is sent: {}", sip.callId(), negotiator.offerProblem());
            asked.report(NOT_ACCEPTABLE, true);
            return;
        }
        SessionDescription offer = negotiator.offer(on ? present.and(SdpDirection.SENDONLY) : SdpDirection.SENDRECV);
        if (sip.offer(offer.encode())) {
            hold = asked;
            holdOffer = offer;
        } else {
            asked.report(PENDING, true);
        }
    }

    /** Takes the answer to an offer of ours; false when it is not the one to hold. */
    boolean onAnswer(byte[] sdp) {
        Asked asked = hold;
        if (asked == null) {
            return false;
        }
        hold = null;
        SdpOutcome outcome = outcome(holdOffer, sdp);
        boolean agreed = outcome instanceof SdpOutcome.Agreed;
        if (agreed) {
            weHold = asked.request().kind() == ControlRequest.Kind.HOLD;
        }
        answered.accept(outcome);
        asked.report(agreed ? OK : NOT_ACCEPTABLE, true);
        return true;
    }

    /** Returns what an answer to an offer of ours comes to. */
    SdpOutcome outcome(SessionDescription offer, byte[] answer) {
        return outcome(negotiator, offer, answer);
    }

    /** Returns what an answer to an offer that {@code negotiator} made comes to. */
    static SdpOutcome outcome(SdpNegotiator negotiator, SessionDescription offer, byte[] answer) {
        if (answer == null) {
            return SdpOutcome.Refused.protocol("there is no answer");
        }
        try {
            return negotiator.applyAnswer(offer, SessionDescription.parse(answer));
        } catch (SdpParseException bad) {
            return SdpOutcome.Refused.protocol(bad.getMessage());
        }
    }

    void onOfferFailed(int status) {
        Asked asked = hold;
        if (asked != null) {
            hold = null;
            asked.report(status, true);
        }
    }

    /**
     * Sends digits the best way the peer offers.
     *
     * @param events whether it takes telephone events
     */
    void sendDigits(ControlRequest request, ControlProgress progress, boolean events) {
        Asked asked = new Asked(request, progress);
        if (events || !sip.peerAllowsInfo()) {
            media.sendDigits(request.argument(), digitMs, status -> asked.report(status, true));
        } else if (sip.sendDigits(request.argument(), digitMs)) {
            infoDigits.add(asked);
        } else {
            asked.report(BUSY, true);
        }
    }

    /** Another dialog carries the call: what was asked of this one has no answer any more. Returns whether we hold the peer. */
    boolean abandon() {
        onOfferFailed(GONE);
        while (!infoDigits.isEmpty()) {
            onDigitsSent(GONE);
        }
        return weHold;
    }

    /** Digits sent by INFO are through. */
    void onDigitsSent(int status) {
        Asked asked = infoDigits.poll();
        if (asked != null) {
            asked.report(status, true);
        }
    }
}

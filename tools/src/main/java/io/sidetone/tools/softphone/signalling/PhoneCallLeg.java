package io.sidetone.tools.softphone.signalling;

import io.sidetone.transport.sip.sdp.LocalMedia;
import io.sidetone.transport.sip.sdp.MediaAgreement;
import io.sidetone.transport.sip.sdp.SdpCrypto;
import io.sidetone.transport.sip.sdp.SdpDirection;
import io.sidetone.transport.sip.sdp.SdpNegotiator;
import io.sidetone.transport.sip.sdp.SdpOutcome;
import io.sidetone.transport.sip.sdp.SdpParseException;
import io.sidetone.transport.sip.sdp.SdpSession;
import io.sidetone.transport.sip.sdp.SessionDescription;
import io.sidetone.transport.sip.ua.OfferReply;
import io.sidetone.transport.sip.ua.OutgoingCall;
import io.sidetone.transport.sip.ua.OutgoingCallRequest;
import io.sidetone.transport.sip.ua.SipCallListener;
import io.sidetone.transport.sip.ua.SipEndCause;
import io.sidetone.transport.sip.ua.SipUserAgent;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/** One call of a telephone. The SIP event loop owns it; {@link #hangUp} may be called from any thread. */
public final class PhoneCallLeg implements SipCallListener {
    private static final int NOT_ACCEPTABLE_HERE = 488;

    /** Receives the events of a call, on the SIP event loop. */
    public interface Listener {
        /** The INVITE has been handed to the network; {@code callId} is its Call-ID. */
        default void onInvited(String callId, long nowNs) {}

        /** The peer processes the INVITE: a status of 101 to 199. */
        default void onProgress(int status) {}

        /** The peer answered. */
        default void onAnswered(MediaAgreement media, long nowNs) {}

        /** The peer moves its media, or puts the call on hold. */
        default void onMediaChanged(MediaAgreement media) {}

        /**
         * The call has ended; called once, last.
         *
         * @param media why the two sides could not agree on media, or null
         */
        void onEnded(SipEndCause cause, String media, long nowNs);
    }

    private final SdpNegotiator negotiator;
    private final SessionDescription offer;
    private final LongSupplier clock;
    private final Executor loop;
    private final Listener listener;
    private SessionDescription inForce;
    private SessionDescription lateOffer;
    private OutgoingCall call;
    private String mediaProblem;
    private boolean hangUpRequested;

    PhoneCallLeg(
            LocalMedia local, SdpCrypto crypto, long sessionId, LongSupplier clock, Executor loop, Listener listener) {
        this.negotiator = new SdpNegotiator(local, new SdpSession(sessionId), crypto);
        this.offer = negotiator.offer(SdpDirection.SENDRECV);
        this.clock = clock;
        this.loop = loop;
        this.listener = listener;
    }

    byte[] offer() {
        return offer.encode();
    }

    void begin(SipUserAgent agent, OutgoingCallRequest request) {
        long nowNs = clock.getAsLong();
        call = agent.call(request, this);
        listener.onInvited(call.callId(), nowNs);
        if (hangUpRequested) {
            call.hangUp(null);
        }
    }

    /** Ends the call in any state; {@link Listener#onEnded} follows. Any thread; a second call has no effect. */
    public void hangUp() {
        loop.execute(() -> {
            hangUpRequested = true;
            if (call != null) {
                call.hangUp(null);
            }
        });
    }

    /**
     * Puts the far end on hold or takes it back, by a further offer (RFC 3264 8.4). {@link Listener#onMediaChanged} follows; nothing does
     * while there is no call or another offer is open. Any thread.
     */
    public void hold(boolean on) {
        loop.execute(() -> {
            if (call == null || inForce == null) {
                return;
            }
            SessionDescription fresh = negotiator.freshOffer(on ? SdpDirection.SENDONLY : SdpDirection.SENDRECV);
            if (call.offer(fresh.encode())) {
                lateOffer = fresh;
            }
        });
    }

    @Override
    public void onProgress(int status, byte[] sdp) {
        listener.onProgress(status);
    }

    @Override
    public void onAnswered(byte[] sdp) {
        long nowNs = clock.getAsLong();
        MediaAgreement agreed = answered(offer, sdp);
        if (agreed != null) {
            listener.onAnswered(agreed, nowNs);
        }
    }

    /** Returns what an answer comes to, or null when it cannot be used: then the call ends. */
    private MediaAgreement answered(SessionDescription present, byte[] sdp) {
        try {
            SdpOutcome outcome = negotiator.applyAnswer(present, SessionDescription.parse(sdp));
            if (outcome instanceof SdpOutcome.Agreed agreed
                    && !agreed.agreement().remoteRtp().isUnresolved()) {
                inForce = agreed.local();
                return agreed.agreement();
            }
            mediaProblem = outcome instanceof SdpOutcome.Refused refused
                    ? refused.reason()
                    : "the answer gives a name where an address belongs";
        } catch (SdpParseException e) {
            mediaProblem = e.getMessage();
        }
        call.hangUp("media");
        return null;
    }

    @Override
    public void onOfferRequested(OfferReply reply) {
        SessionDescription fresh = negotiator.freshOffer(SdpDirection.SENDRECV);
        if (reply.accept(fresh.encode())) {
            lateOffer = fresh;
        }
    }

    @Override
    public void onAnswer(byte[] sdp) {
        SessionDescription present = lateOffer == null ? inForce : lateOffer;
        lateOffer = null;
        MediaAgreement agreed = answered(present, sdp);
        if (agreed != null) {
            listener.onMediaChanged(agreed);
        }
    }

    @Override
    public void onOfferFailed(int status) {
        lateOffer = null;
    }

    @Override
    public void onOffer(byte[] sdp, boolean unchanged, OfferReply reply) {
        if (unchanged) {
            reply.repeat();
            return;
        }
        try {
            SdpOutcome outcome = negotiator.answer(SessionDescription.parse(sdp), SdpDirection.SENDRECV);
            if (outcome instanceof SdpOutcome.Agreed agreed
                    && !agreed.agreement().remoteRtp().isUnresolved()) {
                reply.accept(agreed.local().encode());
                inForce = agreed.local();
                listener.onMediaChanged(agreed.agreement());
                return;
            }
        } catch (SdpParseException unreadable) {
            // Refused below, like every other offer that is not supported.
        }
        reply.reject(NOT_ACCEPTABLE_HERE, null);
    }

    @Override
    public void onEnded(SipEndCause cause) {
        listener.onEnded(cause, mediaProblem, clock.getAsLong());
    }
}

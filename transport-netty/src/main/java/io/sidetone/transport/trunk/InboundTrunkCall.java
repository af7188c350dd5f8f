package io.sidetone.transport.trunk;

import io.sidetone.core.control.EndCause;
import io.sidetone.core.lane.Admission;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.transport.rtp.RtpEndpoint;
import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.sdp.SdpNegotiator;
import io.sidetone.transport.sip.sdp.SdpOutcome;
import io.sidetone.transport.sip.ua.IncomingCall;
import io.sidetone.transport.sip.ua.SipEndCause;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A call of the peer: answered when its lane is ready. */
final class InboundTrunkCall extends TrunkCall {
    private static final Logger LOG = LoggerFactory.getLogger(InboundTrunkCall.class);
    private static final String RETRY_AFTER_S = "5";

    private final String callId;
    private final IncomingCall sip;
    private final int answerAfterMs;

    InboundTrunkCall(
            String callId,
            IncomingCall sip,
            Admission admission,
            RtpEndpoint media,
            SdpNegotiator negotiator,
            Site site,
            int answerAfterMs,
            Runnable onReleased) {
        super(admission, media, site, onReleased);
        this.callId = callId;
        this.sip = sip;
        this.answerAfterMs = answerAfterMs;
        describedBy(negotiator);
        carriedBy(sip);
    }

    @Override
    public void answer() {
        onLoop(() -> {
            if (answerAfterMs > 0) {
                loop().schedule(this::doAnswer, answerAfterMs, TimeUnit.MILLISECONDS);
            } else {
                doAnswer();
            }
        });
    }

    private void doAnswer() {
        if (state() != State.RINGING) {
            return;
        }
        byte[] sdp;
        if (agreed() != null) {
            apply(agreed().agreement());
            sdp = agreed().local().encode();
        } else if (negotiator().offerProblem() != null) {
            reject(negotiator().offerProblem());
            return;
        } else {
            sdp = offers();
        }
        if (sip.answer(sdp, headers())) {
            answered();
        }
    }

    /** The signalling became readable between INVITE and answer. */
    private void reject(String problem) {
        SdpOutcome.Refused refused = SdpOutcome.Refused.protocol(problem);
        LOG.info("SIP {}: refused with {}: {}", sip.callId(), refused.statusCode(), problem);
        over();
        publish(LaneEventType.HANG_UP, 0, 0, EndCause.MEDIA_UNUSABLE);
        sip.reject(refused.statusCode(), null, SipTrunk.warning(refused));
    }

    @Override
    void refuse(EndCause cause) {
        int status = CallEnds.statusOf(cause);
        if (status == 503) {
            sip.reject(status, null, new SipHeader("Retry-After", RETRY_AFTER_S));
        } else {
            sip.reject(status, null);
        }
    }

    @Override
    EndCause causeOf(SipEndCause cause) {
        return CallEnds.causeOf(cause.kind());
    }

    @Override
    String id() {
        return callId;
    }

    @Override
    String ourName() {
        String called = sip.requestUri().user();
        return called == null ? "sidetone" : called;
    }
}

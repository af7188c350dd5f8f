package io.sidetone.transport.trunk;

import io.sidetone.core.control.EndCause;
import io.sidetone.core.lane.Admission;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.transport.rtp.RtpEndpoint;
import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.sdp.SdpNegotiator;
import io.sidetone.transport.sip.ua.IncomingCall;
import io.sidetone.transport.sip.ua.SipEndCause;
import java.util.concurrent.TimeUnit;

/** A call of the peer: answered when its lane is ready. */
final class InboundTrunkCall extends TrunkCall {
    private static final String RETRY_AFTER_S = "5";

    private final IncomingCall sip;
    private final int answerAfterMs;

    InboundTrunkCall(
            IncomingCall sip,
            Admission admission,
            RtpEndpoint media,
            SdpNegotiator negotiator,
            Site site,
            int answerAfterMs,
            Runnable onReleased) {
        super(admission, media, site, onReleased);
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
        } else {
            sdp = offer().encode();
        }
        if (sip.answer(sdp)) {
            answered();
        }
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
    public void onAck(byte[] sdp) {
        if (agreed() == null && !acceptAnswer(sdp)) {
            return;
        }
        publish(LaneEventType.ANSWERED, 0, 0, null);
    }
}

package io.sidetone.transport.trunk;

import io.sidetone.core.facts.NumberPlan;
import io.sidetone.transport.rtp.receive.OtherSources;
import io.sidetone.transport.sip.dialog.SessionTimerPolicy;
import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.sdp.SdpCodec;
import io.sidetone.transport.trunk.media.AnswerTime;
import io.sidetone.transport.trunk.media.DtmfPolicy;
import io.sidetone.transport.trunk.media.MediaEncryption;
import java.util.List;

/**
 * Properties of the calls of one trunk, or of those without a trunk. Immutable.
 *
 * @param codecs what a call may have, the preferred first
 * @param encryption whether media is encrypted
 * @param numbers how its peers write numbers
 * @param answer when its calls are answered
 * @param dtmf how digits come
 * @param headers further headers of our answers
 * @param transfer how its calls are handed on
 * @param maxCalls how many it carries at the same time
 * @param mediaSources where media may come from besides the addresses of SDP and signalling
 * @param sessionTimers what is wanted of session timers
 */
public record TrunkProfile(
        List<SdpCodec> codecs,
        MediaEncryption encryption,
        NumberPlan numbers,
        AnswerTime answer,
        DtmfPolicy dtmf,
        List<SipHeader> headers,
        TransferMode transfer,
        int maxCalls,
        OtherSources mediaSources,
        SessionTimerPolicy sessionTimers) {
    /** Copies the lists. */
    public TrunkProfile {
        codecs = List.copyOf(codecs);
        headers = List.copyOf(headers);
    }

    /** Calls of nobody's trunk, with {@code codecs} and {@code encryption}. */
    public static TrunkProfile ofAnybody(List<SdpCodec> codecs, MediaEncryption encryption) {
        return new TrunkProfile(
                codecs,
                encryption,
                NumberPlan.UNKNOWN,
                AnswerTime.AT_ONCE,
                DtmfPolicy.AUTO,
                List.of(),
                TransferMode.AUTO,
                Integer.MAX_VALUE,
                OtherSources.NONE,
                SessionTimerPolicy.HONOR);
    }
}

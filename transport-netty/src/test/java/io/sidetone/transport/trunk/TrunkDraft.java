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

/** A profile that a test changes where it is about something. */
final class TrunkDraft {
    List<SdpCodec> codecs = SdpCodec.BUILT_IN;
    MediaEncryption encryption = MediaEncryption.OFF;
    NumberPlan numbers = NumberPlan.UNKNOWN;
    AnswerTime answer = AnswerTime.AT_ONCE;
    DtmfPolicy dtmf = DtmfPolicy.AUTO;
    List<SipHeader> headers = List.of();
    TransferMode transfer = TransferMode.AUTO;
    OtherSources mediaSources = OtherSources.NONE;

    TrunkProfile profile() {
        return new TrunkProfile(
                codecs,
                encryption,
                numbers,
                answer,
                dtmf,
                headers,
                transfer,
                Integer.MAX_VALUE,
                mediaSources,
                SessionTimerPolicy.HONOR);
    }
}

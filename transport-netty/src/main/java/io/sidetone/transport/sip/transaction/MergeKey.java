package io.sidetone.transport.sip.transaction;

import io.sidetone.transport.sip.message.CSeq;
import io.sidetone.transport.sip.message.SipRequest;

/** What a request keeps when it reaches us twice by different paths (RFC 3261 8.2.2.2). */
record MergeKey(String fromTag, String callId, CSeq cseq) {
    static MergeKey of(SipRequest request) {
        return new MergeKey(request.from().tag(), request.callId(), request.cseq());
    }
}

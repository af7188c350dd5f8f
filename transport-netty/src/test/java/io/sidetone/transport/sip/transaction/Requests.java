package io.sidetone.transport.sip.transaction;

import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipUri;

/** Requests as a trunk sends them. */
final class Requests {
    static final String TRUNK = "198.51.100.7";

    private Requests() {}

    static SipRequest invite(String branch) {
        return request(SipMethod.INVITE, branch, 1, null).build();
    }

    static SipRequest of(SipMethod method, String branch) {
        return request(method, branch, 1, null).build();
    }

    static SipRequest.Builder request(SipMethod method, String branch, long cseq, String toTag) {
        String to = "<sip:+15550199@203.0.113.5>" + (toTag == null ? "" : ";tag=" + toTag);
        return SipRequest.builder(method, SipUri.of("sip:+15550199@203.0.113.5"))
                .header("Via", "SIP/2.0/UDP " + TRUNK + ":5060;branch=" + branch + ";rport")
                .header("Max-Forwards", "70")
                .header("From", "<sip:+15550100@" + TRUNK + ">;tag=a1")
                .header("To", to)
                .header("Call-ID", "123@" + TRUNK)
                .header("CSeq", cseq + " " + method)
                .header("Contact", "<sip:+15550100@" + TRUNK + ":5060>");
    }
}

package io.sidetone.transport.sip.ua;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.transaction.FakeFlow;

/** A trunk that calls the user agent, and one dialog of it. */
final class Peer {
    static final String HOST = "198.51.100.7";

    final UaBench bench;
    final FakeFlow flow;
    final String callId;
    String tag = "a1";
    String toTag;
    long cseq;
    SipRequest lastInvite;
    private int branches;

    Peer(UaBench bench) {
        this(bench, bench.udp, "123@" + HOST);
    }

    Peer(UaBench bench, FakeFlow flow, String callId) {
        this.bench = bench;
        this.flow = flow;
        this.callId = callId;
    }

    /** Begins a request with a new branch and the next CSeq number. */
    SipRequest.Builder next(SipMethod method) {
        cseq++;
        return request(method, "z9hG4bK-" + callId.hashCode() + "-" + ++branches, cseq);
    }

    SipRequest.Builder request(SipMethod method, String branch, long number) {
        String transport = flow.transport().name();
        return SipRequest.builder(method, SipUri.of("sip:+15550199@203.0.113.5"))
                .header("Via", "SIP/2.0/" + transport + " " + HOST + ":5060;branch=" + branch + ";rport")
                .header("Max-Forwards", "70")
                .header("From", "\"Alice\" <sip:+15550100@" + HOST + ">;tag=" + tag)
                .header("To", "<sip:+15550199@203.0.113.5>" + (toTag == null ? "" : ";tag=" + toTag))
                .header("Call-ID", callId)
                .header("CSeq", number + " " + method)
                .header("Contact", "<sip:+15550100@" + HOST + ":5060>");
    }

    void send(SipRequest request) {
        if (request.method().equals(SipMethod.INVITE)) {
            lastInvite = request;
        }
        bench.receive(request, flow);
    }

    void invite(byte[] sdp) {
        send(withSdp(next(SipMethod.INVITE), sdp).build());
    }

    static SipRequest.Builder withSdp(SipRequest.Builder builder, byte[] sdp) {
        return sdp == null ? builder : builder.body("application/sdp", sdp);
    }

    /** ACK of a 2xx: its own branch, the INVITE's number. */
    void ack(byte[] sdp) {
        send(withSdp(
                        request(
                                SipMethod.ACK,
                                "z9hG4bKack" + ++branches,
                                lastInvite.cseq().number()),
                        sdp)
                .build());
    }

    /** ACK of another final response: the INVITE's branch. */
    void ackFailure() {
        send(request(
                        SipMethod.ACK,
                        lastInvite.topVia().branch(),
                        lastInvite.cseq().number())
                .build());
    }

    void cancel() {
        send(SipRequest.builder(SipMethod.CANCEL, lastInvite.requestUri())
                .header("Via", lastInvite.topVia())
                .header("Max-Forwards", "70")
                .header("From", lastInvite.from())
                .header("To", lastInvite.to())
                .header("Call-ID", callId)
                .header("CSeq", lastInvite.cseq().number() + " CANCEL")
                .header("Reason", "SIP;cause=200;text=\"Call completed elsewhere\"")
                .build());
    }

    /** Takes the next message and expects a response with this status; remembers its To tag. */
    SipResponse expect(int status) {
        SipResponse response = UaBench.response(flow, status);
        if (status > 100
                && status < 300
                && toTag == null
                && response.cseq().method().equals(SipMethod.INVITE)) {
            toTag = response.to().tag();
        }
        return response;
    }

    SipRequest expectRequest(String method) {
        return UaBench.request(flow, method);
    }

    void expectSilence() {
        assertThat(flow.sent()).isEmpty();
    }

    /** Sets a call up with an early offer and returns our side of it. */
    IncomingCall confirmed() {
        invite(UaBench.OFFER);
        expect(100);
        IncomingCall call = bench.calls.get(bench.calls.size() - 1);
        assertThat(call.answer(UaBench.ANSWER)).isTrue();
        expect(200);
        ack(null);
        assertThat(call.state()).isEqualTo(CallState.CONFIRMED);
        return call;
    }

    /** Answers a request of the user agent. */
    void answer(SipRequest request, int status, byte[] sdp, String... headers) {
        SipResponse.Builder response = SipResponse.forRequest(request, status, null, tag)
                .header("Contact", "<sip:+15550100@" + HOST + ":5060>");
        for (int i = 0; i < headers.length; i += 2) {
            response.header(headers[i], headers[i + 1]);
        }
        if (sdp != null) {
            response.body("application/sdp", sdp);
        }
        bench.receive(response.build(), flow);
    }
}

package io.sidetone.transport.sip.ua;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.sip.endpoint.SipTransport;
import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.transaction.FakeFlow;
import org.junit.jupiter.api.Test;

/** Calls over TLS, with and without sips (RFC 3261 12.1.1, RFC 5630). */
class SecureDialogTest {
    private final UaBench bench = new UaBench();
    private final FakeFlow tls =
            new FakeFlow(SipTransport.TLS, "192.0.2.10", 40_000).presenting("sip.example.com", 5061);

    private SipRequest invite(FakeFlow flow, String uri) {
        Peer peer = new Peer(bench, flow, "secure@peer");
        SipRequest template =
                Peer.withSdp(peer.next(SipMethod.INVITE), UaBench.OFFER).build();
        return SipRequest.builder(SipMethod.INVITE, SipUri.of(uri))
                .header("Via", template.topVia())
                .header("Max-Forwards", "70")
                .header("From", template.from())
                .header("To", template.to())
                .header("Call-ID", template.callId())
                .header("CSeq", template.cseq())
                .header("Contact", template.contact())
                .body("application/sdp", UaBench.OFFER)
                .build();
    }

    private String contact(FakeFlow flow, String uri) {
        bench.receive(invite(flow, uri), flow);
        bench.call().ringing();
        UaBench.response(flow, 100);
        return UaBench.response(flow, 180).contact().uri().toString();
    }

    @Test
    void shouldAnswerSipsWithAContactOfSips() {
        assertThat(contact(tls, "sips:desk@sip.example.com")).isEqualTo("sips:sidetone@sip.example.com:5061");
    }

    @Test
    void shouldNameTlsInTheContactOtherwise() {
        assertThat(contact(tls, "sip:desk@sip.example.com"))
                .isEqualTo("sip:sidetone@sip.example.com:5061;transport=tls");
    }

    @Test
    void shouldNotPromiseTlsBehindAProxyThatEndsIt() {
        assertThat(contact(bench.tcp, "sips:desk@sip.example.com"))
                .startsWith("sip:sidetone@")
                .endsWith(";transport=tcp");
    }
}

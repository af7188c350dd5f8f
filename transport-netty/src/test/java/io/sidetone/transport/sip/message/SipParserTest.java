package io.sidetone.transport.sip.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SipParserTest {
    private static final String INVITE = String.join(
            "\r\n",
            "INVITE sip:+15550199@agent.example.com;user=phone SIP/2.0",
            "v: SIP/2.0/UDP 198.51.100.7:5060;branch=z9hG4bKabc;rport, SIP / 2.0 /TCP [2001:db8::9];branch=z9hG4bKd",
            "Max-Forwards: 70",
            "f: \"Ann \\\"A\\\" Lee\" <sip:+15550100@trunk.example>;tag=a1",
            "t: <sip:+15550199@agent.example.com>",
            "i: 123@trunk",
            "CSeq: 7 INVITE",
            "m: <sip:gw@198.51.100.7:5060;transport=udp>",
            "Record-Route: <sip:p1.example;lr>, <sip:p2.example;lr>",
            "Subject: one,",
            "  two",
            "Supported: timer, replaces",
            "c: application/sdp",
            "l: 4",
            "",
            "v=0\nextra");

    static SipMessage parse(String text) throws SipParseException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return SipParser.parse(bytes, 0, bytes.length, SipLimits.datagram());
    }

    @Test
    void shouldGiveTypedAccessWhenInviteIsValid() throws SipParseException {
        SipRequest request = (SipRequest) parse(INVITE);

        assertThat(request.method()).isSameAs(SipMethod.INVITE);
        assertThat(request.requestUri().user()).isEqualTo("+15550199");
        assertThat(request.requestUri().params().get("user")).isEqualTo("phone");
        assertThat(request.viaCount()).isEqualTo(2);
        assertThat(request.topVia().branch()).isEqualTo("z9hG4bKabc");
        assertThat(request.headerValues("Via").get(1)).contains("[2001:db8::9]");
        assertThat(request.from().displayName()).isEqualTo("Ann \"A\" Lee");
        assertThat(request.from().tag()).isEqualTo("a1");
        assertThat(request.to().tag()).isNull();
        assertThat(request.callId()).isEqualTo("123@trunk");
        assertThat(request.cseq()).isEqualTo(new CSeq(7, SipMethod.INVITE));
        assertThat(request.contact().uri().transport()).isEqualTo("udp");
        assertThat(request.recordRoutes()).hasSize(2).allMatch(r -> r.uri().looseRouting());
        assertThat(request.header("s")).isEqualTo("one, two");
        assertThat(request.headerValues("Subject")).containsExactly("one, two");
        assertThat(request.headerValues("k")).containsExactly("timer", "replaces");
        assertThat(request.maxForwards()).isEqualTo(70);
        assertThat(new String(request.body(), StandardCharsets.US_ASCII)).isEqualTo("v=0\n");
        assertThat(request.hasContentType("application/sdp")).isTrue();
    }

    @Test
    void shouldKeepEverythingWhenEncodedAndParsedAgain() throws SipParseException {
        SipRequest request = (SipRequest) parse(INVITE);
        byte[] bytes = SipEncoder.encode(request);
        SipRequest again = (SipRequest) SipParser.parse(bytes, 0, bytes.length, SipLimits.datagram());

        assertThat(SipEncoder.encode(again)).isEqualTo(bytes);
        assertThat(again.headerValues("Via")).isEqualTo(request.headerValues("Via"));
        assertThat(again.from()).isEqualTo(request.from());
        assertThat(again.body()).isEqualTo(request.body());
    }

    @Test
    void shouldCopyViasAndRecordRouteWhenAnsweringInvite() throws SipParseException {
        SipRequest request = (SipRequest) parse(INVITE);
        InetSocketAddress source = new InetSocketAddress("203.0.113.9", 4000);
        SipRequest stored = request.withTopVia(request.topVia().withReceived(source));

        SipResponse ok = SipResponse.forRequest(stored, 200, null, "8f3c").build();

        assertThat(ok.topVia().received()).isEqualTo("203.0.113.9");
        assertThat(ok.topVia().rport()).isEqualTo(4000);
        assertThat(ok.headerValues("Via").get(1))
                .isEqualTo(request.headerValues("Via").get(1));
        assertThat(ok.recordRoutes()).isEqualTo(request.recordRoutes());
        assertThat(ok.to().tag()).isEqualTo("8f3c");
        assertThat(ok.from()).isEqualTo(request.from());
        assertThat(ok.reasonPhrase()).isEqualTo("OK");
        assertThat(SipResponse.forRequest(stored, 404, null, "x").build().recordRoutes())
                .isEmpty();
        assertThat(SipResponse.forRequest(stored, 100, null, null).build().to().tag())
                .isNull();
    }

    @Test
    void shouldRefuseLineBreakWhenBuildingHeader() {
        SipRequest.Builder builder = SipRequest.builder(SipMethod.OPTIONS, SipUri.of("sip:a@b"));
        assertThatThrownBy(() -> builder.header("Subject", "a\r\nVia: x")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.header("Bad Name", "a")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldReplaceHeaderWhenRequestIsRebuilt() throws SipParseException {
        SipRequest request = (SipRequest) parse(INVITE);
        SipRequest again = request.toBuilder()
                .replaceHeader("CSeq", "8 INVITE")
                .removeHeader("v")
                .headerFirst("Via", "SIP/2.0/UDP 192.0.2.1;branch=z9hG4bKnew")
                .build();

        assertThat(again.cseq().number()).isEqualTo(8);
        assertThat(again.headerValues("Via")).containsExactly("SIP/2.0/UDP 192.0.2.1;branch=z9hG4bKnew");
        assertThat(again.headers().get(0).name()).isEqualTo("Via");
        assertThat(again.body()).isEqualTo(request.body());
    }
}

package io.sidetone.transport.sip.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sidetone.transport.sip.message.SipParseException;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.message.Wire;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatelessAnswerTest {
    private static final InetSocketAddress SOURCE = new InetSocketAddress("198.51.100.3", 4711);

    private static StatelessAnswer answer(String text) {
        byte[] bytes = Wire.bytes(text);
        SipParseException problem = catchThrowableOfType(SipParseException.class, () -> Wire.parse(bytes));
        assertThat(problem).as("the message must be malformed").isNotNull();
        return StatelessAnswer.of(bytes, 0, bytes.length, problem, SOURCE, 99);
    }

    @Test
    void shouldCopyHeadersAndTagToWhenRequestIsMalformed() throws SipParseException {
        StatelessAnswer answer = answer(Wire.invite().replace("CSeq: 4 INVITE", "CSeq: 4 BYE"));
        SipResponse response = (SipResponse) Wire.parse(answer.bytes());

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.reasonPhrase()).isEqualTo("Bad Request: CSeq method differs from the request");
        assertThat(response.viaCount()).isEqualTo(2);
        assertThat(response.topVia().received()).isEqualTo("198.51.100.3");
        assertThat(response.topVia().rport()).isEqualTo(4711);
        assertThat(response.callId()).isEqualTo("c-81@caller.example");
        assertThat(response.from().tag()).isEqualTo("f77");
        assertThat(response.to().tag()).isNotEmpty();
    }

    @Test
    void shouldGiveSameBytesWhenRequestIsRepeated() {
        String text = Wire.request("INVITE", "Max-Forwards: 999");

        assertThat(answer(text).bytes()).isEqualTo(answer(text).bytes());
    }

    @Test
    void shouldKeepBothValuesWhenViasShareOneLine() throws SipParseException {
        StatelessAnswer answer = answer(Wire.request(
                "OPTIONS", "Via: SIP/2.0/UDP a.example;branch=1, SIP/2.0/UDP b.example;branch=2", "Max-Forwards: 999"));
        SipResponse response = (SipResponse) Wire.parse(answer.bytes());

        assertThat(response.viaCount()).isEqualTo(2);
        assertThat(response.headerValues("Via").get(1)).contains("b.example");
    }

    @Test
    void shouldSayVersionWhenVersionIsUnknown() {
        StatelessAnswer answer = answer(Wire.request("OPTIONS").replace("SIP/2.0\nVia", "SIP/7.0\nVia"));

        assertThat(new String(answer.bytes(), StandardCharsets.UTF_8))
                .startsWith("SIP/2.0 505 Version Not Supported\r\n");
    }

    /** What cannot be read goes back to where it came from. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense",
                "SIP/2.0/UDP :5060;branch=z9hG4bKa",
                "SIP/2.0/UDP 192.0.2.1:0;branch=z9hG4bKa",
                "SIP/2.0/UDP 192.0.2.1;branch=, SIP/2.0/UDP b.example"
            })
    void shouldCopyATopViaThatCannotBeRead(String via) {
        StatelessAnswer answer = answer(Wire.request("OPTIONS", "Via: " + via));
        assertThat(answer.topVia()).isNull();
        assertThat(new String(answer.bytes(), StandardCharsets.UTF_8))
                .startsWith("SIP/2.0 400 Bad Request")
                .contains("\r\nVia: " + via + "\r\n");
    }

    @Test
    void shouldBeNullWhenNoViaLeadsBack() {
        assertThat(answer(Wire.request("OPTIONS", "Via:"))).isNull();
        assertThat(answer(Wire.request(
                        "OPTIONS", "Via: SIP/2.0/UDP a;branch=1\n".repeat(22).strip())))
                .isNull();
    }

    @Test
    void shouldLeaveOutWhatHoldsControlCharacters() {
        StatelessAnswer answer = answer(Wire.request("OPTIONS", "Call-ID: a\u0007b"));

        assertThat(new String(answer.bytes(), StandardCharsets.UTF_8))
                .doesNotContain("Call-ID")
                .doesNotContain("\u0007");
    }

    @Test
    void shouldNotGrowBeyondRequestByMuch() {
        byte[] request = Wire.bytes(Wire.request("OPTIONS", "Max-Forwards: 999"));

        assertThat(answer(Wire.request("OPTIONS", "Max-Forwards: 999")).bytes().length)
                .isLessThan(request.length + 100);
    }
}

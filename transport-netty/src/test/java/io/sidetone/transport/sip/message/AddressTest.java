package io.sidetone.transport.sip.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** URIs, addresses and Via as values: reading, changing, writing. */
class AddressTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "sip:a@b                     | sip  | a        | b       | -1",
                "SIPS:a@b:5061               | sips | a        | b       | 5061",
                "sip:b                       | sip  | -        | b       | -1",
                "sip:a:pw@b;transport=TCP    | sip  | a        | b       | -1",
                "sip:%61%2B%20%00@b          | sip  | a+%20%00 | b       | -1",
                "sip:a@[::1]:5060;lr?h=v     | sip  | a        | [::1]   | 5060",
                "sip:a@under_score.example   | sip  | a        | under_score.example | -1",
                "sip:+1555;npdi;rn=+1777@b   | sip  | +1555;npdi;rn=+1777 | b | -1",
                "tel:*21#;phone-context=+1   | tel  | *21#     | -       | -1",
                "urn:service:sos             | urn  | -        | -       | -1",
            })
    void shouldTakeUriApart(String text, String scheme, String user, String host, int port) throws SipParseException {
        SipUri uri = SipUri.parse(text);

        assertThat(uri.scheme()).isEqualTo(scheme);
        assertThat(uri.user()).isEqualTo(user);
        assertThat(uri.host()).isEqualTo(host);
        assertThat(uri.port()).isEqualTo(port);
        assertThat(uri).hasToString(text);
        assertThat(SipUri.of(uri.toString())).isEqualTo(uri).hasSameHashCodeAs(uri);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "sip",
                "sip:",
                ":a",
                "1sip:a",
                "sip:a@",
                "sip:a@b@c",
                "sip:a b",
                "sip:<a>",
                "sip:a@b:0",
                "sip:a@b:",
                "sip:a@b:99999",
                "sip:a@b;;x",
                "sip:a@b;=x",
                "sip:a%",
                "sip:a%1@b",
                "sip:a@-b",
                "sip:a@b/c",
                "sip:[::1",
                "sip:[]",
                "sip:[:]",
                "sip:[1:2]",
                "sip:[1::2::3]",
                "sip:[12345::]",
                "sip:[::1.2.3]",
                "sip:[::1.2.3.999]",
                "sip:[1:2:3:4:5:6:7:8:9]",
                "sip:[1:2:3:4:5:6:7:]",
                "sip:[fe80::1%eth0]",
                "tel:",
                "tel:+",
                "tel:abc-x",
                "tel:+1;=",
                "sip:a@b;transport=udp;transport=tcp"
            })
    void shouldRefuseUriWhenMalformed(String text) {
        assertThatThrownBy(() -> SipUri.parse(text)).isInstanceOf(SipParseException.class);
        assertThatThrownBy(() -> SipUri.of(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("URI");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[::]",
                "[::1]",
                "[1::]",
                "[1:2:3:4:5:6:7:8]",
                "[2001:db8::1:2]",
                "[::ffff:192.0.2.1]",
                "[1:2:3:4:5:6:192.0.2.1]"
            })
    void shouldAcceptHostWhenItIsIpv6(String host) throws SipParseException {
        assertThat(SipUri.parse("sip:" + host).host()).isEqualTo(host);
    }

    @Test
    void shouldBuildUriFromParts() {
        assertThat(SipUri.sip("+1555", "192.0.2.1", 5060)).hasToString("sip:+1555@192.0.2.1:5060");
        assertThat(SipUri.sip(null, "::1", -1)).hasToString("sip:[::1]");
        assertThat(SipUri.sip("a b@\u00e4", "h", -1)).hasToString("sip:a%20b%40%c3%a4@h");
        assertThat(SipUri.sip("a", "h", -1).withParameter("lr", null).looseRouting())
                .isTrue();
        assertThat(SipUri.sip("a", "h", -1).withParameter("transport", "tcp").transport())
                .isEqualTo("tcp");
        assertThat(SipUri.of("sip:a@h?x=y").withoutHeaders()).hasToString("sip:a@h");
        assertThatThrownBy(() -> SipUri.of("tel:1").withParameter("a", "b")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> SipUri.sip("a", "h\r\nVia: x", -1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldWriteCanonicalFormWhenAddressIsChanged() throws SipParseException {
        NameAddress address = NameAddress.parse("sip:a@b;tag=1;x=\"q;\\\"\"");

        assertThat(address.withTag("2")).hasToString("<sip:a@b>;tag=2;x=\"q;\\\"\"");
        assertThat(address.params().get("X")).isEqualTo("q;\"");
        assertThat(address.withParameter("lr", null)).hasToString("<sip:a@b>;tag=1;x=\"q;\\\"\";lr");
        assertThat(new NameAddress("A \"B\" \\", SipUri.of("sip:a@b"), SipParameters.none()))
                .hasToString("\"A \\\"B\\\" \\\\\" <sip:a@b>");
        assertThatThrownBy(() -> address.withTag("x;y")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new NameAddress("a\r\nb", SipUri.of("sip:a@b"), SipParameters.none()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldKeepParametersInOrderWhenChanged() {
        SipParameters params =
                SipParameters.none().with("b", "1").with("a", null).with("B", "2");

        assertThat(params).hasToString(";b=2;a");
        assertThat(params.get("a")).isEmpty();
        assertThat(params.get("c")).isNull();
        assertThat(params.without("B")).hasToString(";a");
        assertThat(params.without("c")).isSameAs(params);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bK1;rport      | 192.0.2.1   | 7000 | SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bK1;rport=7000;received=192.0.2.1",
                "SIP/2.0/UDP 192.0.2.1;branch=z9hG4bK1                 | 192.0.2.1   | 7000 | SIP/2.0/UDP 192.0.2.1;branch=z9hG4bK1",
                "SIP/2.0/UDP gw.example;branch=z9hG4bK1                | 192.0.2.1   | 7000 | SIP/2.0/UDP gw.example;branch=z9hG4bK1;received=192.0.2.1",
                "SIP/2.0/UDP 192.0.2.1;received=9.9.9.9                | 192.0.2.1   | 7000 | SIP/2.0/UDP 192.0.2.1",
                "SIP/2.0/TCP [2001:DB8:0::1]                           | 2001:db8::1 | 7000 | SIP/2.0/TCP [2001:DB8:0::1]",
                "SIP/2.0/TCP [2001:db8::2];rport                       | 2001:db8::1 | 7000 | SIP/2.0/TCP [2001:db8::2];rport=7000;received=2001:db8:0:0:0:0:0:1",
            })
    void shouldNoteSourceInVia(String via, String address, int port, String expected) {
        assertThat(Written.via(via).withReceived(new InetSocketAddress(address, port)))
                .hasToString(expected);
    }

    @Test
    void shouldReadViaValuesThatAreOdd() {
        assertThat(Written.via("SIP/2.0/UDP a;rport=x").rport()).isEqualTo(-1);
        assertThat(Written.via("SIP/2.0/UDP a;rport=5060").rport()).isEqualTo(5060);
        assertThat(Written.via("SIP/2.0/UDP a").branch()).isNull();
        assertThatThrownBy(() -> Written.via("SIP/2.0/UDP a;branch=")).isInstanceOf(IllegalArgumentException.class);
        assertThat(Written.via("sip/2.0/udp a").transport()).isEqualTo("UDP");
        assertThat(Via.client("udp", "::1", 5060, "z9hG4bK9"))
                .hasToString("SIP/2.0/UDP [::1]:5060;branch=z9hG4bK9;rport");
        assertThatThrownBy(() -> Written.via("x")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Written.via("SIP/2.0/UDP a, SIP/2.0/UDP b"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldRefuseWhatWeWouldNotSend() {
        assertThatThrownBy(() -> SipMethod.of("A B")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new CSeq(-1, SipMethod.ACK)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new CSeq(1L << 31, SipMethod.ACK)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> SipResponse.builder(99, "x")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> SipResponse.builder(200, "a\r\nb")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> SipRequest.builder(SipMethod.BYE, SipUri.of("sip:a"))
                        .header("CSeq", "x")
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("CSeq");
        assertThatThrownBy(() -> new SipLimits(1, 1, 1, 1, 0, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "100, Trying",
        "299, OK",
        "399, Redirection",
        "486, Busy Here",
        "499, Request Failure",
        "599, Server Failure",
        "699, Global Failure",
        "199, Session Progress"
    })
    void shouldNamePhraseWhenNoneIsGiven(int code, String phrase) {
        assertThat(SipResponse.builder(code, null).build().reasonPhrase()).isEqualTo(phrase);
    }
}

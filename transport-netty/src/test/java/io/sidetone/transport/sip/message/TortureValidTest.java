package io.sidetone.transport.sip.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages that look odd and are well-formed, in the manner of RFC 4475 section 3.1.1 and RFC 5118. */
class TortureValidTest {
    private static Arguments valid(String name, String text, Consumer<SipMessage> check) {
        return Arguments.of(name, text, check);
    }

    static Stream<Arguments> messages() {
        return Stream.of(oddSpelling(), oddValues(), oddAddresses(), oldAndNew())
                .flatMap(s -> s);
    }

    private static Stream<Arguments> oddSpelling() {
        return Stream.of(
                valid(
                        "folding, blanks and compact names everywhere",
                        """
                        INVITE sip:desk@agent.example;unknownparam SIP/2.0
                        TO :
                         sip:desk@agent.example ;   tag    = 31415abc
                        from   : "I Berg \\\\\\""       <sip:ida@caller.example>
                          ;
                          tag = 27x
                        MaX-fOrWaRdS: 0068
                        i: odd.1@192.0.2.2
                        l   : 3
                        cseq: 0009
                          INVITE
                        v:  SIP  / 2.0  / TCP     relay.example   ;
                          branch  =   z9hG4bKfold1  ,
                         SIP  /    2.0   / UDP  192.168.7.8   ; branch=
                         z9hG4bKfold2
                        s :
                        NewHeader:   one
                         two
                        Odd: ;;,,;;,;
                        c: application/sdp
                        Route:
                         <sip:services.example;lr;unknownwith=value;unknown-no-value>
                        m:"Quoted \\"\\"" <sip:ida@caller.example> ; newparam =
                              newvalue ;
                          secondparam ; q = 0.33

                        abc""",
                        m -> {
                            assertThat(m.viaCount()).isEqualTo(2);
                            assertThat(m.topVia().branch()).isEqualTo("z9hG4bKfold1");
                            assertThat(m.headerValues("Via").get(1)).contains("z9hG4bKfold2");
                            assertThat(m.cseq().number()).isEqualTo(9);
                            assertThat(m.to().tag()).isEqualTo("31415abc");
                            assertThat(m.from().tag()).isEqualTo("27x");
                            assertThat(m.from().displayName()).isEqualTo("I Berg \\\"");
                            assertThat(m.maxForwards()).isEqualTo(68);
                            assertThat(m.header("Subject")).isEmpty();
                            assertThat(m.header("NewHeader")).isEqualTo("one two");
                            assertThat(m.header("Odd")).isEqualTo(";;,,;;,;");
                            assertThat(m.contact().params().get("newparam")).isEqualTo("newvalue");
                            assertThat(m.routes().get(0).uri().looseRouting()).isTrue();
                            assertThat(m.body()).hasSize(3);
                        }),
                valid("method of every token character", Wire.request("!op%Token'*_-+`~.z"), m -> assertThat(
                                ((SipRequest) m).method().name())
                        .isEqualTo("!op%Token'*_-+`~.z")),
                valid("escaped letters in a method stay as they are", Wire.request("IN%56ITE"), m -> assertThat(
                                ((SipRequest) m).method())
                        .isNotEqualTo(SipMethod.INVITE)),
                valid(
                        "tab before the colon",
                        Wire.request("OPTIONS").replace("Call-ID:", "Call-ID\t :"),
                        m -> assertThat(m.callId()).isEqualTo("c-81@caller.example")),
                valid("line breaks before the start line", "\n\n" + Wire.request("OPTIONS"), m -> assertThat(
                                m.cseq().number())
                        .isEqualTo(4)),
                valid(
                        "second request behind the first is ignored",
                        Wire.request("REGISTER") + Wire.request("INVITE"),
                        m -> assertThat(((SipRequest) m).method()).isEqualTo(SipMethod.REGISTER)),
                valid(
                        "lower-case version",
                        Wire.request("OPTIONS").replace("example SIP/2.0", "example sip/2.0"),
                        m -> assertThat(m.callId()).isNotNull()));
    }

    private static Stream<Arguments> oddValues() {
        return Stream.of(
                valid(
                        "long values below the limit",
                        Wire.request(
                                "OPTIONS",
                                "From: \"" + "n".repeat(900) + "\" <sip:" + "u".repeat(900) + "@caller.example>;tag="
                                        + "9".repeat(900)),
                        m -> assertThat(m.from().tag()).hasSize(900)),
                valid("Max-Forwards of zero", Wire.request("OPTIONS", "Max-Forwards: 0"), m -> assertThat(
                                m.maxForwards())
                        .isZero()),
                valid("largest sequence number", Wire.request("OPTIONS", "CSeq: 2147483647 OPTIONS"), m -> assertThat(
                                m.cseq().number())
                        .isEqualTo(2147483647L)),
                valid("response without reason phrase", response("SIP/2.0 100 "), m -> assertThat(
                                ((SipResponse) m).reasonPhrase())
                        .isEmpty()),
                valid(
                        "response with a phrase beyond ASCII",
                        response("SIP/2.0 200 = 2**3 * 5**2 \u043d\u043e \u0441\u0442\u043e"),
                        m -> assertThat(((SipResponse) m).reasonPhrase()).endsWith("\u0441\u0442\u043e")),
                valid(
                        "unknown authorization scheme",
                        Wire.request("REGISTER", "Contact: <sip:a@b>\nAuthorization: NoIdea opaque=1, x=\"2\""),
                        m -> assertThat(m.headerValues("Authorization")).hasSize(1)),
                valid(
                        "date in another time zone is nobody's business",
                        Wire.request("INVITE", "Contact: <sip:a@b>\nDate: Fri, 01 Jan 2010 16:00:00 EST"),
                        m -> assertThat(m.headerValues("Date")).hasSize(1)),
                valid(
                        "binary body",
                        Wire.request("MESSAGE", "Content-Length: 4") + "\u0000\u0001\u007f\u0002",
                        m -> assertThat(m.body()).containsExactly(0, 1, 127, 2)),
                valid(
                        "accept list is split, quotes are not",
                        Wire.request("OPTIONS", "Contact: <sip:a@b>\nAccept: application/sdp, a/b;x=\"1,2\""),
                        m -> assertThat(m.headerValues("Accept")).hasSize(2)));
    }

    private static Stream<Arguments> oddAddresses() {
        return Stream.of(
                valid(
                        "user of every allowed character, escaped controls in the display name",
                        Wire.request(
                                "OPTIONS",
                                "To: \"B:\\\u0007 N:\\\u0000 D:\\\u007f\" <sip:1_odd.URI~(to-be!sure)&isn't+it$/crazy?,/;;*"
                                        + ":&it+has=1,weird!*pas$wo~d_too.(doesn't-it)@agent.example>"),
                        m -> {
                            assertThat(m.to().displayName()).isEqualTo("B:\u0007 N:\u0000 D:\u007f");
                            assertThat(m.to().uri().host()).isEqualTo("agent.example");
                            assertThat(Written.address(m.to().toString())).isEqualTo(m.to());
                        }),
                valid(
                        "escaped null in the user",
                        Wire.request(
                                "REGISTER",
                                "To: <sip:null-%00-null@agent.example>",
                                "Contact: <sip:%00@192.0.2.1>, <sip:%00%00@x>"),
                        m -> {
                            assertThat(m.to().uri().user()).isEqualTo("null-%00-null");
                            assertThat(m.contacts()).hasSize(2);
                        }),
                valid(
                        "escaped at sign in the user",
                        Wire.request("INVITE")
                                .replace("sip:desk@agent.example SIP", "sip:sips%3Auser%40x@agent.example SIP"),
                        m -> assertThat(((SipRequest) m).requestUri().user()).isEqualTo("sips:user@x")),
                valid(
                        "semicolon parameters in the user",
                        Wire.request("OPTIONS")
                                .replace("sip:desk@agent.example SIP", "sip:user;par=u%40net@agent.example SIP"),
                        m -> assertThat(((SipRequest) m).requestUri().user()).isEqualTo("user;par=u@net")),
                valid(
                        "no blank between display name and bracket",
                        Wire.request("OPTIONS", "From: Ida<sip:ida@caller.example>;tag=f77"),
                        m -> assertThat(m.from().displayName()).isEqualTo("Ida")),
                valid(
                        "address without brackets: the parameters are the header's",
                        Wire.request("OPTIONS", "To: sip:desk@agent.example;user=phone"),
                        m -> assertThat(m.to().params().has("user")).isTrue()),
                valid(
                        "unknown schemes in To and From",
                        Wire.request("OPTIONS", "To: <isbn:2983792873>", "From: <http://www.example>;tag=3"),
                        m -> assertThat(m.to().uri().scheme()).isEqualTo("isbn")),
                valid(
                        "unknown scheme in the Request-URI",
                        Wire.request("OPTIONS")
                                .replace("sip:desk@agent.example SIP", "soap.beep://192.0.2.103:3002 SIP"),
                        m -> assertThat(((SipRequest) m).requestUri().isSip()).isFalse()),
                valid(
                        "telephone numbers as tel URIs",
                        Wire.request("INVITE", "From: <tel:+1-555-0100;phone-context=example>;tag=1")
                                .replace("sip:desk@agent.example SIP", "tel:+15550199 SIP"),
                        m -> {
                            assertThat(((SipRequest) m).requestUri().user()).isEqualTo("+15550199");
                            assertThat(m.from().uri().params().get("phone-context"))
                                    .isEqualTo("example");
                        }),
                valid(
                        "plus sign escaped in a number",
                        Wire.request("INVITE", "To: <sip:%2B15550199@agent.example>"),
                        m -> assertThat(m.to().uri().user()).isEqualTo("+15550199")));
    }

    private static Stream<Arguments> oldAndNew() {
        return Stream.of(
                valid(
                        "RFC 2543 style: no branch, no tag, no Max-Forwards, no Content-Length",
                        """
                        INVITE sip:desk@agent.example SIP/2.0
                        Via: SIP/2.0/UDP old.example
                        From: <sip:+15550111@old.example;user=phone>
                        To: sip:+15550199@agent.example;user=phone
                        Call-ID: 1717@old.example
                        CSeq: 56 INVITE
                        Content-Type: application/sdp

                        v=0
                        """,
                        m -> {
                            assertThat(m.topVia().branch()).isNull();
                            assertThat(m.topVia().hasRfc3261Branch()).isFalse();
                            assertThat(m.from().tag()).isNull();
                            assertThat(m.maxForwards()).isEqualTo(-1);
                            assertThat(m.body()).hasSize(5);
                        }),
                valid(
                        "branch of the cookie alone",
                        Wire.request("OPTIONS", "Via: SIP/2.0/UDP 192.0.2.1;branch=z9hG4bK"),
                        m -> assertThat(m.topVia().hasRfc3261Branch()).isFalse()),
                valid(
                        "transports known and unknown",
                        Wire.request(
                                "OPTIONS",
                                "Via: SIP/2.0/UDP a.example;branch=z9hG4bK1,SIP/2.0/SCTP b.example;"
                                        + "branch=z9hG4bK2, SIP/2.0/ODD c.example;branch=z9hG4bK3"),
                        m -> assertThat(m.viaCount()).isEqualTo(3)),
                valid(
                        "IPv6 with port in the Request-URI and in Via",
                        Wire.request(
                                        "OPTIONS",
                                        "Via: SIP/2.0/UDP [2001:db8::9:1]:5070;received=[2001:db8::9:255];branch=z9hG4bKa")
                                .replace("sip:desk@agent.example SIP", "sip:desk@[2001:db8::10]:5070 SIP"),
                        m -> {
                            assertThat(((SipRequest) m).requestUri().port()).isEqualTo(5070);
                            assertThat(m.topVia().received()).isEqualTo("2001:db8::9:255");
                            assertThat(m.topVia().port()).isEqualTo(5070);
                        }),
                valid(
                        "IPv6 received without brackets",
                        Wire.request(
                                "OPTIONS", "Via: SIP/2.0/UDP [2001:db8::9:1];received=2001:db8::9:255;branch=z9hG4bKa"),
                        m -> assertThat(m.topVia().received()).isEqualTo("2001:db8::9:255")),
                valid(
                        "port that could be a group of the address",
                        Wire.request("OPTIONS").replace("sip:desk@agent.example SIP", "sip:[2001:db8::10:5070] SIP"),
                        m -> assertThat(((SipRequest) m).requestUri().port()).isEqualTo(-1)),
                valid(
                        "IPv4 mapped into IPv6",
                        Wire.request("OPTIONS", "Contact: <sip:a@[::ffff:192.0.2.10]:19823>"),
                        m -> assertThat(m.contact().uri().port()).isEqualTo(19823)),
                valid(
                        "broadcast address in Via of a response",
                        response("SIP/2.0 200 OK").replace("192.0.2.10:5060", "255.255.255.255"),
                        m -> assertThat(m.topVia().host()).isEqualTo("255.255.255.255")),
                valid("Contact star", Wire.request("REGISTER", "Contact: *"), m -> {
                    assertThat(m.contactStar()).isTrue();
                    assertThat(m.contact()).isNull();
                }));
    }

    static String response(String statusLine) {
        String request = Wire.request("INVITE");
        return statusLine + request.substring(request.indexOf('\n'));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("messages")
    void shouldAcceptWhenMessageIsWellFormed(String name, String text, Consumer<SipMessage> check)
            throws SipParseException {
        SipMessage message = Wire.parse(text);

        check.accept(message);
        byte[] encoded = SipEncoder.encode(message);
        SipMessage again = Wire.parse(encoded);
        check.accept(again);
        assertThat(SipEncoder.encode(again)).as(name).isEqualTo(encoded);
    }
}

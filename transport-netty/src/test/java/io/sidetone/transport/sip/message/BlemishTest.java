package io.sidetone.transport.sip.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Blemishes in what only has to be copied or shown cost no call. RFC 4475 leaves it to the receiver whether it refuses or recovers from an
 * open quote (3.1.2.6), blanks in an addr-spec (3.1.2.15) and other characters in a display name (3.1.2.16): the caller is on the
 * line, and neither says where a message goes.
 */
class BlemishTest {
    private static final List<String> DISPLAYS = List.of(
            "",
            "Ida",
            "\"Ida\" ",
            "\"\"unknown\"\" ",
            "\"Mr. J. User ",
            "\"D\\\" ",
            "Bell, Alex ",
            "I. M. <b> ",
            "O'Hara & (Co.) ",
            "\"a\"b\" ");
    private static final List<String> ADDRESSES = List.of(
            "<sip:w@h.example>",
            "<sip:@anonymous.invalid>",
            "< sip:w@h.example >",
            "<sip:John Smith@h.example>",
            "<sip:50%off@h.example>",
            "<sip:a@b@h.example>",
            "<sip:w@h.example:x>",
            "<sip:w@.h>",
            "<tel:>",
            "<unknown>",
            "<sip:w@h.example;>");
    private static final List<String> PARAMETERS = List.of(
            "", ";", ";x", ";x=", ";=y", ";x=\"open", " ;x = 1 ;", ";user=phone;;", " noise", ";isup-oli=00;x=[a]");

    static Stream<Arguments> shown() {
        return Stream.of(
                Arguments.of("\"\"unknown\"\" <sip:w@h>", "\"unknown\"", "w"),
                Arguments.of("\"Mr. J. User <sip:w@h>", "Mr. J. User", "w"),
                Arguments.of("Bell, Alex <sip:w@h>", "Bell, Alex", "w"),
                Arguments.of("<sip:@anonymous.invalid>", "", null),
                Arguments.of("< sip:w@h >", "", "w"),
                Arguments.of("<sip:John Smith@h>", "", "John Smith"),
                Arguments.of("sip:john smith@h", "", "john smith"),
                Arguments.of("anonymous", "", null),
                Arguments.of("<sip:50%off@h>", "", "50%off"));
    }

    @ParameterizedTest
    @MethodSource("shown")
    void shouldShowTheCallerWhenItsAddressHasABlemish(String value, String name, String user) throws SipParseException {
        SipMessage message = Wire.parse(Wire.bytes(Wire.request("INVITE", "From: " + value + ";tag=a1;")));
        assertThat(message.from().displayName()).isEqualTo(name);
        assertThat(message.from().uri().user()).isEqualTo(user);
        assertThat(message.from().tag()).isEqualTo("a1");
    }

    /** All 10 x 11 x 10 addresses, in From and To, of requests and of responses. */
    @Property(tries = 5_000)
    void shouldReadTheTagAndSendTheAddressBackWhateverStandsAroundThem(@ForAll long seed) throws SipParseException {
        Random random = new Random(seed);
        String value = pick(DISPLAYS, random) + pick(ADDRESSES, random);
        String blemished = value + ";tag=a1" + pick(PARAMETERS, random);
        String text = Wire.request("INVITE", "From: " + blemished).replace("To: <", "To: \"\"x\"\" <");
        SipRequest request = (SipRequest) Wire.parse(Wire.bytes(text));
        assertThat(request.from().tag()).isEqualTo("a1");
        assertThat(NameAddress.shown(request.from().toString()).tag()).isEqualTo("a1");
        SipResponse ok = SipResponse.forRequest(request, 200, null, "b2").build();
        assertThat(ok.header("From")).isEqualTo(blemished.strip());
        assertThat(ok.to().tag()).isEqualTo("b2");
        SipMutationTest.survives(request, "seed " + seed);
    }

    private static String pick(List<String> from, Random random) {
        return from.get(random.nextInt(from.size()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SIP/2.0/UDP 10.0.0.9:5060;rport=;branch=z9hG4bKx",
                "SIP/2.0/UDP 10.0.0.9;branch=z9hG4bKx;",
                "SIP/2.0/UDP 10.0.0.9;;;",
                "SIP/2.0/UDP 2001:db8::9;branch=z9hG4bKx",
                "SIP/2.0/UDP 10.0.0.9:0;branch=z9hG4bKx",
                "SIP/2.0/UDP",
                "HTTP/1.1 proxy"
            })
    void shouldCopyAViaBelowTheFirstAsItIs(String second) throws SipParseException {
        String top = "Via: SIP/2.0/UDP 192.0.2.10:5060;branch=z9hG4bKtop;rport=;x=\"";
        for (String separator : List.of(", ", "\nv: ")) {
            String text = Wire.request("OPTIONS", top + (separator.equals(", ") ? "\"" : "") + separator + second);
            SipRequest request = (SipRequest) Wire.parse(Wire.bytes(text));
            assertThat(request.topVia().branch()).isEqualTo("z9hG4bKtop");
            assertThat(request.topVia().hasRport()).isTrue();
            assertThat(request.viaCount()).isEqualTo(2);
            SipRequest marked = request.withTopVia(
                    request.topVia().withReceived(new java.net.InetSocketAddress("198.51.100.7", 5062)));
            SipResponse ok = SipResponse.forRequest(marked, 200, null, "t").build();
            assertThat(ok.headerValues("Via").get(1)).isEqualTo(second);
            assertThat(ok.topVia().rport()).isEqualTo(5062);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X Foo: 1",
                "no colon at all",
                ": empty",
                "X\u00e4: 1",
                "(odd): 1",
                "X-Bell: a\u0007b",
                "Subject: \u0001",
                "Expires: soon",
                "Date: yesterday",
                "Warning: 399",
                "P-Asserted-Identity: <"
            })
    void shouldIgnoreALineThatIsNotUnderstood(String line) throws SipParseException {
        String text = Wire.request("INVITE").replace("Max-Forwards", line + "\n folded\nMax-Forwards");
        SipMessage message = Wire.parse(Wire.bytes(text));
        assertThat(message.maxForwards()).isEqualTo(70);
        assertThat(message.callId()).isNotNull();
    }

    /** A response ends the request, whatever else is wrong with it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Contact: <sip:a@b",
                "Contact: sip:a@b?x",
                "Contact: *\nContact: <sip:a@b>",
                "Record-Route: <nothing here>",
                "Max-Forwards: many",
                "Content-Type: a/b\nContent-Type: a/b",
                "Retry-After: soon",
                "WWW-Authenticate: what",
                "X Y: z"
            })
    void shouldReadAResponseWhenAHeaderThatItDoesNotNeedHasABlemish(String line) throws SipParseException {
        List<Integer> codes = new ArrayList<>();
        for (int code : new int[] {180, 200, 302, 486, 603}) {
            String text = TortureValidTest.response("SIP/2.0 " + code + " X")
                    .replace("Content-Length", line + "\nContent-Length");
            SipResponse response = (SipResponse) Wire.parse(Wire.bytes(text));
            codes.add(response.statusCode());
            assertThat(response.to()).isNotNull();
        }
        assertThat(codes).hasSize(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Record-Route", "Route"})
    void shouldKeepTheParametersOfARouteWithoutBrackets(String name) throws SipParseException {
        String value = "sip:p1.example;transport=tcp;lr, <sip:p2.example;lr>;x=1, sip:p3.example;lr;";
        SipMessage message = Wire.parse(
                Wire.bytes(Wire.request("INVITE").replace("Max-Forwards", name + ": " + value + "\nMax-Forwards")));
        List<NameAddress> routes = name.equals("Route") ? message.routes() : message.recordRoutes();
        assertThat(routes)
                .extracting(NameAddress::toString)
                .containsExactly("<sip:p1.example;transport=tcp;lr>", "<sip:p2.example;lr>;x=1", "<sip:p3.example;lr>");
        assertThat(routes).allMatch(route -> route.uri().looseRouting());
    }
}

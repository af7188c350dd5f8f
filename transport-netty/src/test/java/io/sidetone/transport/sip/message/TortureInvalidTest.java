package io.sidetone.transport.sip.message;

import static io.sidetone.transport.sip.message.SipRule.ADDRESS;
import static io.sidetone.transport.sip.message.SipRule.BARE_LINE_BREAK;
import static io.sidetone.transport.sip.message.SipRule.BODY_TRUNCATED;
import static io.sidetone.transport.sip.message.SipRule.CALL_ID;
import static io.sidetone.transport.sip.message.SipRule.CONTENT_LENGTH;
import static io.sidetone.transport.sip.message.SipRule.CONTROL_CHARACTER;
import static io.sidetone.transport.sip.message.SipRule.CSEQ;
import static io.sidetone.transport.sip.message.SipRule.CSEQ_METHOD;
import static io.sidetone.transport.sip.message.SipRule.CSEQ_RANGE;
import static io.sidetone.transport.sip.message.SipRule.DUPLICATE_HEADER;
import static io.sidetone.transport.sip.message.SipRule.DUPLICATE_PARAMETER;
import static io.sidetone.transport.sip.message.SipRule.ESCAPE;
import static io.sidetone.transport.sip.message.SipRule.HEADERS_UNTERMINATED;
import static io.sidetone.transport.sip.message.SipRule.HOST;
import static io.sidetone.transport.sip.message.SipRule.MAX_FORWARDS;
import static io.sidetone.transport.sip.message.SipRule.MISSING_CALL_ID;
import static io.sidetone.transport.sip.message.SipRule.MISSING_CSEQ;
import static io.sidetone.transport.sip.message.SipRule.MISSING_FROM;
import static io.sidetone.transport.sip.message.SipRule.MISSING_TO;
import static io.sidetone.transport.sip.message.SipRule.MISSING_VIA;
import static io.sidetone.transport.sip.message.SipRule.PARAMETER;
import static io.sidetone.transport.sip.message.SipRule.PORT;
import static io.sidetone.transport.sip.message.SipRule.REQUEST_URI;
import static io.sidetone.transport.sip.message.SipRule.START_LINE;
import static io.sidetone.transport.sip.message.SipRule.STATUS_CODE;
import static io.sidetone.transport.sip.message.SipRule.URI;
import static io.sidetone.transport.sip.message.SipRule.VERSION;
import static io.sidetone.transport.sip.message.SipRule.VIA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages that are not well-formed, in the manner of RFC 4475 section 3.1.2, each with its rule and answer. */
class TortureInvalidTest {
    private static Arguments bad(String name, int statusCode, SipRule rule, String text) {
        return Arguments.of(name, statusCode, rule, text);
    }

    static Stream<Arguments> messages() {
        return Stream.of(startLines(), framing(), mandatory(), numbers(), addresses(), vias(), neverAnswered())
                .flatMap(s -> s);
    }

    private static String line(String startLine) {
        String request = Wire.request("OPTIONS");
        return startLine + request.substring(request.indexOf('\n'));
    }

    private static Stream<Arguments> startLines() {
        return Stream.of(
                bad("two blanks after the method", 400, START_LINE, line("OPTIONS  sip:a@b SIP/2.0")),
                bad("two blanks before the version", 400, START_LINE, line("OPTIONS sip:a@b  SIP/2.0")),
                bad("blank after the version", 400, START_LINE, line("OPTIONS sip:a@b SIP/2.0 ")),
                bad("blank inside the Request-URI", 400, START_LINE, line("OPTIONS sip:a@b; lr SIP/2.0")),
                bad("tab instead of a blank", 400, CONTROL_CHARACTER, line("OPTIONS sip:a@b\tSIP/2.0")),
                bad("Request-URI in angle brackets", 400, REQUEST_URI, line("OPTIONS <sip:a@b> SIP/2.0")),
                bad("headers in the Request-URI", 400, REQUEST_URI, line("OPTIONS sip:a@b?Route=%3Csip:c%3E SIP/2.0")),
                bad("Request-URI without scheme", 400, REQUEST_URI, line("OPTIONS desk SIP/2.0")),
                bad("Request-URI with two at signs", 400, REQUEST_URI, line("OPTIONS sip:a@b@c SIP/2.0")),
                bad("half an escape", 400, REQUEST_URI, line("OPTIONS sip:a%4@b SIP/2.0")),
                bad("port out of range", 400, REQUEST_URI, line("OPTIONS sip:a@b:65536 SIP/2.0")),
                bad("IPv6 without brackets", 400, REQUEST_URI, line("OPTIONS sip:2001:db8::10 SIP/2.0")),
                bad("IPv6 with three colons", 400, REQUEST_URI, line("OPTIONS sip:a@[2001:db8:::192.0.2.1] SIP/2.0")),
                bad("version 7.0", 505, VERSION, line("OPTIONS sip:a@b SIP/7.0")),
                bad("version 2.00", 505, VERSION, line("OPTIONS sip:a@b SIP/2.00")),
                bad("version without dot", 400, START_LINE, line("OPTIONS sip:a@b SIP/20")),
                bad("method and Request-URI only", 400, START_LINE, line("OPTIONS sip:a@b")));
    }

    private static Stream<Arguments> framing() {
        String good = Wire.request("OPTIONS");
        return Stream.of(
                bad("LF alone ends the start line", 400, BARE_LINE_BREAK, good.replaceFirst("\n", "\u2424")),
                bad(
                        "LF alone inside a header",
                        400,
                        BARE_LINE_BREAK,
                        good.replace("caller.example\nCSeq", "x\u2424CSeq")),
                bad("CR alone inside a header", 400, BARE_LINE_BREAK, good.replace("caller.example\nCSeq", "x\rCSeq")),
                bad(
                        "NUL inside a header",
                        400,
                        CONTROL_CHARACTER,
                        good.replace("Max-Forwards: 70", "Max-Forwards: 7\u00000")),
                bad(
                        "control character before the colon",
                        400,
                        MISSING_CALL_ID,
                        good.replace("Call-ID:", "Call-ID\u000b:")),
                bad("blank inside a header name", 400, MISSING_CALL_ID, good.replace("Call-ID:", "Call ID:")),
                bad("continuation before any header", 400, MISSING_VIA, good.replaceFirst("\nVia", "\n Via")),
                bad("empty line is missing", 400, HEADERS_UNTERMINATED, good.stripTrailing() + "\n"),
                bad("ends inside a header", 400, HEADERS_UNTERMINATED, good.substring(0, good.indexOf("CSeq"))),
                bad(
                        "Content-Length above the body",
                        400,
                        BODY_TRUNCATED,
                        Wire.request("OPTIONS", "Content-Length: 9999")),
                bad("Content-Length negative", 400, CONTENT_LENGTH, Wire.request("OPTIONS", "Content-Length: -999")),
                bad("Content-Length 2^32", 400, CONTENT_LENGTH, Wire.request("OPTIONS", "Content-Length: 4294967296")),
                bad("Content-Length not a number", 400, CONTENT_LENGTH, Wire.request("OPTIONS", "Content-Length: 0x1")),
                bad("Content-Length empty", 400, CONTENT_LENGTH, Wire.request("OPTIONS", "Content-Length: ")),
                bad("Content-Length twice", 400, DUPLICATE_HEADER, Wire.request("OPTIONS", "Content-Length: 0\nl: 0")));
    }

    private static Stream<Arguments> mandatory() {
        return Stream.of(
                bad("no Via", 400, MISSING_VIA, Wire.request("OPTIONS", "Via:")),
                bad("no From", 400, MISSING_FROM, Wire.request("OPTIONS", "From:")),
                bad("no To", 400, MISSING_TO, Wire.request("OPTIONS", "To:")),
                bad("no Call-ID", 400, MISSING_CALL_ID, Wire.request("OPTIONS", "Call-ID:")),
                bad("no CSeq", 400, MISSING_CSEQ, Wire.request("OPTIONS", "CSeq:")),
                bad(
                        "two From",
                        400,
                        DUPLICATE_HEADER,
                        Wire.request("OPTIONS", "From: <sip:a@b>;tag=1\nf: <sip:a@b>;tag=1")),
                bad("two To", 400, DUPLICATE_HEADER, Wire.request("OPTIONS", "To: <sip:a@b>\nTo: <sip:c@d>")),
                bad("two CSeq", 400, DUPLICATE_HEADER, Wire.request("OPTIONS", "CSeq: 1 OPTIONS\nCSeq: 1 OPTIONS")),
                bad("two Call-ID", 400, DUPLICATE_HEADER, Wire.request("OPTIONS", "Call-ID: 1\ni: 2")),
                bad(
                        "two Max-Forwards",
                        400,
                        DUPLICATE_HEADER,
                        Wire.request("OPTIONS", "Max-Forwards: 1\nMax-Forwards: 1")),
                bad(
                        "two Content-Type",
                        400,
                        DUPLICATE_HEADER,
                        Wire.request("OPTIONS", "Contact: <sip:a@b>\nc: a/b\nc: a/b")),
                bad("empty Call-ID", 400, CALL_ID, Wire.request("OPTIONS", "Call-ID: ")),
                bad("blank inside Call-ID", 400, CALL_ID, Wire.request("OPTIONS", "Call-ID: a b")),
                bad("Call-ID beyond ASCII", 400, CALL_ID, Wire.request("OPTIONS", "Call-ID: \u00e4@b")));
    }

    private static Stream<Arguments> numbers() {
        return Stream.of(
                bad("CSeq of another method", 400, CSEQ_METHOD, Wire.request("OPTIONS", "CSeq: 8 INVITE")),
                bad("CSeq of an unknown method", 400, CSEQ_METHOD, Wire.request("NEWONE", "CSeq: 8 INVITE")),
                bad("CSeq method in lower case", 400, CSEQ_METHOD, Wire.request("OPTIONS", "CSeq: 8 options")),
                bad("CSeq 2^31", 400, CSEQ_RANGE, Wire.request("OPTIONS", "CSeq: 2147483648 OPTIONS")),
                bad("CSeq 2^65", 400, CSEQ_RANGE, Wire.request("OPTIONS", "CSeq: 36893488147419103232 OPTIONS")),
                bad("CSeq without method", 400, CSEQ, Wire.request("OPTIONS", "CSeq: 8")),
                bad("CSeq without blank", 400, CSEQ, Wire.request("OPTIONS", "CSeq: 8OPTIONS")),
                bad("CSeq negative", 400, CSEQ, Wire.request("OPTIONS", "CSeq: -8 OPTIONS")),
                bad("CSeq with a tail", 400, CSEQ, Wire.request("OPTIONS", "CSeq: 8 OPTIONS x")),
                bad("Max-Forwards 300", 400, MAX_FORWARDS, Wire.request("OPTIONS", "Max-Forwards: 300")),
                bad(
                        "Max-Forwards of many digits",
                        400,
                        MAX_FORWARDS,
                        Wire.request("OPTIONS", "Max-Forwards: " + "9".repeat(99))),
                bad("Max-Forwards in words", 400, MAX_FORWARDS, Wire.request("OPTIONS", "Max-Forwards: many")));
    }

    private static Stream<Arguments> addresses() {
        return Stream.of(
                bad("bracket not closed", 400, ADDRESS, Wire.request("OPTIONS", "To: <sip:a@b")),
                bad("tag without value", 400, PARAMETER, Wire.request("OPTIONS", "From: <sip:a@b>;tag=;x")),
                bad("tag not closed", 400, PARAMETER, Wire.request("OPTIONS", "From: <sip:a@b>;tag=\"x")),
                bad("blanks inside the brackets", 400, URI, Wire.request("OPTIONS", "Contact: \"W, T\" < sip:t.w@x >")),
                bad(
                        "question mark without brackets",
                        400,
                        ADDRESS,
                        Wire.request("REGISTER", "Contact: sip:a@b?Route=c")),
                bad(
                        "empty element in a Route list",
                        400,
                        URI,
                        Wire.request("OPTIONS", "Contact: <sip:a@b>\nRoute: <sip:a>,,<sip:b>")),
                bad("list ends with a comma", 400, URI, Wire.request("OPTIONS", "Contact: <sip:a@b>,")),
                bad("two tags", 400, DUPLICATE_PARAMETER, Wire.request("OPTIONS", "From: <sip:a@b>;tag=1;tag=2")),
                bad("two addresses in From", 400, ADDRESS, Wire.request("OPTIONS", "From: <sip:a@b>;tag=1, <sip:c@d>")),
                bad("empty From", 400, URI, Wire.request("OPTIONS", "From: ")),
                bad("Contact star and an address", 400, ADDRESS, Wire.request("REGISTER", "Contact: *\nm: <sip:a@b>")),
                bad("escape that is none", 400, ESCAPE, Wire.request("OPTIONS", "Contact: <sip:a%zz@b>")),
                bad("host begins with a dot", 400, HOST, Wire.request("OPTIONS", "Contact: <sip:a@.b>")),
                bad("port of letters", 400, PORT, Wire.request("OPTIONS", "Contact: <sip:a@b:x>")));
    }

    private static Stream<Arguments> vias() {
        return Stream.of(
                bad(
                        "separators behind Via",
                        400,
                        PARAMETER,
                        Wire.request("OPTIONS", "Via: SIP/2.0/UDP 192.0.2.15;;,;,,")),
                bad("empty Via", 400, VIA, Wire.request("OPTIONS", "Via: ")),
                bad("Via of another protocol", 400, VIA, Wire.request("OPTIONS", "Via: HTTP/1.1/TCP a.example")),
                bad("Via without transport", 400, VIA, Wire.request("OPTIONS", "Via: SIP/2.0 a.example")),
                bad("Via without host", 400, HOST, Wire.request("OPTIONS", "Via: SIP/2.0/UDP ;branch=z9hG4bK1")),
                bad("Via with a port out of range", 400, PORT, Wire.request("OPTIONS", "Via: SIP/2.0/UDP a:70000")),
                bad(
                        "Via with two branches",
                        400,
                        DUPLICATE_PARAMETER,
                        Wire.request("OPTIONS", "Via: SIP/2.0/UDP a;branch=x;branch=y")),
                bad(
                        "Via with IPv6 without brackets",
                        400,
                        PORT,
                        Wire.request("OPTIONS", "Via: SIP/2.0/UDP 2001:db8::9")),
                bad("Via ends with a comma", 400, VIA, Wire.request("OPTIONS", "Via: SIP/2.0/UDP a;branch=x,")));
    }

    private static Stream<Arguments> neverAnswered() {
        return Stream.of(
                bad("status code of ten digits", 0, START_LINE, TortureValidTest.response("SIP/2.0 4294967301 better")),
                bad("status code 700", 0, STATUS_CODE, TortureValidTest.response("SIP/2.0 700 OK")),
                bad("status code 099", 0, STATUS_CODE, TortureValidTest.response("SIP/2.0 099 OK")),
                bad("response of version 7.0", 0, VERSION, TortureValidTest.response("SIP/7.0 200 OK")),
                bad(
                        "response with CSeq 2^33",
                        0,
                        CSEQ_RANGE,
                        TortureValidTest.response("SIP/2.0 503 No")
                                .replace("CSeq: 4 ", "CSeq: 9292394834772304023312 ")),
                bad("ACK with two To", 0, DUPLICATE_HEADER, Wire.request("ACK", "To: <sip:a@b>\nTo: <sip:c@d>")),
                bad("not SIP", 0, START_LINE, "\u00ff\u00fe hello\n\n"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("messages")
    void shouldRejectWhenMessageIsMalformed(String name, int statusCode, SipRule rule, String text) {
        byte[] bytes = bytes(text);

        SipParseException problem = catchThrowableOfType(SipParseException.class, () -> Wire.parse(bytes));

        assertThat(problem).as(name).isNotNull();
        assertThat(problem.rule()).as(problem.getMessage()).isEqualTo(rule);
        assertThat(problem.statusCode()).isEqualTo(statusCode);
        assertThat(problem.getMessage()).matches("[ -~]{1,400}");
        assertThat(problem.getStackTrace()).isEmpty();
    }

    /** The sign U+2424 stands for an LF without CR. */
    private static byte[] bytes(String text) {
        byte[] bytes = Wire.bytes(text.replace("\u2424", "\u0011LF"));
        byte[] out = new byte[bytes.length];
        int length = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == 0x11) {
                out[length++] = '\n';
                i += 2;
            } else {
                out[length++] = bytes[i];
            }
        }
        return Arrays.copyOf(out, length);
    }
}

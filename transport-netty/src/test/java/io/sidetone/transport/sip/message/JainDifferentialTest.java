package io.sidetone.transport.sip.message;

import static org.assertj.core.api.Assertions.assertThat;

import gov.nist.javax.sip.message.SIPMessage;
import gov.nist.javax.sip.message.SIPRequest;
import gov.nist.javax.sip.message.SIPResponse;
import gov.nist.javax.sip.parser.StringMsgParser;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.Arguments;

/** Accept or reject, compared with the reference implementation of JAIN-SIP. Every difference must be one we want. */
class JainDifferentialTest {
    private static final int ROUNDS = 8_000;

    /** Fixed by default: a new seed may find a new difference, which a person then judges and lists here. */
    private static final long FIRST_SEED = 3261;

    /** Rules by which we reject what the reference accepts. Where a rule is not listed, both must reject. */
    private static final Map<SipRule, String> STRICTER = new EnumMap<>(Map.ofEntries(
            Map.entry(SipRule.BARE_LINE_BREAK, "it takes CR alone for white space"),
            Map.entry(SipRule.CONTROL_CHARACTER, "it lets control characters through"),
            Map.entry(SipRule.HEADERS_UNTERMINATED, "it does without the empty line"),
            Map.entry(SipRule.START_LINE, "it skips double blanks and text around the version and status code"),
            Map.entry(SipRule.VERSION, "it takes every version"),
            Map.entry(SipRule.CALL_ID, "it takes blanks and text beyond ASCII"),
            Map.entry(SipRule.CSEQ_RANGE, "it takes 2^31"),
            Map.entry(SipRule.STATUS_CODE, "it takes 099"),
            Map.entry(SipRule.CSEQ, "it needs no blank before the method"),
            Map.entry(SipRule.DUPLICATE_HEADER, "it keeps one of several From, To, CSeq, Call-ID, Content-Length"),
            Map.entry(SipRule.DUPLICATE_PARAMETER, "it keeps one of several tags or branches"),
            Map.entry(SipRule.VIA, "it takes every protocol version, and text behind an address"),
            Map.entry(SipRule.ADDRESS, "it ignores text behind an address"),
            Map.entry(SipRule.URI, "it takes schemes that are none, and several separators"),
            Map.entry(SipRule.REQUEST_URI, "the same in the Request-URI, and headers there"),
            Map.entry(SipRule.PARAMETER, "it takes empty parameters"),
            Map.entry(SipRule.HOST, "it does not check IPv6 references"),
            Map.entry(SipRule.PORT, "it takes ports above 65535"),
            Map.entry(SipRule.ESCAPE, "it does not look into tel URIs"),
            Map.entry(SipRule.QUOTED_STRING, "it takes an open quote in a parameter"),
            Map.entry(SipRule.MAX_FORWARDS, "it takes the number at the head of text")));

    private record Seen(String difference, String sample) {}

    @Test
    void shouldDifferOnlyWhereIntendedWhenBytesAreDamaged() {
        long seed = Long.getLong("sidetone.seed", FIRST_SEED);
        System.out.println("JainDifferentialTest seed " + seed + " (another with -Dsidetone.seed=N)");
        Random random = new Random(seed);
        List<Seen> unexplained = new ArrayList<>();
        Map<String, Integer> counts = new TreeMap<>();
        for (int round = 0; round < ROUNDS; round++) {
            byte[] original = Wire.bytes(SipMutationTest.SEEDS[round % SipMutationTest.SEEDS.length]);
            compare(Damage.once(original, random), counts, unexplained);
        }
        System.out.println("JainDifferentialTest " + counts);
        assertThat(unexplained).as("seed %d", seed).isEmpty();
        assertThat(counts.get("both accept")).isGreaterThan(ROUNDS / 50);
        assertThat(counts.get("both reject")).isGreaterThan(ROUNDS / 50);
    }

    @Test
    void shouldDifferOnlyWhereIntendedWhenMessagesAreTortured() {
        List<Seen> unexplained = new ArrayList<>();
        Map<String, Integer> counts = new TreeMap<>();
        Stream<Arguments> all = Stream.concat(TortureValidTest.messages(), TortureInvalidTest.messages());
        all.forEach(a -> {
            Object[] arguments = a.get();
            String text = (String) arguments[arguments.length == 3 ? 1 : 3];
            compare(Wire.bytes(text.replace("\u2424", "\n")), counts, unexplained);
        });
        System.out.println("JainDifferentialTest torture " + counts);
        assertThat(unexplained).isEmpty();
    }

    private static void compare(byte[] bytes, Map<String, Integer> counts, List<Seen> unexplained) {
        SipMessage message = null;
        SipParseException problem = null;
        try {
            message = Wire.parse(bytes);
        } catch (SipParseException e) {
            problem = e;
        }
        String theirs = jainProblem(bytes);
        String outcome;
        if (message != null && theirs != null) {
            String known = leniency(message, bytes);
            outcome = known == null ? null : "we accept: " + known;
        } else if (problem != null && theirs == null) {
            outcome = STRICTER.containsKey(problem.rule()) ? "we reject: " + problem.rule() : null;
        } else {
            outcome = message != null ? "both accept" : "both reject";
        }
        if (outcome == null) {
            String why = message != null ? "only JAIN rejects: " + theirs : "only we reject: " + problem.getMessage();
            unexplained.add(new Seen(why, new String(bytes, StandardCharsets.ISO_8859_1)));
        } else {
            counts.merge(outcome, 1, Integer::sum);
        }
    }

    /** Why we accept what the reference rejects, or null when that is not intended. */
    private static String leniency(SipMessage message, byte[] bytes) {
        boolean invite =
                message instanceof SipRequest request && request.method().equals(SipMethod.INVITE);
        if (message.maxForwards() < 0 || (invite && message.contact() == null)) {
            return "Max-Forwards and Contact may be missing (RFC 2543)";
        }
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int body = text.indexOf("\r\n\r\n") + 4;
        if (bytes.length - body > message.body().length || message.header("Content-Length") == null) {
            return "bytes behind the body, or no Content-Length, in a datagram";
        }
        if (!text.contains("SIP/2.0\r\n") && !text.startsWith("SIP/2.0")) {
            return "version in lower case";
        }
        if (message instanceof SipResponse && !message.cseq().method().equals(SipMethod.INVITE)) {
            return "response to an unknown method";
        }
        if (Pattern.compile("(?m)^(Via|v):.*\r\n[ \t]").matcher(text).find()) {
            return "folding between transport and host";
        }
        if (Stream.of("From", "To", "Contact", "Route", "Record-Route", "Via")
                .flatMap(name -> message.headerValues(name).stream())
                .anyMatch(JainDifferentialTest::readMoreWidely)) {
            return "characters outside token in values, users and display names";
        }
        if (message instanceof SipRequest request && readMoreWidely("<" + request.requestUri() + ">")) {
            return "characters outside the grammar in the Request-URI";
        }
        if (jainProblem(withoutUntyped(text)) == null) {
            return "headers we leave as text";
        }
        return jainProblem(asUnderstood(message, text).getBytes(StandardCharsets.ISO_8859_1)) == null
                ? "blemishes in what is only shown or copied: From, To, Via below the first, parameters, lines that are no header"
                : null;
    }

    /** True when a value uses characters that RFC 3261 section 25.1 reserves, or numbers are not numbers. */
    private static boolean readMoreWidely(String value) {
        String bare = value.replaceAll("\"(\\\\.|[^\"\\\\])*\"", "")
                .replaceAll("(;received=|[ @:])\\[[0-9a-fA-F:.]*\\]", "$1v6")
                .replaceAll(";received=[0-9a-fA-F:.]*", ";received=v6");
        String parameters = bare.replaceAll("^[^<;]*<[^>]*>", "").replaceAll("^[^;]*", "");
        String inside = bare.replaceAll("^.*<|>.*$", "");
        boolean oddDisplay = bare.matches("[^<]*[^-.!%*_+`'~A-Za-z0-9 \\t<][^<]*<.*");
        boolean oddParameter = !parameters.matches("(\\s*;\\s*[-.!%*_+`'~\\w]+(\\s*=\\s*[-.!%*_+`'~\\w]*)?)*\\s*")
                || parameters.matches(".*;\\s*branch\\s*(;.*)?")
                || parameters.matches("(?i).*;\\s*(q|expires|ttl|rport)\\s*=\\s*(?![0-9.]+\\s*(;.*)?$).*");
        boolean via = bare.startsWith("SIP");
        boolean oddUri = !via
                && (inside.matches(".*[^-_.!~*'()%&=+$,;?/:@A-Za-z0-9 \\t].*")
                        || inside.matches(".*;([^;=]*=[^;]*[=@?,][^;]*|[^;]*[$,@?&][^;]*)(;.*)?")
                        || inside.matches(".*:[0-9]+\\?.*")
                        || !inside.matches("(sips?|tel):.*")
                        || inside.matches("[a-z]*:[^@]*@?[^:;]*[_?].*"));
        boolean oddNumber = inside.startsWith("tel:") && !inside.matches("tel:\\+[-.()0-9]+(;phone-context=[a-z+.]+)?");
        return oddDisplay || oddParameter || oddUri || oddNumber;
    }

    /** What routes of the message, as we understood it and would write it ourselves; From and To are only shown. */
    private static String asUnderstood(SipMessage message, String text) {
        StringBuilder out =
                new StringBuilder(text.substring(0, text.indexOf("\r\n", 2)).strip());
        out.append("\r\nVia: ").append(message.topVia());
        out.append("\r\nFrom: <sip:a@b>;tag=1\r\nTo: <sip:a@b>\r\nCall-ID: ").append(message.callId());
        out.append("\r\nCSeq: ").append(message.cseq()).append("\r\nMax-Forwards: 70");
        message.contacts().forEach(each -> out.append("\r\nContact: ").append(NameAddress.of(each.uri())));
        message.routes().forEach(each -> out.append("\r\nRoute: ").append(NameAddress.of(each.uri())));
        message.recordRoutes().forEach(each -> out.append("\r\nRecord-Route: ").append(NameAddress.of(each.uri())));
        return out.append("\r\nContent-Length: 0\r\n\r\n").toString();
    }

    private static byte[] withoutUntyped(String text) {
        String kept = text.replaceAll("(?i)\r\n(Supported|Content-Type|k|c|Subject|Date)[ \t]*:.*(\r\n[ \t].*)*", "");
        return kept.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String jainProblem(byte[] bytes) {
        try {
            SIPMessage message = new StringMsgParser()
                    .parseSIPMessage(bytes.clone(), true, true, (e, m, type, header, text) -> {
                        throw e;
                    });
            if (message == null) {
                return "no message";
            }
            if (message instanceof SIPRequest request) {
                request.checkHeaders();
            } else {
                ((SIPResponse) message).checkHeaders();
            }
            return null;
        } catch (ParseException | RuntimeException e) {
            return String.valueOf(e.getMessage());
        }
    }
}

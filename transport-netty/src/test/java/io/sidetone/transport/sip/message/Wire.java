package io.sidetone.transport.sip.message;

import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Messages as a test writes them: text with LF, turned into the bytes of the wire. */
public final class Wire {
    private Wire() {}

    /** Every LF becomes CR LF. */
    public static byte[] bytes(String text) {
        return text.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8);
    }

    public static SipMessage parse(String text) throws SipParseException {
        return parse(bytes(text));
    }

    public static SipMessage parse(byte[] bytes) throws SipParseException {
        return SipParser.parse(bytes, 0, bytes.length, SipLimits.datagram());
    }

    /** A valid request of this method; each replacement is a header line that takes the place of the one so named. */
    public static String request(String method, String... replacements) {
        String text = method
                + """
                 sip:desk@agent.example SIP/2.0
                Via: SIP/2.0/UDP 192.0.2.10:5060;branch=z9hG4bKq1w2e3;rport
                Max-Forwards: 70
                From: "Ida" <sip:ida@caller.example>;tag=f77
                To: <sip:desk@agent.example>
                Call-ID: c-81@caller.example
                """
                + "CSeq: 4 " + method + "\n"
                + """
                Contact: <sip:ida@192.0.2.10:5060>
                Content-Length: 0

                """;
        for (String replacement : replacements) {
            text = replace(text, replacement);
        }
        return text;
    }

    private static String replace(String text, String replacement) {
        int colon = replacement.indexOf(':');
        String prefix = replacement.substring(0, colon + 1);
        boolean remove = replacement.length() == colon + 1;
        return Stream.of(text.split("\n", -1))
                .filter(line -> !remove || !line.startsWith(prefix))
                .map(line -> line.startsWith(prefix) ? replacement : line)
                .collect(Collectors.joining("\n"));
    }

    /** A valid INVITE with a body. */
    public static String invite() {
        return """
                INVITE sip:desk@agent.example;transport=udp SIP/2.0
                Via: SIP/2.0/UDP 192.0.2.10:5060;branch=z9hG4bKq1w2e3;rport
                Via: SIP/2.0/TCP [2001:db8::5]:5070;branch=z9hG4bKzz;received=[2001:db8::6]
                Max-Forwards: 70
                From: "Ida \\"I\\" Berg" <sip:ida@caller.example>;tag=f77
                To: <sip:desk@agent.example>
                Call-ID: c-81@caller.example
                CSeq: 4 INVITE
                Contact: <sip:ida@192.0.2.10:5060;transport=udp>;q=0.5
                Record-Route: <sip:edge.example;lr>, <sip:core.example;lr>
                Supported: timer,
                 replaces
                Content-Type: application/sdp
                Content-Length: 40

                v=0
                o=- 1 1 IN IP4 192.0.2.10
                s=-
                """
                .replace("Content-Length: 40", "Content-Length: 37");
    }
}

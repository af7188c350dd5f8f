package io.sidetone.transport.sip.ua;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipUri;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Multipart bodies as gateways write them (RFC 2046, RFC 5621). */
class SdpBodyTest {
    private static final String SDP = "v=0\r\no=- 1 1 IN IP4 192.0.2.1\r\ns=-\r\nt=0 0\r\nm=audio 4000 RTP/AVP 0\r\n";
    private static final List<String> BOUNDARIES = List.of(
            ";boundary=%s",
            "; boundary = \"%s\"", ";charset=x; BOUNDARY=%s ", " ; boundary=\"%s\";type=\"application/sdp\"");
    private static final List<String> TYPES = List.of(
            "Content-Type: application/sdp",
            "content-type:\r\n application/sdp",
            "c:application/SDP ;x=1",
            "X: y\r\nContent-Type\t:\tapplication/sdp");

    private static byte[] description(String type, String body) {
        SipRequest message = SipRequest.builder(SipMethod.INVITE, SipUri.of("sip:a@b"))
                .body(type, body.getBytes(StandardCharsets.UTF_8))
                .build();
        return SdpBody.of(message);
    }

    /** Nested up to three times, with other parts before and behind, folded or compact headers, CR LF or LF, and no end. */
    @Property(tries = 1_000)
    void shouldFindTheDescriptionHoweverTheBodyIsWritten(
            @ForAll @IntRange(max = 3) int parameter,
            @ForAll @IntRange(max = 3) int type,
            @ForAll @IntRange(min = 1, max = 3) int depth,
            @ForAll boolean lineFeeds,
            @ForAll boolean closed,
            @ForAll boolean others) {
        String body = TYPES.get(type) + "\r\n\r\n" + SDP;
        String outer = "";
        for (int level = 1; level <= depth; level++) {
            String boundary = "b:" + level;
            String other = others ? "--" + boundary + "\r\nContent-Type: text/plain\r\n\r\nhello\r\n" : "";
            String parts = "preamble\r\n" + other + "--" + boundary + " \r\n" + body
                    + (closed ? "\r\n--" + boundary + "--\r\n" : "");
            outer = "multipart/mixed" + BOUNDARIES.get(parameter).formatted(boundary);
            body = "Content-Type: " + outer + "\r\n\r\n" + parts;
        }
        String parts = body.substring(body.indexOf("\r\n\r\n") + 4);
        byte[] found = description(outer, lineFeeds ? parts.replace("\r\n", "\n") : parts);
        assertThat(found).isNotNull();
        assertThat(new String(found, StandardCharsets.UTF_8).replace("\r\n", "\n"))
                .isEqualTo(SDP.replace("\r\n", "\n"));
    }

    @Test
    void shouldFindNothingWhereThereIsNone() {
        assertThat(description("multipart/mixed", "--\r\n\r\n" + SDP)).isNull();
        assertThat(description("multipart/mixed;boundary=x", "--y\r\n" + TYPES.get(0) + "\r\n\r\n" + SDP))
                .isNull();
        assertThat(description(
                        "multipart/mixed;boundary=x", "--x\r\nContent-Type: text/plain\r\n\r\n" + SDP + "\r\n--x--"))
                .isNull();
        assertThat(description("text/plain;boundary=x", "--x\r\n" + TYPES.get(0) + "\r\n\r\n" + SDP))
                .isNull();
    }
}

package io.sidetone.transport.sip.sdp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SessionDescriptionTest {
    static final String ODD =
            """
            v=0\s\s
            o=a user with blanks 2890844526 42 IN IP6 2001:db8::1
            s=
            i=nothing we know
            u=http://nowhere
            c=IN IP4 192.0.2.1/127/3
            b=AS:64
            t=0 0
            this is no line
            k=clear:x
            z=
            a=sendonly
            a=
            m=audio 40000/2 RTP/AVP 8 0 101 x 300\s
            c=IN IP6 2001:db8::7
            c=IN IP4 192.0.2.99
            a=rtpmap:8 pcma/8000/1
            a=rtpmap:101\ttelephone-event/8000
            a=fmtp:101 0-15
            m=video 0 RTP/AVP 31
            """;

    static SessionDescription parse(String text) throws SdpParseException {
        return SessionDescription.parse(text.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource({"'\n'", "'\r\n'"})
    void shouldReadTolerantlyWhenLinesAreOdd(String lineEnd) throws SdpParseException {
        SessionDescription sdp = parse(ODD.replace("\n", lineEnd));
        SdpMedia audio = sdp.media().get(0);

        assertThat(sdp.origin())
                .isEqualTo(new SdpOrigin("a user with blanks", "2890844526", "42", "IP6", "2001:db8::1"));
        assertThat(sdp.media()).hasSize(2);
        assertThat(audio.port()).isEqualTo(40000);
        assertThat(audio.formats()).containsExactly("8", "0", "101", "x", "300");
        assertThat(audio.payloadTypes()).containsExactly(8, 0, 101);
        assertThat(sdp.connectionOf(audio)).isEqualTo(new SdpConnection("IP6", "2001:db8::7"));
        assertThat(sdp.connectionOf(sdp.media().get(1)).address()).isEqualTo("192.0.2.1");
        assertThat(sdp.directionOf(audio)).isEqualTo(SdpDirection.SENDONLY);
        assertThat(audio.encodings()[101]).isEqualTo("telephone-event/8000");
        assertThat(audio.encodings()[0]).isEqualTo("PCMU/8000");
        assertThat(audio.encodings()[96]).isNull();
    }

    @Test
    void shouldKeepEverythingItKnowsWhenEncodedAndParsedAgain() throws SdpParseException {
        SessionDescription sdp = parse(ODD);

        assertThat(SessionDescription.parse(sdp.encode())).isEqualTo(sdp);
        assertThat(sdp.toString()).startsWith("v=0\r\no=").endsWith("\r\n");
    }

    static Stream<Arguments> broken() {
        String head = "v=0\no=- 1 1 IN IP4 192.0.2.1\ns=-\nc=IN IP4 192.0.2.1\nt=0 0\n";
        return Stream.of(
                Arguments.of("empty", ""),
                Arguments.of("another version", "v=1\n"),
                Arguments.of("version not first", "s=-\nv=0\n"),
                Arguments.of("too many media", head + "m=audio 4000 RTP/AVP 0\n".repeat(17)),
                Arguments.of("too many lines", head + "a=x\n".repeat(600)),
                Arguments.of("too long", head + "a=" + "x".repeat(17_000)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("broken")
    void shouldRefuseWhenDescriptionIsUnusable(String name, String text) {
        assertThatThrownBy(() -> parse(text))
                .as(name)
                .isInstanceOf(SdpParseException.class)
                .hasNoCause()
                .extracting(e -> ((SdpParseException) e).statusCode())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource({
        "192.0.2.1, false, 192.0.2.1",
        "2001:db8::1, false, 2001:db8:0:0:0:0:0:1",
        "0.0.0.0, true, 0.0.0.0",
        "::, true, 0:0:0:0:0:0:0:0",
    })
    void shouldGiveAddressWhenItIsNumeric(String text, boolean unspecified, String address) {
        SdpConnection connection = new SdpConnection("IP4", text);

        assertThat(connection.isUnspecified()).isEqualTo(unspecified);
        assertThat(connection.at(9).getAddress().getHostAddress()).isEqualTo(address);
    }

    @ParameterizedTest
    @CsvSource({"224.2.1.1", "255.255.255.255", "ff02::1", "999.1.1.1", "1.2.3", "-", "a_b", "''"})
    void shouldGiveNoAddressWhenItCanBeNobodys(String text) {
        assertThat(new SdpConnection("IP4", text).at(9)).isNull();
    }

    @Test
    void shouldLookNothingUpWhenAddressIsName() {
        assertThat(new SdpConnection("IP4", "media.trunk.example").at(9).isUnresolved())
                .isTrue();
    }

    @Test
    void shouldThrowOnlyItsOwnExceptionWhenBytesAreDamaged() {
        long seed = Long.getLong("sidetone.seed", 20_261_101L);
        System.out.println("SessionDescriptionTest seed " + seed + " (repeat with -Dsidetone.seed=" + seed + ")");
        Random random = new Random(seed);
        byte[] original = ODD.getBytes(StandardCharsets.UTF_8);
        LocalMedia local = LocalMedia.standard(InetAddress.getLoopbackAddress(), 40000);
        int agreed = 0;
        for (int round = 0; round < 10_000; round++) {
            byte[] bytes = original.clone();
            for (int hit = random.nextInt(6); hit >= 0; hit--) {
                bytes[random.nextInt(bytes.length)] = (byte) "\n =:/m0a9c\u0000.x".charAt(random.nextInt(13));
            }
            try {
                agreed += answered(bytes, local) ? 1 : 0;
            } catch (SdpParseException expected) {
                assertThat(expected.getMessage()).isNotEmpty();
            } catch (RuntimeException e) {
                fail("seed " + seed + ", round " + round, e);
            }
        }
        assertThat(agreed).as("seed %d", seed).isPositive();
    }

    /** Answers {@code bytes} as an offer; whether something was agreed, which is then readable. */
    static boolean answered(byte[] bytes, LocalMedia local) throws SdpParseException {
        SessionDescription sdp = SessionDescription.parse(bytes);
        SdpOutcome outcome =
                new SdpNegotiator(local, new SdpSession(1), SdpCrypto.off()).answer(sdp, SdpDirection.SENDRECV);
        if (outcome instanceof SdpOutcome.Agreed good) {
            assertThat(good.local().media()).hasSameSizeAs(sdp.media());
            SessionDescription.parse(good.local().encode());
            return true;
        }
        return false;
    }
}

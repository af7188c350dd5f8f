package io.sidetone.transport.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SipHeadTest {
    private static byte[] bytes(String message) {
        return message.getBytes(StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Call-ID: a84b@x", "call-id:a84b@x", "i: a84b@x ", "CALL-ID :\ta84b@x"})
    void shouldFindTheCallId(String header) {
        for (String end : new String[] {"\r\n", "\n", "\r"}) {
            String message = "BYE sip:a SIP/2.0" + end + "To: x" + end + header + end + end + "i: body" + end;
            assertThat(SipHead.callId(bytes(message))).isEqualTo("a84b@x");
        }
    }

    @Test
    void shouldFindNoCallIdInABody() {
        assertThat(SipHead.callId(bytes("BYE sip:a SIP/2.0\r\n\r\nCall-ID: x\r\n")))
                .isEmpty();
        assertThat(SipHead.callId(new byte[0])).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "SIP/2.0 486 Busy Here, 486",
        "'SIP/2.0 200 ', 200",
        "SIP/2.0 20, 0",
        "SIP/2.0 abc OK, 0",
        "INVITE sip:486 SIP/2.0, 0",
        "SIP/2.0, 0"
    })
    void shouldReadTheStatusOfAResponse(String line, int status) {
        assertThat(SipHead.status(bytes(line + "\r\n\r\n"))).isEqualTo(status);
    }

    @Test
    void shouldTellRequestsByTheirWholeMethod() {
        assertThat(SipHead.isRequest(bytes("ACK sip:a SIP/2.0\r\n"), "ACK")).isTrue();
        assertThat(SipHead.isRequest(bytes("ACKNOWLEDGE sip:a SIP/2.0\r\n"), "ACK"))
                .isFalse();
        assertThat(SipHead.isRequest(bytes("AC"), "ACK")).isFalse();
    }
}

package io.sidetone.transport.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SipSecretsTest {
    private static String blackened(String message) {
        byte[] bytes = message.getBytes(StandardCharsets.ISO_8859_1);
        SipSecrets.blacken(bytes, false);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Authorization: Digest username=\"a\", response=\"SECRET\"\r\n",
                "proxy-authorization : Digest response=SECRET\r\n",
                "AUTHORIZATION:SECRET\r\n",
                "Authorization: Digest username=\"a\",\r\n response=\"SECRET\"\r\n",
                "Authorization: Digest username=\"a\",\n\tresponse=\"SECRET\"\n",
                "Authentication-Info: rspauth=\"SECRET\"\r\n",
                "Authorization: Bearer SECRET\r\n",
                "Authorization: SECRET and more\r\n",
                "Identity: SECRET; info=<https://example.com/cert>;alg=ES256\r\n",
                "Refer-To: <sip:a@b?Proxy-Authorization=Digest%20response%3DSECRET&x=y>\r\n",
                "Call-Info: <https://alice:SECRET@example.com/card>\r\n",
                "a=ice-pwd:SECRET\r\n",
                "INVITE sip:alice:SECRET@example.com SIP/2.0\r\n",
                "From: \"A\" <SIPS:alice;x=1:SECRET@example.com>;tag=1\r\n",
                "Refer-To: <sip:a@b>, <sip:c:SECRET@d>\r\n",
                "To: <sip:e:x,SECRET@f>\r\n",
                "To: sip:e,g:x,SECRET@f\r\n",
                "a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:SECRET|2^20|1:4\r\n",
                "A=CRYPTO:1 AES_CM_128_HMAC_SHA1_80 INLINE:SECRET;inline:SECRET\r\n",
                "a=crypto:1 UNKNOWN SECRET\r\n",
                "a=key-mgmt:mikey SECRET\r\n",
                "k=base64:SECRET\n",
                "v=0\ra=crypto:1 X inline:SECRET\r",
            })
    void shouldBlackenEverySecretAndKeepEveryLength(String secret) {
        String message = "SIP/2.0 200 OK\r\n" + secret + "Max-Forwards: 70\r\n";
        String black = blackened(message);
        assertThat(black).doesNotContain("SECRET").hasSameSizeAs(message).contains("Max-Forwards: 70");
    }

    @Test
    void shouldBlackenWhoCallsOnlyWhenTheCallerWantsToStayUnnamed() {
        String message = "INVITE sip:a@b SIP/2.0\r\nP-Asserted-Identity: <sip:+4930123@b>\r\nFROM: <sip:c@d>\r\n"
                + "remote-party-id : \"N\" <sip:+4930123@b>\r\n\r\n";
        byte[] hidden = message.getBytes(StandardCharsets.ISO_8859_1);
        SipSecrets.blacken(hidden, true);
        assertThat(new String(hidden, StandardCharsets.ISO_8859_1))
                .hasSameSizeAs(message)
                .contains("P-Asserted-Identity: xxx", "FROM: <sip:c@d>", "remote-party-id : xxx")
                .doesNotContain("4930123");
        assertThat(blackened(message)).isEqualTo(message);
    }

    /** A card number or PIN that a telephone says by SIP. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "INFO sip:a@b SIP/2.0\r\nContent-Type: application/dtmf-relay\r\n\r\nSignal=7\r\nDuration=160\r\n",
                "INFO sip:a@b SIP/2.0\r\nc:application/dtmf;x=y\r\n\r\n7",
                "INFO sip:a@b SIP/2.0\r\nCONTENT-TYPE :\tAPPLICATION/DTMF-RELAY\r\n\r\nSIGNAL= 7\r\n",
                "INFO sip:a@b SIP/2.0\r\nContent-Type:\r\n application/dtmf-relay\r\n\r\nSignal=7\r\n",
                "INFO sip:a@b SIP/2.0\nContent-Type: audio/telephone-event\n\n7\n",
                "INFO sip:a@b SIP/2.0\r\nContent-Type: application/vnd.nortelnetworks.digits\r\n\r\nd=7\r\n",
                "INFO sip:a@b SIP/2.0\r\nContent-Type: multipart/mixed;boundary=x\r\n\r\n--x\r\n"
                        + "Content-Type: application/dtmf-relay\r\n\r\nSignal=7\r\n--x--\r\n",
                "NOTIFY sip:a@b SIP/2.0\r\nContent-Type: application/kpml-response+xml\r\n\r\n<r digits=\"7\"/>\r\n",
                "MESSAGE sip:a@b SIP/2.0\r\nContent-Type: application/dtmf\r\n\r\n7\r\n"
            })
    void shouldBlackenDigitsInBodies(String message) {
        String black = blackened(message);
        assertThat(black).hasSameSizeAs(message).doesNotContain("7").startsWith(message.substring(0, 20));
    }

    @Test
    void shouldLeaveWhatIsNoSecret() {
        String message = "INVITE sip:alice@example.com:5061;transport=tls SIP/2.0\r\n"
                + "Via: SIP/2.0/TLS 192.0.2.1:5061;branch=z9hG4bK1\r\n"
                + "WWW-Authenticate: Digest realm=\"x\", nonce=\"y\"\r\n"
                + "Contact: <sip:192.0.2.1:5061>\r\n"
                + "Content-Length: 30\r\n\r\n"
                + "c=IN IP4 192.0.2.1\r\na=fingerprint:sha-256 AB\r\n";
        assertThat(blackened(message)).isEqualTo(message);
    }
}

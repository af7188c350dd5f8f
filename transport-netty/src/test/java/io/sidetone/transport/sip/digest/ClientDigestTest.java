package io.sidetone.transport.sip.digest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.message.SipUri;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientDigestTest {
    private static final String NONCE = "84a4cc6f3082121f32b42a2187831a9e";
    private static final String MD5 =
            "Digest realm=\"sip.example.com\", nonce=\"" + NONCE + "\", algorithm=MD5, qop=\"auth\"";

    private final ClientDigest digest = new ClientDigest(new DigestAccount("alice", "secret", null), () -> "0a4f113b");

    private static SipRequest request(SipMethod method) {
        return SipRequest.builder(method, SipUri.of("sip:bob@sip.example.com"))
                .header("Via", "SIP/2.0/UDP 192.0.2.1;branch=z9hG4bKa")
                .header("From", "<sip:alice@sip.example.com>;tag=a")
                .header("To", "<sip:bob@sip.example.com>")
                .header("Call-ID", "1@192.0.2.1")
                .header("CSeq", "1 " + method)
                .build();
    }

    private static SipResponse response(SipRequest request, int status, String... challenges) {
        SipResponse.Builder builder = SipResponse.forRequest(request, status, null, "b");
        for (String challenge : challenges) {
            builder.header(status == 407 ? "Proxy-Authenticate" : "WWW-Authenticate", challenge);
        }
        return builder.build();
    }

    private static AuthParameters given(SipRequest request) {
        return AuthParameters.parse(request.header("Authorization"));
    }

    /** Challenges an INVITE and returns it with the answer. */
    private SipRequest answered(String... challenges) {
        SipRequest invite = request(SipMethod.INVITE);
        assertThat(digest.challenged(invite, response(invite, 401, challenges))).isTrue();
        return digest.authorize(invite);
    }

    @ParameterizedTest
    @CsvSource({
        "MD5, 8ca523f5e9506fed4657c9700eebdbec",
        "SHA_256, 753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"
    })
    void shouldComputeTheExampleOfRfc7616(DigestAlgorithm algorithm, String response) {
        String ha1 = algorithm.hash("Mufasa", "http-auth@example.org", "Circle of Life");
        assertThat(algorithm.response(
                        ha1,
                        "GET",
                        "/dir/index.html",
                        "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v",
                        new DigestAlgorithm.Count("00000001", "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ")))
                .isEqualTo(response);
    }

    @Test
    void shouldComputeTheExampleOfRfc2617() {
        String ha1 = DigestAlgorithm.MD5.hash("Mufasa", "testrealm@host.com", "Circle Of Life");
        assertThat(DigestAlgorithm.MD5.response(
                        ha1,
                        "GET",
                        "/dir/index.html",
                        "dcd98b7102dd2f0e8b11d0f600bfb0c093",
                        new DigestAlgorithm.Count("00000001", "0a4f113b")))
                .isEqualTo("6629fae49393a05397450978507c4ef1");
    }

    @Test
    void shouldAnswerWithACountWhereQopIsOffered() {
        AuthParameters given = given(answered(MD5 + ", opaque=\"x\\\"y\""));
        assertThat(given.get("response")).isEqualTo("085c3414d758a9e99385bbf82b176918");
        assertThat(given.get("nc")).isEqualTo("00000001");
        assertThat(given.get("cnonce")).isEqualTo("0a4f113b");
        assertThat(given.get("uri")).isEqualTo("sip:bob@sip.example.com");
        assertThat(given.get("opaque")).isEqualTo("x\\\"y");
    }

    @Test
    void shouldAnswerWithoutACountWhereNoQopIsOffered() {
        AuthParameters given = given(answered("Digest realm=\"sip.example.com\", nonce=\"" + NONCE + "\""));
        assertThat(given.get("response")).isEqualTo("c4e407c6300d13227179ebfc80eefda0");
        assertThat(given.get("nc")).isNull();
    }

    @Test
    void shouldCountTheUsesOfANonceAndAnswerUnasked() {
        answered(MD5);
        SipRequest bye = digest.authorize(request(SipMethod.BYE));
        assertThat(given(bye).get("nc")).isEqualTo("00000002");
        assertThat(given(bye).get("nonce")).isEqualTo(NONCE);
    }

    @Test
    void shouldPreferTheStrongestHash() {
        SipRequest invite = answered(MD5, MD5.replace("MD5", "SHA-256"), MD5.replace("MD5", "SHA-1"));
        assertThat(invite.headerValues("Authorization")).hasSize(1);
        assertThat(given(invite).get("algorithm")).isEqualTo("SHA-256");
    }

    @Test
    void shouldAnswerProxyAndPeerOfOneRequest() {
        SipRequest invite = request(SipMethod.INVITE);
        assertThat(digest.challenged(invite, response(invite, 407, MD5.replace("sip.", "proxy."))))
                .isTrue();
        SipRequest second = digest.authorize(invite);
        assertThat(digest.challenged(second, response(second, 401, MD5))).isTrue();
        SipRequest third = digest.authorize(second);
        assertThat(third.headerValues("Proxy-Authorization"))
                .singleElement()
                .asString()
                .contains("proxy.example.com");
        assertThat(third.headerValues("Authorization"))
                .singleElement()
                .asString()
                .contains("\"sip.example.com\"");
    }

    @Test
    void shouldGiveUpWhenTheAnswerIsRefused() {
        SipRequest invite = answered(MD5);
        assertThat(digest.challenged(invite, response(invite, 401, MD5.replace(NONCE, "new"))))
                .isFalse();
    }

    @Test
    void shouldNeverAnswerTheSameChallengeTwice() {
        SipRequest invite = answered(MD5);
        assertThat(digest.challenged(invite, response(invite, 401, MD5 + ", stale=true")))
                .isFalse();
    }

    @Test
    void shouldAnswerAgainWhenTheNonceWasTooOld() {
        SipRequest invite = answered(MD5);
        SipResponse stale = response(invite, 401, MD5.replace(NONCE, "new") + ", stale=TRUE");
        assertThat(digest.challenged(invite, stale)).isTrue();
        assertThat(given(digest.authorize(invite)).get("nonce")).isEqualTo("new");
        assertThat(given(digest.authorize(invite)).get("nc")).isEqualTo("00000002");
    }

    @Test
    void shouldAnswerOnceMoreWhenUnaskedCredentialsMeetAForgottenNonce() {
        SipRequest invite = answered(MD5);
        digest.challenged(invite, response(invite, 200));
        SipRequest bye = digest.authorize(request(SipMethod.BYE));
        assertThat(digest.challenged(bye, response(bye, 401, MD5.replace(NONCE, "new"))))
                .isTrue();
        SipRequest again = digest.authorize(bye);
        assertThat(digest.challenged(again, response(again, 401, MD5.replace(NONCE, "newer"))))
                .isFalse();
    }

    @Test
    void shouldEndAStormOfNonces() {
        SipRequest invite = request(SipMethod.INVITE);
        int rounds = 0;
        while (digest.challenged(invite, response(invite, 401, MD5.replace(NONCE, "n" + rounds) + ", stale=true"))) {
            invite = digest.authorize(invite);
            rounds++;
        }
        assertThat(rounds).isEqualTo(3);
    }

    @Test
    void shouldAnswerNoOtherRealmThanTheConfigured() {
        ClientDigest strict = new ClientDigest(new DigestAccount("alice", "secret", "carrier"), () -> "c");
        SipRequest invite = request(SipMethod.INVITE);
        assertThat(strict.challenged(invite, response(invite, 401, MD5))).isFalse();
        assertThat(strict.challenged(invite, response(invite, 401, MD5.replace("sip.example.com", "carrier"))))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Basic realm=\"x\"",
                "Digest",
                "Digest realm=\"x\"",
                "Digest nonce=\"x\"",
                "Digest realm=\"x\", nonce=\"\"",
                "Digest realm=\"x\", nonce=\"y\", qop=\"auth-int\"",
                "Digest realm=\"x\", nonce=\"y\", algorithm=SHA-1",
                "Digest realm=\"x\", nonce=\"y\", algorithm=MD5-sess",
                "Digest realm=\"x, nonce=\"y\"",
                "Digest realm=\"x\\",
                "Digest realm=\"x\u0001\", nonce=\"y\"",
                "Digest realm=, nonce=\"y\"",
            })
    void shouldLeaveAChallengeThatItCannotAnswer(String challenge) {
        assertThat(DigestChallenge.parseAll(challenge)).isEmpty();
    }

    /** Servers that challenge in odd ways (RFC 7616 section 3.3: what is not needed is ignored). */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "%s, opaque=, domain=, stale=",
                "%s;",
                "%s,,;, ",
                "%s, qop=\"\"",
                "%s, realm=\"other\", nonce=\"other\"",
                "%s, auth-param=\"x\\\"y\", charset=UTF-8, userhash=false, [odd]=1, =2",
                "%s, unknown",
                "%s, note=\"open",
                "Basic realm=\"x\", %s",
                "Negotiate, %s, NTLM",
                "Digest realm=\"zzz\", algorithm=SHA-512-256, qop=\"auth-int\", nonce=\"q\", %s",
                " , %s"
            })
    void shouldAnswerAChallengeWithWhatItDoesNotNeed(String odd) {
        AuthParameters plain = given(answered(MD5));
        ClientDigest fresh = new ClientDigest(new DigestAccount("alice", "secret", null), () -> "0a4f113b");
        SipRequest invite = request(SipMethod.INVITE);
        assertThat(fresh.challenged(invite, response(invite, 401, odd.formatted(MD5))))
                .isTrue();
        assertThat(given(fresh.authorize(invite)).values()).isEqualTo(plain.values());
    }

    /** Any text is survived, and a challenge before it is still read. */
    @Property(tries = 3_000)
    void shouldReadAChallengeBeforeAnyOtherText(
            @ForAll @CharRange(from = ' ', to = '~') @StringLength(max = 60) String tail) {
        assertThat(DigestChallenge.parseAll(MD5 + ", " + tail)).isNotEmpty();
        assertThat(DigestChallenge.parseAll(MD5 + ", " + tail).get(0).nonce()).isEqualTo(NONCE);
        AuthParameters.parseAll(tail);
    }

    @Test
    void shouldAnswerASessionWithBothNonces() {
        AuthParameters given = given(answered(MD5.replace("MD5", "MD5-sess")));
        String ha1 = DigestAlgorithm.MD5.hash(
                DigestAlgorithm.MD5.hash("alice", "sip.example.com", "secret"), NONCE, "0a4f113b");
        assertThat(given.get("algorithm")).isEqualTo("MD5-sess");
        assertThat(given.get("response"))
                .isEqualTo(DigestAlgorithm.MD5.response(
                        ha1,
                        "INVITE",
                        "sip:bob@sip.example.com",
                        NONCE,
                        new DigestAlgorithm.Count("00000001", "0a4f113b")));
    }

    @Test
    void shouldEscapeTheUserNameAndRefuseOneThatBreaksHeaders() {
        ClientDigest odd = new ClientDigest(new DigestAccount("a\"b\\c", "secret", null), () -> "c");
        SipRequest invite = request(SipMethod.INVITE);
        odd.challenged(invite, response(invite, 401, MD5));
        assertThat(odd.authorize(invite).header("Authorization")).contains("username=\"a\\\"b\\\\c\", realm=");
        assertThatThrownBy(() -> new DigestAccount("a\r\nX: y", "secret", null))
                .hasMessageContaining("control character");
        assertThat(new DigestAccount("alice", "secret", null)).hasToString("DigestAccount[alice]");
    }

    @Test
    void shouldAcknowledgeWithTheCredentialsOfTheInvite() {
        SipRequest invite = answered(MD5);
        SipRequest ack = ClientDigest.acknowledge(request(SipMethod.ACK), invite);
        assertThat(ack.header("Authorization")).isEqualTo(invite.header("Authorization"));
    }

    @Test
    void shouldAnswerNothingWithoutAnAccount() {
        SipRequest invite = request(SipMethod.INVITE);
        ClientDigest nobody = new ClientDigest(null, () -> "c");
        assertThat(nobody.challenged(invite, response(invite, 401, MD5))).isFalse();
        assertThat(nobody.authorize(invite)).isSameAs(invite);
    }
}

package io.sidetone.transport.sip.sdp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.transport.rtp.srtp.CryptoSuite;
import io.sidetone.transport.rtp.srtp.MasterKey;
import io.sidetone.transport.rtp.srtp.SrtpKeys;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SdpCryptoTest {
    private static final String HEAD = "v=0\no=- 7 3 IN IP4 192.0.2.1\ns=-\nc=IN IP4 192.0.2.1\nt=0 0\n";
    private static final String SAVP = "m=audio 4000 RTP/SAVP 0\n";
    private static final String AVP = "m=audio 4000 RTP/AVP 0\n";
    private static final String KEY_80 = "4fl6DT4Bi+DWT6MsBt5BOQ7Gda1Jiv7rtpYLOqvm";
    private static final String KEY_80_LATER = "WVNfX19zZW1jdGwgKCkgewkyMjA7fQp9CnVubGVz";
    private static final String KEY_GCM = "AAECAwQFBgcICQoLDA0OD1F1aWQgcHJvIHF1bw==";
    private static final String LINE_80 = "a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:" + KEY_80 + "\n";
    private static final String LINE_GCM = "a=crypto:2 AEAD_AES_128_GCM inline:" + KEY_GCM + "\n";

    private final Random random = new Random(4);

    private SdpNegotiator negotiator(SrtpPolicy policy, boolean keysAllowed) {
        return new SdpNegotiator(
                LocalMedia.standard(new InetSocketAddress("203.0.113.5", 0).getAddress(), 40_000),
                new SdpSession(1000),
                new SdpCrypto(policy, () -> keysAllowed, suite -> MasterKey.random(suite, random)));
    }

    private static SessionDescription sdp(String media) throws SdpParseException {
        return SessionDescriptionTest.parse(HEAD + media);
    }

    private static SdpOutcome answer(SdpNegotiator by, String media) throws SdpParseException {
        return by.answer(sdp(media), SdpDirection.SENDRECV);
    }

    private static SdpOutcome.Agreed agreed(SdpNegotiator by, String media) throws SdpParseException {
        return (SdpOutcome.Agreed) answer(by, media);
    }

    private static SdpMedia audio(SessionDescription description) {
        return description.media().get(0);
    }

    private static String wire(SessionDescription description) {
        return new String(description.encode(), StandardCharsets.UTF_8);
    }

    @ParameterizedTest(name = "{0} {1} with key {2}: {3}")
    @CsvSource({
        "OFF,      RTP/AVP,   none, RTP/AVP plain",
        "OFF,      RTP/AVP,   key,  RTP/AVP plain",
        "OFF,      RTP/SAVP,  key,  refused",
        "OPTIONAL, RTP/AVP,   none, RTP/AVP plain",
        "OPTIONAL, RTP/AVP,   key,  RTP/AVP encrypted",
        "OPTIONAL, RTP/AVPF,  key,  RTP/AVPF encrypted",
        "OPTIONAL, RTP/SAVP,  key,  RTP/SAVP encrypted",
        "OPTIONAL, RTP/SAVPF, key,  RTP/SAVPF encrypted",
        "OPTIONAL, RTP/SAVP,  none, refused",
        "REQUIRED, RTP/AVP,   none, refused",
        "REQUIRED, RTP/AVP,   key,  RTP/AVP encrypted",
        "REQUIRED, RTP/SAVP,  key,  RTP/SAVP encrypted",
        "REQUIRED, RTP/SAVP,  none, refused"
    })
    void shouldAnswerByThePolicy(SrtpPolicy policy, String protocol, String key, String expected) throws Exception {
        SdpNegotiator ours = negotiator(policy, true);
        SdpOutcome outcome = answer(ours, "m=audio 4000 " + protocol + " 0\n" + (key.equals("key") ? LINE_80 : ""));
        if (outcome instanceof SdpOutcome.Refused refused) {
            assertThat(expected).isEqualTo("refused");
            assertThat(refused.statusCode()).isEqualTo(488);
            assertThat(refused.warning("sidetone"))
                    .startsWith("302 sidetone \"")
                    .containsAnyOf("SRTP", "crypto");
            return;
        }
        SdpOutcome.Agreed agreed = (SdpOutcome.Agreed) outcome;
        boolean encrypted = agreed.agreement().keys() != null;
        SdpMedia answer = audio(agreed.local());
        assertThat(answer.protocol() + (encrypted ? " encrypted" : " plain")).isEqualTo(expected);
        assertThat(answer.attribute("crypto") != null).isEqualTo(encrypted);
    }

    /** Nobody but the two of them may read the keys. */
    @ParameterizedTest
    @CsvSource({"OPTIONAL, RTP/SAVP, refused", "OPTIONAL, RTP/AVP, plain", "REQUIRED, RTP/SAVP, refused"})
    void shouldNeitherTakeNorGiveKeysWhereTheSignallingIsPlain(SrtpPolicy policy, String protocol, String expected)
            throws Exception {
        SdpNegotiator ours = negotiator(policy, false);
        SdpOutcome outcome = answer(ours, "m=audio 4000 " + protocol + " 0\n" + LINE_80);
        if (outcome instanceof SdpOutcome.Agreed agreed) {
            assertThat(expected).isEqualTo("plain");
            assertThat(agreed.agreement().keys()).isNull();
        } else {
            assertThat(expected).isEqualTo("refused");
            assertThat(((SdpOutcome.Refused) outcome).reason()).contains("TLS");
        }
        SdpNegotiator offering = negotiator(policy, false);
        if (policy == SrtpPolicy.REQUIRED) {
            assertThat(offering.offerProblem()).contains("use TLS");
            assertThatThrownBy(() -> offering.offer(SdpDirection.SENDRECV)).hasMessageContaining("use TLS");
        } else {
            assertThat(wire(offering.offer(SdpDirection.SENDRECV))).doesNotContain("inline");
        }
    }

    @Test
    void shouldTakeTheFirstLineThatItSupportsWithItsTag() throws Exception {
        SdpOutcome.Agreed agreed = agreed(
                negotiator(SrtpPolicy.OPTIONAL, true),
                SAVP + "a=crypto:5 F8_128_HMAC_SHA1_80 inline:" + KEY_80 + "\n" + LINE_GCM + LINE_80);
        SrtpKeys keys = agreed.agreement().keys();
        assertThat(keys.suite()).isEqualTo(CryptoSuite.AEAD_AES_128_GCM);
        assertThat(keys.remote().base64()).isEqualTo(KEY_GCM);
        assertThat(audio(agreed.local()).attributes().stream()
                        .filter(a -> a.name().equals("crypto"))
                        .map(SdpAttribute::value))
                .containsExactly("2 AEAD_AES_128_GCM inline:" + keys.local().base64());
        assertThat(keys.local()).isNotEqualTo(keys.remote());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1 AES_CM_128_HMAC_SHA1_80 inline:" + KEY_80,
                "1 aes_cm_128_hmac_sha1_80 INLINE:" + KEY_80,
                "1 AES_CM_128_HMAC_SHA1_80 inline:" + KEY_80 + "|2^20",
                "1 AES_CM_128_HMAC_SHA1_80 inline:" + KEY_80 + "|1048576 WSH=128 -future=1",
                "1 AES_CM_128_HMAC_SHA1_80 inline:" + KEY_80 + "|2^20|1:4",
                "1 AES_CM_128_HMAC_SHA1_80 inline:" + KEY_80 + "|1:128",
                "123456789 AES_CM_128_HMAC_SHA1_80 inline:" + KEY_80 + " KDR=0"
            })
    void shouldReadLinesAsTheyOccur(String value) {
        assertThat(CryptoAttribute.parse(value).orElseThrow().key().base64()).isEqualTo(KEY_80);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1",
                "1 AES_CM_128_HMAC_SHA1_80",
                "x AES_CM_128_HMAC_SHA1_80 inline:" + KEY_80,
                "-1 AES_CM_128_HMAC_SHA1_80 inline:" + KEY_80,
                "1 AES_CM_128_HMAC_SHA1_80 uri:" + KEY_80,
                "1 AES_CM_128_HMAC_SHA1_80 inline:",
                "1 AES_CM_128_HMAC_SHA1_80 inline:***",
                "1 AES_CM_128_HMAC_SHA1_80 inline:AAAA",
                "1 AEAD_AES_128_GCM inline:" + KEY_80,
                "1 AES_CM_128_HMAC_SHA1_80 inline:" + KEY_80 + "|2^20|256:1",
                "1 AES_CM_128_HMAC_SHA1_80 inline:" + KEY_80 + "|1:0",
                "1 AES_CM_128_HMAC_SHA1_80 inline:" + KEY_80 + "|x:4",
                "1 AES_CM_128_HMAC_SHA1_80 inline:" + KEY_80 + "|1:4|2^20",
                "1 AES_256_CM_HMAC_SHA1_80 inline:" + KEY_80,
                "1 AES_CM_128_HMAC_SHA1_80 inline:" + KEY_80 + ";inline:" + KEY_80,
                "1 AES_CM_128_HMAC_SHA1_80 inline:" + KEY_80 + " UNENCRYPTED_SRTP",
                "1 AES_CM_128_HMAC_SHA1_80 inline:" + KEY_80 + " KDR=4",
                "1 AES_CM_128_HMAC_SHA1_80 inline:" + KEY_80 + " future=1",
                "1 F8_128_HMAC_SHA1_80 inline:" + KEY_80
            })
    void shouldSkipLinesThatItCannotUse(String value) {
        assertThat(CryptoAttribute.parse(value)).isEmpty();
    }

    /** Both directions have the identifier that the offer has (RFC 4568 section 6.1). */
    @ParameterizedTest
    @CsvSource({"|2^20|1:4, |1:4, 00000001", "|66051:3, |66051:3, 010203", "|2^31|0:1, |0:1, 00", "|2^31, '', ''"})
    void shouldEchoTheIdentifierOfAKey(String offered, String answered, String bytes) throws Exception {
        SdpOutcome.Agreed agreed =
                agreed(negotiator(SrtpPolicy.REQUIRED, true), SAVP + LINE_80.strip() + offered + "\n");
        SrtpKeys keys = agreed.agreement().keys();
        assertThat(audio(agreed.local()).attribute("crypto"))
                .endsWith(keys.local().base64() + answered);
        assertThat(HexFormat.of().formatHex(keys.local().mki())).isEqualTo(bytes);
        assertThat(keys.remote().mki()).isEqualTo(keys.local().mki());
    }

    @Test
    void shouldPreferTheStreamThatCanBeEncrypted() throws Exception {
        SdpOutcome.Agreed agreed =
                agreed(negotiator(SrtpPolicy.OPTIONAL, true), AVP + "m=audio 4002 RTP/SAVP 8\n" + LINE_80);
        assertThat(agreed.local().media()).extracting(SdpMedia::port).containsExactly(0, 40_000);
        assertThat(agreed.agreement().keys()).isNotNull();
        assertThat(agreed(negotiator(SrtpPolicy.OFF, true), SAVP + LINE_80 + "m=audio 4002 RTP/AVP 8\n")
                        .local()
                        .media())
                .extracting(SdpMedia::port)
                .containsExactly(0, 40_000);
    }

    @Test
    void shouldKeepItsKeyWhileThePeersKeyStaysAndChangeItWithThat() throws Exception {
        SdpNegotiator ours = negotiator(SrtpPolicy.REQUIRED, true);
        SrtpKeys first = agreed(ours, SAVP + LINE_80).agreement().keys();
        SrtpKeys held =
                agreed(ours, SAVP + LINE_80 + "a=sendonly\n").agreement().keys();
        assertThat(held).isEqualTo(first);
        SrtpKeys renewed = agreed(ours, SAVP + LINE_80.replace(KEY_80, KEY_80_LATER))
                .agreement()
                .keys();
        assertThat(renewed.remote().base64()).isEqualTo(KEY_80_LATER);
        assertThat(renewed.local()).isNotEqualTo(first.local());
        assertThat(agreed(ours, SAVP + LINE_GCM).agreement().keys().suite()).isEqualTo(CryptoSuite.AEAD_AES_128_GCM);
    }

    @Test
    void shouldUseNoKeyTwiceWhenEncryptionWasOffInBetween() throws Exception {
        SdpNegotiator ours = negotiator(SrtpPolicy.OPTIONAL, true);
        SrtpKeys first = agreed(ours, AVP + LINE_80).agreement().keys();
        assertThat(agreed(ours, AVP).agreement().keys()).isNull();
        assertThat(agreed(ours, AVP + LINE_80).agreement().keys().local()).isNotEqualTo(first.local());
    }

    @Test
    void shouldOfferHoldWithTheSameLine() throws Exception {
        SdpNegotiator ours = negotiator(SrtpPolicy.OPTIONAL, true);
        SdpOutcome.Agreed agreed = agreed(ours, SAVP + LINE_GCM + LINE_80);
        SdpMedia hold = audio(ours.offer(SdpDirection.SENDONLY));
        assertThat(hold.protocol()).isEqualTo("RTP/SAVP");
        assertThat(hold.attribute("crypto")).isEqualTo(audio(agreed.local()).attribute("crypto"));
        SdpOutcome answered =
                ours.applyAnswer(ours.offer(SdpDirection.SENDONLY), sdp(SAVP + LINE_GCM + "a=recvonly\n"));
        assertThat(((SdpOutcome.Agreed) answered).agreement().keys())
                .isEqualTo(agreed.agreement().keys());
    }

    @Test
    void shouldNotOfferKeysAnewInACallThatIsNotEncrypted() throws Exception {
        SdpNegotiator ours = negotiator(SrtpPolicy.OPTIONAL, true);
        agreed(ours, AVP);
        assertThat(audio(ours.offer(SdpDirection.SENDONLY)).attribute("crypto")).isNull();
    }

    @ParameterizedTest
    @CsvSource({"OFF, RTP/AVP, 0", "OPTIONAL, RTP/AVP, 6", "REQUIRED, RTP/SAVP, 6"})
    void shouldOfferByThePolicy(SrtpPolicy policy, String protocol, int lines) {
        SdpMedia offer = audio(negotiator(policy, true).offer(SdpDirection.SENDRECV));
        assertThat(offer.protocol()).isEqualTo(protocol);
        List<CryptoAttribute> offered = CryptoAttribute.of(offer);
        assertThat(offered).hasSize(lines);
        assertThat(offered.stream().map(CryptoAttribute::key).distinct()).hasSize(lines);
    }

    @Test
    void shouldTakeTheLineThatTheAnswerNames() throws Exception {
        SdpNegotiator ours = negotiator(SrtpPolicy.REQUIRED, true);
        SessionDescription offer = ours.offer(SdpDirection.SENDRECV);
        SrtpKeys keys = ((SdpOutcome.Agreed) ours.applyAnswer(offer, sdp(SAVP + LINE_GCM)))
                .agreement()
                .keys();
        assertThat(keys.local())
                .isEqualTo(CryptoAttribute.of(audio(offer)).get(1).key());
        assertThat(keys.remote().base64()).isEqualTo(KEY_GCM);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                AVP,
                AVP + LINE_80,
                SAVP,
                SAVP + "a=crypto:9 AES_CM_128_HMAC_SHA1_80 inline:" + KEY_80 + "\n",
                SAVP + "a=crypto:2 AES_CM_128_HMAC_SHA1_80 inline:" + KEY_80 + "\n"
            })
    void shouldRefuseAnAnswerThatDoesNotTakeItsRequiredOffer(String answer) throws Exception {
        SdpNegotiator ours = negotiator(SrtpPolicy.REQUIRED, true);
        SessionDescription offer = ours.offer(SdpDirection.SENDRECV);
        assertThat(ours.applyAnswer(offer, sdp(answer))).isInstanceOf(SdpOutcome.Refused.class);
    }

    @Test
    void shouldTalkPlainWhenTheAnswerLeavesAnOptionalOfferOut() throws Exception {
        SdpNegotiator ours = negotiator(SrtpPolicy.OPTIONAL, true);
        SessionDescription offer = ours.offer(SdpDirection.SENDRECV);
        assertThat(((SdpOutcome.Agreed) ours.applyAnswer(offer, sdp(AVP)))
                        .agreement()
                        .keys())
                .isNull();
    }

    @Test
    void shouldOfferNewKeysWhenAskedAndKeepThoseInForceUntilTheAnswer() throws Exception {
        SdpNegotiator ours = negotiator(SrtpPolicy.OPTIONAL, true);
        SrtpKeys first = agreed(ours, SAVP + LINE_80).agreement().keys();
        SessionDescription fresh = ours.freshOffer(SdpDirection.SENDRECV);
        assertThat(CryptoAttribute.of(audio(fresh)))
                .hasSize(CryptoSuite.values().length)
                .noneMatch(line -> line.key().sharesKeyWith(first.local()));
        assertThat(wire(ours.offer(SdpDirection.SENDONLY)))
                .contains(first.local().base64());
        SrtpKeys later = ((SdpOutcome.Agreed) ours.applyAnswer(fresh, sdp(SAVP + LINE_GCM)))
                .agreement()
                .keys();
        assertThat(later.local())
                .isEqualTo(CryptoAttribute.of(audio(fresh)).get(1).key());
        assertThat(wire(ours.offer(SdpDirection.SENDONLY)))
                .contains(later.local().base64());
    }

    @Test
    void shouldRefuseItsOwnKeyFromThePeerAndOneKeyForSeveralSuites() throws Exception {
        SdpNegotiator ours = negotiator(SrtpPolicy.OPTIONAL, true);
        SessionDescription offer = ours.offer(SdpDirection.SENDRECV);
        String own = CryptoAttribute.of(audio(offer)).get(0).key().base64();
        SdpOutcome echo = ours.applyAnswer(offer, sdp(AVP + LINE_80.replace(KEY_80, own)));
        assertThat(((SdpOutcome.Refused) echo).reason()).contains("our own key").doesNotContain(own);
        String twice = LINE_80 + LINE_80.replace("1 AES", "3 AES").replace("_80", "_32");
        assertThat(((SdpOutcome.Refused) answer(ours, AVP + twice)).reason()).contains("one key for several suites");
        assertThat(answer(ours, AVP + LINE_80 + LINE_80.replace("1 AES", "3 AES")))
                .as("twice the same is one")
                .isInstanceOf(SdpOutcome.Agreed.class);
        String inForce = audio(ours.offer(SdpDirection.SENDRECV)).attribute("crypto");
        assertThat(((SdpOutcome.Refused) answer(ours, AVP + "a=crypto:" + inForce + "\n")).reason())
                .contains("our own key");
    }

    /** Who answers with a key encrypts: plain would be noise. */
    @Test
    void shouldRefuseAnAnswerWithAKeyThatWasNotAskedForEvenWhereKeysAreOptional() throws Exception {
        for (String line : new String[] {LINE_80.replace(":1", ":7"), LINE_80.replace("AES_CM", "F8")}) {
            SdpNegotiator ours = negotiator(SrtpPolicy.OPTIONAL, true);
            SessionDescription offer = ours.offer(SdpDirection.SENDRECV);
            assertThat(ours.applyAnswer(offer, sdp(AVP + line))).isInstanceOf(SdpOutcome.Refused.class);
        }
    }

    @Test
    void shouldShowNoKeyInAnyText() throws Exception {
        SdpOutcome.Agreed agreed = agreed(negotiator(SrtpPolicy.OPTIONAL, true), SAVP + LINE_80);
        String own = agreed.agreement().keys().local().base64();
        assertThat(wire(agreed.local())).contains("inline:" + own);
        for (Object shown : List.of(
                agreed,
                agreed.local(),
                audio(agreed.local()),
                agreed.agreement(),
                sdp(SAVP + LINE_80),
                CryptoAttribute.of(audio(agreed.local())))) {
            assertThat(shown.toString())
                    .doesNotContain(own)
                    .doesNotContain(KEY_80)
                    .contains("AES_CM_128");
        }
        assertThat(agreed.local().toString()).contains("a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:***");
    }
}

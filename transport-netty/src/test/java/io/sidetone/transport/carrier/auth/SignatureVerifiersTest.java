package io.sidetone.transport.carrier.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.Signature;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The signatures of Twilio and Plivo here were made by the packages twilio 6.2.0 and plivo 4.79.0 of npm. */
class SignatureVerifiersTest {
    private static final String TOKEN = "12345";
    private static final long NOW = 1_800_000_000L;
    private static final Optional<PublicUrl> URL = Optional.of(new PublicUrl("https://agent.example.com"));
    private static final String ANSWER = "/hooks/twilio/answer";

    private final CarrierGate twilio = SignatureVerifiers.twilio(Optional.of(TOKEN), URL, Optional.empty());
    private final CarrierGate plivo = SignatureVerifiers.plivo(Optional.of(TOKEN), URL, Optional.empty());

    private static int status(Refusal refusal) {
        return refusal == null ? 200 : refusal.status();
    }

    private int twilioUpgrade(String path, String signature) {
        return status(twilio.upgrade(
                Asked.get(path).header("x-twilio-signature", signature).done(), NOW));
    }

    @Test
    void shouldLetTwiliosStreamsInByTheirSignature() {
        assertThat(twilioUpgrade("/twilio", "N6jwPsifFBgsRjSOHVa6oazL3TQ=")).isEqualTo(200);
        assertThat(twilioUpgrade("/twilio", "TcPZhXJGc6J9bg8tLI2OG1b79No="))
                .as("signed with :443")
                .isEqualTo(200);
        assertThat(twilioUpgrade("/twilio", "N6jwPsifFBgsRjSOHVa6oazL3TA=")).isEqualTo(403);
        assertThat(twilioUpgrade("/twili0", "N6jwPsifFBgsRjSOHVa6oazL3TQ=")).isEqualTo(403);
        assertThat(twilioUpgrade("/twilio", "")).isEqualTo(403);
        assertThat(status(twilio.upgrade(Asked.get("/twilio").fromHere().done(), NOW)))
                .as("loopback has to sign too when there is a secret")
                .isEqualTo(403);
        CarrierGate withPort = SignatureVerifiers.twilio(
                Optional.of(TOKEN), Optional.of(new PublicUrl("https://agent.example.com:443")), Optional.empty());
        assertThat(withPort.upgrade(
                        Asked.get("/twilio")
                                .header("X-Twilio-Signature", "N6jwPsifFBgsRjSOHVa6oazL3TQ=")
                                .done(),
                        NOW))
                .as("configured with a port, signed without")
                .isNull();
    }

    @Test
    void shouldLetTwiliosWebhooksInByTheirSignature() {
        Asked form = Asked.post(ANSWER)
                .form("From", "+14155550100")
                .form("To", "+14155550199")
                .form("CallSid", "CA1")
                .form("Digits", "3", "1", "3")
                .header("X-Twilio-Signature", "9tkp2+G9r/a+kAw4eUV6wFAE+Z8=");
        assertThat(twilio.webhook(form.done(), NOW)).isNull();
        assertThat(status(twilio.webhook(form.form("To", "+14155550198").done(), NOW)))
                .isEqualTo(403);
        assertThat(twilio.webhook(
                        Asked.post(ANSWER + "?agent=sales%20desk")
                                .query("agent", "sales desk")
                                .form("From", "+14155550100")
                                .header("X-Twilio-Signature", "k35x4hkVME7w2n4n3Zx3eKChmcs=")
                                .done(),
                        NOW))
                .isNull();
        assertThat(twilio.webhook(
                        Asked.get(ANSWER + "?From=%2B14155550100&To=1")
                                .header("X-Twilio-Signature", "CHCBkSkXrxxiShs70LBmt6Ws+7E=")
                                .done(),
                        NOW))
                .isNull();
    }

    @Test
    void shouldLetPlivoInByItsSignatureAndOnce() {
        Asked stream = Asked.get("/media/plivo")
                .header("X-Plivo-Signature-V3-Nonce", "nonce-1")
                .header("X-Plivo-Signature-V3", "wrong, Jjk/4N8jvVNdf4bRWJ61ZS3GzfB6Cmuln2agpfv6Zkk=");
        assertThat(plivo.upgrade(stream.done(), NOW)).isNull();
        assertThat(status(plivo.upgrade(stream.done(), NOW + 10)))
                .as("replayed")
                .isEqualTo(403);
        Asked post = Asked.post("/hooks/plivo/answer")
                .form("From", "14155550100")
                .form("To", "14155550199")
                .header("X-Plivo-Signature-V3-Nonce", "nonce-1")
                .header("X-Plivo-Signature-Ma-V3", "QCLYGObtzvVFADwZep8dPZvNIy98cKe2SB2XxP4It3I=");
        assertThat(plivo.webhook(post.done(), NOW))
                .as("the webhook has nonces of its own")
                .isNull();
        assertThat(status(plivo.webhook(post.done(), NOW))).isEqualTo(403);
        CarrierGate other = SignatureVerifiers.plivo(Optional.of(TOKEN), URL, Optional.empty());
        assertThat(other.webhook(
                        Asked.post("/hooks/plivo/answer?b=2&a=1")
                                .query("b", "2")
                                .query("a", "1")
                                .form("From", "1")
                                .form("To", "2")
                                .header("X-Plivo-Signature-V3-Nonce", "nonce-1")
                                .header("X-Plivo-Signature-V3", "DTYGbR3zNNVpj1oleV12JMohu6H7NvVfLnjbX3BHDQc=")
                                .done(),
                        NOW))
                .isNull();
        CarrierGate third = SignatureVerifiers.plivo(Optional.of(TOKEN), URL, Optional.empty());
        assertThat(third.webhook(
                        Asked.get("/hooks/plivo/answer?To=2&From=1")
                                .query("To", "2")
                                .query("From", "1")
                                .header("X-Plivo-Signature-V3-Nonce", "nonce-1")
                                .header("X-Plivo-Signature-V3", "pNOmI9UQKqDB4K+YLxYcVP7UGcne7lutRlEmfG2vcbo=")
                                .done(),
                        NOW))
                .isNull();
        assertThat(status(third.upgrade(Asked.get("/media/plivo").done(), NOW))).isEqualTo(403);
    }

    private static Asked telnyxWebhook(KeyPair keys, String timestamp, String body) throws Exception {
        Signature signature = Signature.getInstance("Ed25519");
        signature.initSign(keys.getPrivate());
        signature.update((timestamp + "|" + body).getBytes(StandardCharsets.UTF_8));
        return Asked.post("/hooks/telnyx/answer")
                .body(body)
                .header("telnyx-timestamp", timestamp)
                .header("telnyx-signature-ed25519", Base64.getEncoder().encodeToString(signature.sign()));
    }

    @Test
    void shouldLetTelnyxWebhooksInByTheirSignatureInTimeAndOnce() throws Exception {
        KeyPair keys = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        byte[] encoded = keys.getPublic().getEncoded();
        String key =
                Base64.getEncoder().encodeToString(Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length));
        CarrierGate telnyx = SignatureVerifiers.telnyx(Optional.empty(), Optional.of(key), Optional.empty());
        String now = Long.toString(NOW);
        assertThat(telnyx.webhook(telnyxWebhook(keys, now, "From=%2B1").done(), NOW + 299))
                .isNull();
        assertThat(status(telnyx.webhook(telnyxWebhook(keys, now, "From=%2B1").done(), NOW)))
                .as("replayed")
                .isEqualTo(403);
        assertThat(status(telnyx.webhook(telnyxWebhook(keys, now, "From=%2B2").done(), NOW + 301)))
                .as("old")
                .isEqualTo(403);
        assertThat(status(telnyx.webhook(
                        telnyxWebhook(keys, now, "From=%2B2").body("From=%2B3").done(), NOW)))
                .isEqualTo(403);
        assertThat(status(telnyx.webhook(
                        telnyxWebhook(keys, now, "x")
                                .header("telnyx-signature-ed25519", "AAAA")
                                .done(),
                        NOW)))
                .isEqualTo(403);
        assertThat(status(telnyx.webhook(Asked.post("/hooks/telnyx/answer").done(), NOW)))
                .isEqualTo(403);
    }

    @Test
    void shouldLetTelnyxStreamsInByTokenOrTicket() {
        StreamTicket tickets = new StreamTicket("secret", new SecureRandom());
        CarrierGate telnyx = SignatureVerifiers.telnyx(Optional.of("secret"), Optional.empty(), Optional.of(tickets));
        String path = "/media/telnyx";
        assertThat(telnyx.upgrade(
                        Asked.get(path).header("Authorization", "bearer secret").done(), NOW))
                .isNull();
        assertThat(status(telnyx.upgrade(
                        Asked.get(path).header("Authorization", "Bearer wrong").done(), NOW)))
                .isEqualTo(401);
        assertThat(status(telnyx.upgrade(Asked.get(path).done(), NOW))).isEqualTo(401);
        String ticketed = tickets.issue(path, NOW);
        String ticket = ticketed.substring(path.length());
        assertThat(status(telnyx.upgrade(Asked.get(path + "/x" + ticket).done(), NOW)))
                .as("of another stream")
                .isEqualTo(401);
        assertThat(telnyx.upgrade(Asked.get(ticketed).done(), NOW + 100)).isNull();
        assertThat(status(telnyx.upgrade(Asked.get(ticketed).done(), NOW + 101)))
                .as("used")
                .isEqualTo(401);
        String late = tickets.issue(path, NOW);
        assertThat(status(telnyx.upgrade(Asked.get(late).done(), NOW + 121))).isEqualTo(401);
        for (String forged : new String[] {
            "",
            ".",
            "..",
            "1.2",
            "x.y.z",
            (NOW + 9) + ".a.b",
            late.replace(".", "..").substring(path.length() + 3)
        }) {
            assertThat(status(telnyx.upgrade(
                            Asked.get(path + StreamTicket.SEGMENT + forged).done(), NOW)))
                    .as(forged)
                    .isEqualTo(401);
        }
    }

    @Test
    void shouldAnswerATelnyxWebhookOnceHoweverItsSignatureIsSpelt() throws Exception {
        KeyPair keys = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        byte[] encoded = keys.getPublic().getEncoded();
        String key =
                Base64.getEncoder().encodeToString(Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length));
        CarrierGate telnyx = SignatureVerifiers.telnyx(Optional.empty(), Optional.of(key), Optional.empty());
        Asked asked = telnyxWebhook(keys, Long.toString(NOW), "From=%2B1");
        assertThat(telnyx.webhook(asked.done(), NOW)).isNull();
        String signature = asked.done().header("telnyx-signature-ed25519");
        String digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        int last = signature.length() - 3;
        int kept = digits.indexOf(signature.charAt(last)) & ~15;
        int spellings = 0;
        for (int unused = 0; unused < 16; unused++) {
            String unpadded = signature.substring(0, last) + digits.charAt(kept + unused);
            for (String spelt : new String[] {unpadded, unpadded + "=="}) {
                assertThat(Base64.getDecoder().decode(spelt))
                        .isEqualTo(Base64.getDecoder().decode(signature));
                assertThat(status(telnyx.webhook(
                                asked.header("telnyx-signature-ed25519", spelt).done(), NOW)))
                        .as(spelt)
                        .isEqualTo(403);
                spellings++;
            }
        }
        assertThat(spellings).isEqualTo(32);
    }

    /** What is signed is one text: moved into the nonce, a parameter would make a new nonce of an old signature. */
    @Test
    void shouldNotTakeAParameterOfAPlivoWebhookForPartOfItsNonce() {
        String signature = "DTYGbR3zNNVpj1oleV12JMohu6H7NvVfLnjbX3BHDQc=";
        Asked first = Asked.post("/hooks/plivo/answer?b=2&a=1")
                .query("b", "2")
                .query("a", "1")
                .form("From", "1")
                .form("To", "2")
                .header("X-Plivo-Signature-V3-Nonce", "nonce-1")
                .header("X-Plivo-Signature-V3", signature);
        Asked again = Asked.post("/hooks/plivo/answer?b=2&a=1")
                .query("b", "2")
                .query("a", "1")
                .header("X-Plivo-Signature-V3-Nonce", "From1To2.nonce-1")
                .header("X-Plivo-Signature-V3", signature);
        assertThat(new PlivoSignature(TOKEN)
                        .valid(
                                signature,
                                "From1To2.nonce-1",
                                "https://agent.example.com/hooks/plivo/answer",
                                again.done().query(),
                                again.done().form()))
                .as("the signature alone does not tell them apart")
                .isTrue();
        assertThat(plivo.webhook(first.done(), NOW)).isNull();
        assertThat(status(plivo.webhook(again.done(), NOW))).isEqualTo(403);
    }

    @Test
    void shouldLetSignalWireInByTokenAndSignature() {
        CarrierGate signalWire = SignatureVerifiers.signalWire(Optional.of("bearer-1"), Optional.of(TOKEN), URL);
        assertThat(signalWire.upgrade(
                        Asked.get("/media/signalwire")
                                .header("Authorization", "Bearer bearer-1")
                                .done(),
                        NOW))
                .isNull();
        assertThat(status(signalWire.upgrade(
                        Asked.get("/media/signalwire")
                                .header("Authorization", "Basic bearer-1")
                                .done(),
                        NOW)))
                .isEqualTo(401);
        for (String header : new String[] {"X-SignalWire-Signature", "X-Twilio-Signature"}) {
            Asked asked =
                    Asked.get(ANSWER + "?From=%2B14155550100&To=1").header(header, "CHCBkSkXrxxiShs70LBmt6Ws+7E=");
            assertThat(signalWire.webhook(asked.done(), NOW)).as(header).isNull();
        }
        assertThat(status(signalWire.webhook(Asked.get(ANSWER).done(), NOW))).isEqualTo(403);
    }

    @Test
    void shouldLetExotelInByItsPassword() {
        CarrierGate exotel = SignatureVerifiers.exotel(Optional.of("user"), Optional.of("pass:word"));
        String right = Base64.getEncoder().encodeToString("user:pass:word".getBytes(StandardCharsets.UTF_8));
        assertThat(exotel.upgrade(
                        Asked.get("/media/exotel")
                                .header("Authorization", "Basic " + right)
                                .done(),
                        NOW))
                .isNull();
        assertThat(status(exotel.upgrade(
                        Asked.get("/media/exotel")
                                .header("Authorization", "Basic x")
                                .done(),
                        NOW)))
                .isEqualTo(401);
        assertThat(status(exotel.upgrade(Asked.get("/media/exotel").fromHere().done(), NOW)))
                .isEqualTo(401);
    }

    @Test
    void shouldServeOnlyLoopbackWithoutASecret() {
        CarrierGate[] open = {
            SignatureVerifiers.twilio(Optional.empty(), URL, Optional.empty()),
            SignatureVerifiers.plivo(Optional.empty(), Optional.empty(), Optional.empty()),
            SignatureVerifiers.telnyx(Optional.empty(), Optional.empty(), Optional.empty()),
            SignatureVerifiers.signalWire(Optional.empty(), Optional.empty(), URL),
            SignatureVerifiers.exotel(Optional.empty(), Optional.empty())
        };
        for (CarrierGate gate : open) {
            assertThat(gate.upgrade(Asked.get("/x").fromHere().done(), NOW)).isNull();
            assertThat(gate.webhook(Asked.post("/x").fromHere().done(), NOW)).isNull();
            for (CarrierRequest outside : new CarrierRequest[] {
                Asked.get("/x").done(),
                Asked.get("/x").fromHere().header("Host", "page.example:8080").done()
            }) {
                assertThat(status(gate.upgrade(outside, NOW))).isEqualTo(403);
                assertThat(status(gate.webhook(outside, NOW))).isEqualTo(403);
            }
        }
    }

    @Test
    void shouldForgetNoncesAfterTheirTimeAndWhenThereAreTooMany() {
        NonceCache cache = new NonceCache(60);
        assertThat(cache.first("a", NOW)).isTrue();
        assertThat(cache.first("a", NOW + 60)).isFalse();
        assertThat(cache.first("a", NOW + 61)).isTrue();
        for (int i = 0; i < 30_000; i++) {
            cache.first("n" + i, NOW + 61);
        }
        assertThat(cache.first("a", NOW + 61)).isTrue();
    }
}

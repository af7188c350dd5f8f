package io.sidetone.transport.dialect.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Who gets past the gate of each carrier, and who does not. Signatures are made here anew: the gates' own code is not asked what is
 * right. A request that is old is presented two hours after it was made; one that is replayed, for the second time at once.
 */
class CarrierRefusalsTest {
    private static final String SECRET = "secret-of-the-account";
    private static final String OTHER = "secret-of-somebody-else";
    private static final String FORM = "From=1&To=2";
    private static final String ELSEWHERE = "From=1&To=3";
    private static final String SIGNED_FORM = "From1To2";
    private static final String HOOKS = "https://" + CarrierDoors.HOST + "/hooks/";
    private static final long OLD_S = 7_200;

    /** How a request comes. */
    private enum Way {
        RIGHT,
        WRONG,
        MISSING,
        ELSEWHERE,
        REPLAYED,
        OLD
    }

    private final KeyPair telnyx = keys();
    private final KeyPair stranger = keys();
    private final CarrierDoors doors = new CarrierDoors(
            Map.of("auth-token", SECRET, "token", SECRET, "signing-key", SECRET, "password", SECRET),
            Map.of("public-key", publicKey(telnyx), "user", "carrier"));
    private int nonces;

    private static KeyPair keys() {
        try {
            return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static String publicKey(KeyPair keys) {
        byte[] encoded = keys.getPublic().getEncoded();
        return Base64.getEncoder().encodeToString(Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length));
    }

    private static String hmac(String algorithm, String key, String text) {
        try {
            Mac mac = Mac.getInstance(algorithm);
            mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), algorithm));
            return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static String key(Way way) {
        return way == Way.WRONG ? OTHER : SECRET;
    }

    /** What comes of a request made now, presented in that way. */
    private int presented(Way way, Supplier<Integer> request) {
        if (way == Way.OLD) {
            doors.now += OLD_S;
        } else if (way == Way.REPLAYED) {
            assertThat(request.get()).as("the first time").isIn(101, 200);
        }
        return request.get();
    }

    private int shaWebhook(String carrier, String header, Way way) {
        String form = way == Way.ELSEWHERE ? ELSEWHERE : FORM;
        String signature =
                way == Way.MISSING ? "" : hmac("HmacSHA1", key(way), HOOKS + carrier + "/answer" + SIGNED_FORM);
        return presented(way, () -> doors.webhook(carrier, form, header, signature));
    }

    private int twilioStream(Way way) {
        assertThat(shaWebhook("twilio", "X-Twilio-Signature", Way.RIGHT)).isEqualTo(200);
        String path = doors.stream();
        String signed = "wss://" + CarrierDoors.HOST + (way == Way.ELSEWHERE ? "/media/twilio" : path);
        String signature = way == Way.MISSING ? "" : hmac("HmacSHA1", key(way), signed);
        return presented(way, () -> doors.upgrade(path, "X-Twilio-Signature", signature));
    }

    private int bareTwilioStream(Way way) {
        String signature = hmac("HmacSHA1", key(way), "wss://" + CarrierDoors.HOST + "/media/twilio");
        return presented(way, () -> doors.upgrade("/media/twilio", "X-Twilio-Signature", signature));
    }

    private int telnyxWebhook(Way way) {
        // Its signature is the same for the same second and form, and so the request a replayed one.
        doors.now++;
        String timestamp = Long.toString(doors.now);
        String signature = "";
        try {
            Signature maker = Signature.getInstance("Ed25519");
            maker.initSign((way == Way.WRONG ? stranger : telnyx).getPrivate());
            maker.update((timestamp + "|" + FORM).getBytes(StandardCharsets.UTF_8));
            signature = way == Way.MISSING ? "" : Base64.getEncoder().encodeToString(maker.sign());
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
        String given = signature;
        String form = way == Way.ELSEWHERE ? ELSEWHERE : FORM;
        return presented(
                way,
                () -> doors.webhook("telnyx", form, "telnyx-timestamp", timestamp, "telnyx-signature-ed25519", given));
    }

    private int telnyxTicket(Way way) {
        assertThat(telnyxWebhook(Way.RIGHT)).isEqualTo(200);
        String path = doors.stream();
        String asked =
                switch (way) {
                    case WRONG -> path.substring(0, path.length() - 3) + "AAA";
                    case MISSING -> "/media/telnyx";
                    case ELSEWHERE -> path.replace("/media/telnyx", "/media/telnyx/sales");
                    default -> path;
                };
        return presented(way, () -> doors.upgrade(asked));
    }

    private int plivoWebhook(Way way) {
        String nonce = "n" + nonces++;
        String signature = hmac("HmacSHA256", key(way), HOOKS + "plivo/answer?" + SIGNED_FORM + "." + nonce);
        String form = way == Way.ELSEWHERE ? ELSEWHERE : FORM;
        return presented(
                way, () -> doors.webhook("plivo", form, plivoHeaders(way == Way.MISSING ? "" : signature, nonce)));
    }

    private int plivoStream(Way way) {
        assertThat(plivoWebhook(Way.RIGHT)).isEqualTo(200);
        String path = doors.stream();
        String nonce = "n" + nonces++;
        String signed = "https://" + CarrierDoors.HOST + (way == Way.ELSEWHERE ? "/media/plivo" : path);
        String signature = way == Way.MISSING ? "" : hmac("HmacSHA256", key(way), signed + "." + nonce);
        return presented(way, () -> doors.upgrade(path, plivoHeaders(signature, nonce)));
    }

    private static String[] plivoHeaders(String signature, String nonce) {
        return new String[] {"X-Plivo-Signature-V3", signature, "X-Plivo-Signature-V3-Nonce", nonce};
    }

    private int bearer(String path, Way way) {
        String scheme = way == Way.ELSEWHERE ? "Basic " : "Bearer ";
        String[] headers = way == Way.MISSING ? new String[0] : new String[] {"Authorization", scheme + key(way)};
        return presented(way, () -> doors.upgrade(path, headers));
    }

    private int exotel(Way way) {
        String user = way == Way.ELSEWHERE ? "somebody" : "carrier";
        String[] headers = way == Way.MISSING
                ? new String[0]
                : CarrierDoors.basic(user, key(way)).toArray(new String[0]);
        return presented(way, () -> doors.upgrade("/media/exotel", headers));
    }

    private int status(String door, Way way) {
        return switch (door) {
            case "twilio webhook" -> shaWebhook("twilio", "X-Twilio-Signature", way);
            case "twilio stream" -> twilioStream(way);
            case "twilio stream, no ticket" -> bareTwilioStream(way);
            case "telnyx webhook" -> telnyxWebhook(way);
            case "telnyx stream, ticket" -> telnyxTicket(way);
            case "telnyx stream, token" -> bearer("/media/telnyx", way);
            case "plivo webhook" -> plivoWebhook(way);
            case "plivo stream" -> plivoStream(way);
            case "signalwire webhook" -> shaWebhook("signalwire", "X-SignalWire-Signature", way);
            case "signalwire stream" -> bearer("/media/signalwire", way);
            case "exotel stream" -> exotel(way);
            default -> throw new IllegalArgumentException(door);
        };
    }

    /**
     * Elsewhere: signed for another form, address or stream, or with another scheme or user. Webhooks of Twilio and SignalWire carry no
     * time and nothing that is good once, so an old one is answered; a stream that such an answer names wants its own signature.
     */
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            useHeadersInDisplayName = true,
            textBlock =
                    """
                    door                     | right | wrong | missing | elsewhere | replayed | old
                    twilio webhook           | 200   | 403   | 403     | 403       | 200      | 200
                    twilio stream            | 101   | 403   | 403     | 403       | 403      | 403
                    twilio stream, no ticket | 403   | 403   | 403     | 403       | -        | 403
                    telnyx webhook           | 200   | 403   | 403     | 403       | 403      | 403
                    telnyx stream, ticket    | 101   | 401   | 401     | 401       | 401      | 401
                    telnyx stream, token     | 101   | 401   | 401     | 401       | 101      | 101
                    plivo webhook            | 200   | 403   | 403     | 403       | 403      | 200
                    plivo stream             | 101   | 403   | 403     | 403       | 403      | 403
                    signalwire webhook       | 200   | 403   | 403     | 403       | 200      | 200
                    signalwire stream        | 101   | 401   | 401     | 401       | 101      | 101
                    exotel stream            | 101   | 401   | 401     | 401       | 101      | 101
                    """)
    void shouldLetInTheCarrierAloneWhenItShowsWhatItShould(
            String door, String right, String wrong, String missing, String elsewhere, String replayed, String old) {
        String[] expected = {right, wrong, missing, elsewhere, replayed, old};
        for (Way way : Way.values()) {
            if (!expected[way.ordinal()].equals("-")) {
                assertThat(status(door, way))
                        .as("%s, %s", door, way)
                        .isEqualTo(Integer.parseInt(expected[way.ordinal()]));
            }
        }
    }

    @Test
    void shouldServeNoCarrierWithoutItsSecretWhenTheServerHasAPublicAddress() {
        CarrierDoors shut = new CarrierDoors(Map.of(), Map.of());
        assertThat(shut.carriers.withheld())
                .containsExactlyInAnyOrder(
                        "/media/twilio",
                        "/hooks/twilio/answer",
                        "/media/telnyx",
                        "/hooks/telnyx/answer",
                        "/media/plivo",
                        "/hooks/plivo/answer",
                        "/media/signalwire",
                        "/hooks/signalwire/answer",
                        "/media/exotel");
        for (String name : Carriers.NAMES) {
            assertThat(shut.upgrade("/media/" + name)).as(name).isEqualTo(404);
            assertThat(shut.webhook(name, FORM)).as(name).isEqualTo(404);
        }
    }

    @Test
    void shouldServeTheHalfOfACarrierThatHasItsSecret() {
        CarrierDoors half = new CarrierDoors(Map.of("token", SECRET), Map.of());
        assertThat(half.carriers.withheld())
                .as("both have a token for streams and no key for webhooks")
                .contains("/hooks/telnyx/answer", "/hooks/signalwire/answer")
                .doesNotContain("/media/telnyx", "/media/signalwire");
        assertThat(half.upgrade("/media/telnyx", "Authorization", "Bearer " + SECRET))
                .isEqualTo(101);
    }

    @Test
    void shouldServeNoCarrierWithoutItsSecretWhenTheServerHasAToken() {
        CarrierDoors shut = new CarrierDoors(Optional.empty(), Map.of(), Map.of());
        assertThat(shut.carriers.withheld()).hasSize(9);
        for (String name : Carriers.NAMES) {
            assertThat(shut.upgrade("/media/" + name)).as(name).isEqualTo(404);
            assertThat(shut.webhook(name, FORM)).as(name).isEqualTo(404);
        }
    }
}

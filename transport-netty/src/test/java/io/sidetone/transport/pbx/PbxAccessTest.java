package io.sidetone.transport.pbx;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.ws.WsDecision;
import io.sidetone.transport.ws.WsHandshake;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PbxAccessTest {
    private static final long NOW_S = 1_800_000_000L;
    private static final PbxAccess OPEN = PbxAccess.loopback("streams.asterisk");
    private static final PbxAccess GUARDED =
            new PbxAccess("streams.asterisk", "pbx", "s3cret:x", "tok", new SignedToken("shared", () -> NOW_S));

    private static int status(PbxAccess access, WsHandshake handshake) {
        WsDecision.Refuse refusal = access.refusal(handshake);
        return refusal == null ? 101 : refusal.status();
    }

    private static WsHandshake with(String authorization) {
        return PbxRig.handshakeFrom("192.0.2.7", "/media/asterisk", "Authorization", authorization);
    }

    private static String basic(String text) {
        return "Basic " + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String part(String json) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }

    private static String signed(String secret, String header, String claims) throws Exception {
        String body = part(header) + "." + part(claims);
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        return "Bearer " + body + "."
                + Base64.getUrlEncoder()
                        .withoutPadding()
                        .encodeToString(mac.doFinal(body.getBytes(StandardCharsets.US_ASCII)));
    }

    @Test
    void shouldServeOnlyThisMachineWithoutASecret() {
        assertThat(status(OPEN, PbxRig.handshake("/media/asterisk", "Host", "localhost:8080")))
                .isEqualTo(101);
        assertThat(status(OPEN, PbxRig.handshakeFrom("192.0.2.7", "/media/asterisk")))
                .isEqualTo(403);
    }

    @Test
    void shouldNotTakeAProxyForThisMachine() {
        for (String header : new String[] {"X-Forwarded-For", "Forwarded", "Via", "X-Real-IP", "CF-Connecting-IP"}) {
            assertThat(status(OPEN, PbxRig.handshake("/media/asterisk", header, "192.0.2.7")))
                    .as(header)
                    .isEqualTo(403);
        }
    }

    @Test
    void shouldNotServeHostNamesThatPagesPointHere() {
        assertThat(status(OPEN, PbxRig.handshake("/media/asterisk", "Host", "evil.example:8080")))
                .isEqualTo(403);
    }

    @Test
    void shouldServeWhoeverCarriesTheSecret() throws Exception {
        assertThat(status(GUARDED, with(basic("pbx:s3cret:x")))).isEqualTo(101);
        assertThat(status(GUARDED, with("Bearer tok"))).isEqualTo(101);
        assertThat(status(GUARDED, with("bearer tok"))).isEqualTo(101);
        assertThat(status(GUARDED, with(signed("shared", "{\"alg\":\"HS256\"}", "{\"iat\":" + (NOW_S - 100) + "}"))))
                .isEqualTo(101);
        assertThat(status(GUARDED, with(signed("shared", "{\"alg\":\"HS256\"}", "{\"exp\":" + (NOW_S + 9) + "}"))))
                .as("nothing says how old it is")
                .isEqualTo(401);
    }

    @Test
    void shouldAskForTheSecretEvenOnThisMachine() {
        assertThat(status(GUARDED, PbxRig.handshake("/media/asterisk"))).isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Basic",
                "Basic ",
                "Basic %%%",
                "Basic cGJ4",
                "Bearer",
                "Bearer ",
                "Bearer nope",
                "Digest tok",
                "tok",
                "Bearer a.b.c",
                "Bearer ..",
                "Bearer e30.e30.e30"
            })
    void shouldRefuseWhatIsNoSecret(String authorization) {
        assertThat(status(GUARDED, with(authorization))).isEqualTo(401);
    }

    @Test
    void shouldRefuseAWrongNameOrPassword() {
        assertThat(status(GUARDED, with(basic("pbx:other")))).isEqualTo(401);
        assertThat(status(GUARDED, with(basic("other:s3cret:x")))).isEqualTo(401);
    }

    @Test
    void shouldTakeAnyNameWhereNoneIsConfigured() {
        PbxAccess nameless = new PbxAccess("streams.freeswitch", "", "word", "", null);
        assertThat(status(nameless, with(basic("whoever:word")))).isEqualTo(101);
        assertThat(status(nameless, with("Bearer word"))).isEqualTo(401);
    }

    @Test
    void shouldRefuseTokensThatAreOldUnsignedOrOfAnotherAlgorithm() throws Exception {
        assertThat(status(GUARDED, with(signed("shared", "{\"alg\":\"HS256\"}", "{\"iat\":" + (NOW_S - 400) + "}"))))
                .isEqualTo(401);
        assertThat(status(GUARDED, with(signed("shared", "{\"alg\":\"HS256\"}", "{\"exp\":" + (NOW_S - 61) + "}"))))
                .isEqualTo(401);
        assertThat(status(GUARDED, with(signed("shared", "{\"alg\":\"HS256\"}", "{\"iat\":" + (NOW_S + 61) + "}"))))
                .isEqualTo(401);
        assertThat(status(GUARDED, with(signed("shared", "{\"alg\":\"HS256\"}", "{}"))))
                .isEqualTo(401);
        assertThat(status(GUARDED, with(signed("other", "{\"alg\":\"HS256\"}", "{\"iat\":" + NOW_S + "}"))))
                .isEqualTo(401);
        assertThat(status(GUARDED, with(signed("shared", "{\"alg\":\"none\"}", "{\"iat\":" + NOW_S + "}"))))
                .isEqualTo(401);
        assertThat(status(GUARDED, with(signed("shared", "{\"alg\":\"HS256\"}", "{\"iat\":\"soon\"}"))))
                .isEqualTo(401);
    }
}

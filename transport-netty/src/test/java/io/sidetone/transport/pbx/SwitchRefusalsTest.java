package io.sidetone.transport.pbx;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.dialect.DialectProtocol;
import io.sidetone.transport.dialect.MediaDialect;
import io.sidetone.transport.dialect.service.MediaDialects;
import io.sidetone.transport.pbx.freeswitch.AudioForkSettings;
import io.sidetone.transport.pbx.freeswitch.Playback;
import io.sidetone.transport.stream.FakeCallHandle;
import io.sidetone.transport.ws.WsDecision;
import io.sidetone.transport.ws.WsProtocol;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who gets past the gate of each switch's stream. An old request is presented two hours after it was made. */
class SwitchRefusalsTest {
    private static final String SECRET = "s3cret:x";
    private static final String OTHER = "other";
    private static final String HEADER = "{\"alg\":\"HS256\",\"typ\":\"JWT\"}";
    private static final String DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    private static final long OLD_S = 7_200;

    /** How a connection comes. */
    private enum Way {
        RIGHT,
        WRONG,
        MISSING,
        ELSEWHERE,
        REPLAYED,
        OLD
    }

    private final FakeCallHandle calls = new FakeCallHandle();
    private final PbxCounters counters = new PbxCounters("test");
    private final PbxAccess access =
            new PbxAccess("streams.NAME", "pbx", SECRET, SECRET, new SignedToken(SECRET, () -> this.now));
    private long now = 1_800_000_000L;
    private int tokens;

    private WsProtocol protocol(String name) {
        MediaDialect dialect =
                switch (name) {
                    case "asterisk" -> MediaDialects.asterisk(60, counters);
                    case "freeswitch" ->
                        MediaDialects.freeSwitch(new AudioForkSettings(160, 8_000, Playback.BINARY), counters);
                    case "vonage" -> MediaDialects.vonage(60, counters);
                    default -> throw new IllegalArgumentException(name);
                };
        return new DialectProtocol(dialect, access, calls, counters);
    }

    private static String encoded(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String jwt(String secret, String header, String claims) {
        try {
            String body = encoded(header) + "." + encoded(claims);
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return body + "."
                    + Base64.getUrlEncoder()
                            .withoutPadding()
                            .encodeToString(mac.doFinal(body.getBytes(StandardCharsets.US_ASCII)));
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private String claims() {
        return "{\"iat\":" + now + ",\"exp\":" + (now + 86_400) + ",\"iss\":\"Vonage\",\"jti\":\"id-" + tokens++
                + "\"}";
    }

    private String authorization(String scheme, Way way) {
        String secret = way == Way.WRONG ? OTHER : SECRET;
        return switch (scheme) {
            case "basic" ->
                "Basic "
                        + Base64.getEncoder()
                                .encodeToString(((way == Way.ELSEWHERE ? "somebody:" : "pbx:") + secret)
                                        .getBytes(StandardCharsets.UTF_8));
            case "bearer" -> (way == Way.ELSEWHERE ? "Digest " : "Bearer ") + secret;
            case "jwt" ->
                "Bearer " + jwt(secret, way == Way.ELSEWHERE ? HEADER.replace("HS256", "none") : HEADER, claims());
            default -> throw new IllegalArgumentException(scheme);
        };
    }

    private int status(String dialect, String authorization) {
        String[] headers = authorization == null ? new String[0] : new String[] {"Authorization", authorization};
        WsDecision decision =
                protocol(dialect).admit(PbxRig.handshakeFrom("203.0.113.9", "/media/" + dialect, headers));
        return decision instanceof WsDecision.Refuse refused ? refused.status() : 101;
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            useHeadersInDisplayName = true,
            textBlock =
                    """
                    door       | scheme | right | wrong | missing | elsewhere | replayed | old
                    asterisk   | basic  | 101   | 401   | 401     | 401       | 101      | 101
                    freeswitch | basic  | 101   | 401   | 401     | 401       | 101      | 101
                    freeswitch | bearer | 101   | 401   | 401     | 401       | 101      | 101
                    vonage     | bearer | 101   | 401   | 401     | 401       | 101      | 101
                    vonage     | jwt    | 101   | 401   | 401     | 401       | 401      | 401
                    """)
    void shouldLetInTheSwitchAloneWhenItShowsWhatItShould(
            String door, String scheme, int right, int wrong, int missing, int elsewhere, int replayed, int old) {
        int[] expected = {right, wrong, missing, elsewhere, replayed, old};
        for (Way way : Way.values()) {
            String given = way == Way.MISSING ? null : authorization(scheme, way);
            if (way == Way.REPLAYED) {
                assertThat(status(door, given)).as("the first time").isEqualTo(101);
            } else if (way == Way.OLD) {
                now += OLD_S;
            }
            assertThat(status(door, given))
                    .as("%s by %s, %s", door, scheme, way)
                    .isEqualTo(expected[way.ordinal()]);
        }
    }

    @Test
    void shouldTakeATokenOnceHoweverItIsSpelt() {
        String token = jwt(SECRET, HEADER, claims());
        assertThat(status("vonage", "Bearer " + token)).isEqualTo(101);
        int last = token.length() - 1;
        int kept = DIGITS.indexOf(token.charAt(last)) & ~3;
        for (int unused = 0; unused < 4; unused++) {
            String spelt = token.substring(0, last) + DIGITS.charAt(kept + unused);
            assertThat(status("vonage", "Bearer " + spelt)).as(spelt).isEqualTo(401);
            assertThat(status("vonage", "Bearer " + spelt + "=")).as(spelt).isEqualTo(401);
        }
        String sameId = jwt(SECRET, HEADER, "{\"iat\":" + (now - 1) + ",\"jti\":\"id-0\"}");
        assertThat(status("vonage", "Bearer " + sameId))
                .as("another token of the same id")
                .isEqualTo(401);
        String unnamed = jwt(SECRET, HEADER, "{\"iat\":" + now + "}");
        assertThat(status("vonage", "Bearer " + unnamed)).isEqualTo(101);
        assertThat(status("vonage", "Bearer " + unnamed))
                .as("without an id of its own a token is known by what it says")
                .isEqualTo(401);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    {"iat":NOW}                        | 101
                    {"iat":NOW-299,"exp":NOW+86400}    | 101
                    {"iat":NOW-361,"exp":NOW+86400}    | 401
                    {"iat":NOW+59}                     | 101
                    {"iat":NOW+61}                     | 401
                    {"iat":NOW,"exp":NOW-61}           | 401
                    {"iat":NOW,"nbf":NOW+61}           | 401
                    {"exp":NOW+86400,"jti":"x"}        | 401
                    {"iat":"soon"}                     | 401
                    {"iat":"NaN"}                      | 401
                    {"iat":"Infinity"}                 | 401
                    {}                                 | 401
                    """)
    void shouldTakeATokenOnlyWhileItIsFresh(String claims, int expected) {
        String dated = java.util.regex.Pattern.compile("NOW([+-]\\d+)?")
                .matcher(claims)
                .replaceAll(
                        found -> Long.toString(now + (found.group(1) == null ? 0 : Long.parseLong(found.group(1)))));
        assertThat(status("vonage", "Bearer " + jwt(SECRET, HEADER, dated)))
                .as(dated)
                .isEqualTo(expected);
    }
}

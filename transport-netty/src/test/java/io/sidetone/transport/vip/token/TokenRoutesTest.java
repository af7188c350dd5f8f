package io.sidetone.transport.vip.token;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.transport.http.Answer;
import io.sidetone.transport.http.Request;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("VIP-03")
class TokenRoutesTest {
    private final EphemeralKeys keys = new EphemeralKeys(new Random(1), () -> 0);

    private Answer post(String body, String type) throws Exception {
        Request request = new Request(
                "POST", "/api/tokens", Map.of(), Map.of(), type, body.getBytes(StandardCharsets.UTF_8), true);
        return TokenRoutes.of(keys, "desk"::equals)
                .get(0)
                .handler()
                .apply(request)
                .toCompletableFuture()
                .get();
    }

    @Test
    void shouldWantTheServersOwnToken() {
        assertThat(TokenRoutes.of(keys, name -> true).get(0).open()).isFalse();
    }

    @Test
    void shouldIssueAKeyForWhomTheApplicationNames() throws Exception {
        Answer answer = post(
                "{\"agent\": \"desk\", \"ttl_seconds\": 30, \"user\": {\"user_id\": \"ada\", \"locale\": \"en\"}}",
                "application/json; charset=utf-8");
        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.headers()).containsEntry("Cache-Control", "no-store");
        JsonNode body = new ObjectMapper().readTree(answer.body());
        assertThat(body.path("ttl_seconds").asInt()).isEqualTo(30);
        assertThat(body.path("expires_at").asText()).isEqualTo("1970-01-01T00:00:30Z");
        assertThat(keys.redeem(body.path("ephemeral_key").asText())).isEqualTo(new KeyGrant("desk", "ada", "en"));
    }

    @Test
    void shouldIssueAKeyForAnybodyWithoutABody() throws Exception {
        JsonNode body = new ObjectMapper().readTree(post("", "").body());
        assertThat(keys.redeem(body.path("ephemeral_key").asText())).isEqualTo(KeyGrant.ANY);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"agent\": \"nobody\"}|application/json|404",
                "{\"agent\": 7}|application/json|400",
                "{\"ttl_seconds\": 0}|application/json|400",
                "{\"ttl_seconds\": 3601}|application/json|400",
                "{\"more\": 1}|application/json|400",
                "{\"user\": []}|application/json|400",
                "not json|application/json|400",
                "{}|text/plain|415"
            })
    void shouldSayWhatIsWrong(String body, String type, int status) throws Exception {
        Answer answer = post(body, type);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(new String(answer.body(), StandardCharsets.UTF_8)).contains("; ");
        assertThat(keys.size()).isZero();
    }
}

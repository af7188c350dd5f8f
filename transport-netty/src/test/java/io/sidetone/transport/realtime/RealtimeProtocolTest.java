package io.sidetone.transport.realtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.sidetone.core.metrics.SharedCounters;
import io.sidetone.transport.ws.WsDecision;
import io.sidetone.transport.ws.WsHandshake;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may speak the protocol. */
class RealtimeProtocolTest {
    private final HttpHeaders headers = new DefaultHttpHeaders();

    private WsDecision admit(Optional<String> token, boolean authorized, Map<String, List<String>> query) {
        RealtimeServices settings = new RealtimeServices(
                token, "desk"::equals, new SharedCounters<>(RealtimeCounter.class), new Random(1), () -> 0, () -> 0);
        return new RealtimeProtocol(settings, null)
                .admit(new WsHandshake(
                        RealtimeProtocol.PATH,
                        RealtimeProtocol.PATH,
                        Map.of(),
                        query,
                        headers,
                        null,
                        true,
                        authorized));
    }

    private static int status(WsDecision decision) {
        return decision instanceof WsDecision.Refuse refused ? refused.status() : 101;
    }

    @Test
    void shouldRefuseAWrongOrMissingKeyBeforeTheUpgrade() {
        assertThat(status(admit(Optional.of("secret"), false, Map.of()))).isEqualTo(401);
        headers.set("api-key", "guess");
        headers.set("Sec-WebSocket-Protocol", "realtime, openai-insecure-api-key.guess");
        assertThat(status(admit(Optional.of("secret"), false, Map.of()))).isEqualTo(401);
        assertThat(status(admit(Optional.empty(), false, Map.of()))).isEqualTo(401);
    }

    @Test
    void shouldTakeTheBearerThatTheServerChecked() {
        assertThat(status(admit(Optional.of("secret"), true, Map.of()))).isEqualTo(101);
    }

    @Test
    void shouldTakeAnApiKeyHeader() {
        headers.set("api-key", "secret");
        assertThat(status(admit(Optional.of("secret"), false, Map.of()))).isEqualTo(101);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "realtime, openai-insecure-api-key.secret, openai-beta.realtime-v1",
                "openai-insecure-api-key.secret,realtime"
            })
    void shouldTakeTheKeyOfABrowserAndSpeakItsSubprotocol(String protocols) {
        headers.set("Sec-WebSocket-Protocol", protocols);
        WsDecision decision = admit(Optional.of("secret"), false, Map.of("model", List.of("desk")));
        assertThat(decision).isInstanceOfSatisfying(WsDecision.Accept.class, accepted -> {
            assertThat(accepted.subprotocol()).isEqualTo("realtime");
            assertThat(accepted.maxMessageBytes()).isEqualTo(RealtimeSession.MAX_MESSAGE_BYTES);
        });
    }

    @Test
    void shouldSelectNoSubprotocolThatWasNotOffered() {
        WsDecision decision = admit(Optional.empty(), true, Map.of());
        assertThat(decision)
                .isInstanceOfSatisfying(WsDecision.Accept.class, accepted -> assertThat(accepted.subprotocol())
                        .isNull());
    }

    @Test
    void shouldAttachToNoCall() {
        assertThat(status(admit(Optional.empty(), true, Map.of("call_id", List.of("rtc_1")))))
                .isEqualTo(400);
    }
}

package io.sidetone.transport.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.sidetone.core.metrics.SharedCounters;
import io.sidetone.transport.realtime.RealtimeCounter;
import io.sidetone.transport.realtime.RealtimeProtocol;
import io.sidetone.transport.realtime.RealtimeServices;
import io.sidetone.transport.vela.VelaProtocol;
import io.sidetone.transport.vela.VelaSettings;
import io.sidetone.transport.vip.VipCounters;
import io.sidetone.transport.vip.VipProtocol;
import io.sidetone.transport.vip.VipServices;
import io.sidetone.transport.vip.VipSettings;
import io.sidetone.transport.vip.action.RegistryReader;
import io.sidetone.transport.vip.token.EphemeralKeys;
import io.sidetone.transport.vip.token.KeyGrant;
import io.sidetone.transport.ws.Origins;
import io.sidetone.transport.ws.WsDecision;
import io.sidetone.transport.ws.WsHandshake;
import io.sidetone.transport.ws.WsProtocol;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What opens each WebSocket of the API on a server with a token, and what does not, in every place where a key can stand. */
class SocketKeysTest {
    private static final String TOKEN = "t0ken";
    private static final long KEY_LIVES_MS = 60_000;

    private final Gate gate = new Gate(Optional.of(TOKEN), Origins.OWN);
    private long wallMs = 1_800_000_000_000L;
    private final EphemeralKeys keys = new EphemeralKeys(new Random(1), () -> wallMs);

    private WsProtocol protocol(String path) {
        return switch (path) {
            case "/ws" -> new VelaProtocol(VelaSettings.DEFAULT, null, bytes -> {}, () -> 0);
            case "/vip" ->
                new VipProtocol(
                        new VipServices(
                                keys,
                                new RegistryReader(given -> null),
                                Runnable::run,
                                () -> 0,
                                VipSettings.of(true),
                                new VipCounters()),
                        null,
                        offer -> null);
            case "/v1/realtime" ->
                new RealtimeProtocol(
                        new RealtimeServices(
                                Optional.of(TOKEN),
                                "desk"::equals,
                                new SharedCounters<>(RealtimeCounter.class),
                                new Random(1),
                                () -> 0,
                                () -> 0),
                        null);
            default -> throw new IllegalArgumentException(path);
        };
    }

    /** A key of {@code POST /api/tokens}: fresh, used by another, or as old as it may get. */
    private String key(String kind) throws Exception {
        switch (kind) {
            case "TOKEN" -> {
                return TOKEN;
            }
            case "WRONG" -> {
                return "wrong";
            }
            default -> {
                String key = keys.issue(KeyGrant.ANY, KEY_LIVES_MS).text();
                if (kind.equals("USED")) {
                    keys.redeem(key);
                } else if (kind.equals("OLD")) {
                    wallMs += KEY_LIVES_MS;
                }
                return key;
            }
        }
    }

    private int status(String path, String place, String key) {
        HttpHeaders headers = new DefaultHttpHeaders().set("Host", "agent.example.com");
        Map<String, List<String>> query = Map.of();
        switch (place) {
            case "bearer" -> headers.set("Authorization", "Bearer " + key);
            case "basic" -> headers.set("Authorization", "Basic " + key);
            case "query" -> query = Map.of("token", List.of(key));
            case "twice" -> query = Map.of("token", List.of(key, key));
            case "api-key" -> headers.set("api-key", key);
            case "subprotocol" -> headers.set("Sec-WebSocket-Protocol", "realtime, openai-insecure-api-key." + key);
            default -> assertThat(place).isEqualTo("nowhere");
        }
        WsDecision decision = protocol(path)
                .admit(new WsHandshake(
                        path,
                        path,
                        Map.of(),
                        query,
                        headers,
                        new InetSocketAddress("127.0.0.1", 999),
                        true,
                        gate.admits(headers, query.get("token"))));
        return decision instanceof WsDecision.Refuse refused ? refused.status() : 101;
    }

    /**
     * Fresh, used and old are keys of {@code POST /api/tokens}, which open {@code /vip} alone. A client of {@code /vip} may show its
     * key with its first message instead, so one without a key is let in and told nothing before that (VipSessionTest).
     */
    @ParameterizedTest
    @CsvSource({
        "/ws,          bearer,      TOKEN, 101",
        "/ws,          query,       TOKEN, 101",
        "/ws,          bearer,      WRONG, 401",
        "/ws,          query,       WRONG, 401",
        "/ws,          twice,       TOKEN, 401",
        "/ws,          basic,       TOKEN, 401",
        "/ws,          api-key,     TOKEN, 401",
        "/ws,          subprotocol, TOKEN, 401",
        "/ws,          nowhere,     TOKEN, 401",
        "/ws,          query,       FRESH, 401",
        "/v1/realtime, bearer,      TOKEN, 101",
        "/v1/realtime, query,       TOKEN, 101",
        "/v1/realtime, api-key,     TOKEN, 101",
        "/v1/realtime, subprotocol, TOKEN, 101",
        "/v1/realtime, bearer,      WRONG, 401",
        "/v1/realtime, query,       WRONG, 401",
        "/v1/realtime, api-key,     WRONG, 401",
        "/v1/realtime, subprotocol, WRONG, 401",
        "/v1/realtime, basic,       TOKEN, 401",
        "/v1/realtime, nowhere,     TOKEN, 401",
        "/v1/realtime, bearer,      FRESH, 401",
        "/vip,         bearer,      TOKEN, 101",
        "/vip,         query,       TOKEN, 101",
        "/vip,         bearer,      FRESH, 101",
        "/vip,         query,       FRESH, 101",
        "/vip,         bearer,      WRONG, 401",
        "/vip,         query,       WRONG, 401",
        "/vip,         bearer,      USED,  401",
        "/vip,         query,       USED,  401",
        "/vip,         bearer,      OLD,   401",
        "/vip,         query,       OLD,   401",
    })
    void shouldOpenWithTheRightKeyAlone(String path, String place, String kind, int status) throws Exception {
        assertThat(status(path, place, key(kind))).isEqualTo(status);
    }
}

package io.sidetone.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.sidetone.transport.ws.Origins;
import io.sidetone.transport.ws.WsCounters;
import io.sidetone.transport.ws.WsDecision;
import io.sidetone.transport.ws.WsRoute;
import io.sidetone.transport.ws.WsSettings;
import io.sidetone.transport.ws.WsUpgrade;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GateTest {
    private static String get(Optional<String> token, String path, String headers) {
        try (Wire wire =
                new Wire(token, Routes.all(List::of, List::of, () -> "up 1\n", new FakeCalls().routes(List.of())))) {
            return wire.send("GET " + path + " HTTP/1.1\r\n" + headers + "\r\n").answer();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/healthz,                                   200",
        "/readyz,                                    200",
        "/metrics,                                   401",
        "/api/calls,                                 401",
        "/none,                                      401",
    })
    void shouldAskForTheTokenExceptForProbes(String path, int status) {
        assertThat(get(Optional.of("t0ken"), path, "Host: voice.example\r\n")).startsWith("HTTP/1.1 " + status);
    }

    @ParameterizedTest
    @CsvSource({
        "Bearer t0ken,   200",
        "bearer t0ken,   200",
        "Bearer  t0ken,  200",
        "Bearer t0ke,    401",
        "Bearer t0kenn,  401",
        "Bearer T0ken,   401",
        "Bearer,         401",
        "Basic t0ken,    401",
    })
    void shouldLetThroughTheTokenAlone(String authorization, int status) {
        String answer = get(Optional.of("t0ken"), "/metrics", "Host: a\r\nAuthorization: " + authorization + "\r\n");
        assertThat(answer).startsWith("HTTP/1.1 " + status);
        if (status == 401) {
            assertThat(answer).contains("WWW-Authenticate: Bearer").doesNotContain("t0ken");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "localhost,          200",
        "LOCALHOST:8080,     200",
        "127.0.0.1:8080,     200",
        "[::1]:8080,         200",
        "[::1],              200",
        "voice.example,      421",
        "voice.example:8080, 421",
        "127.0.0.1.evil.com, 421"
    })
    void shouldServeOnlyAddressesWithoutAToken(String host, int status) {
        assertThat(get(Optional.empty(), "/api/calls", "Host: " + host + "\r\n"))
                .startsWith("HTTP/1.1 " + status);
        assertThat(get(Optional.empty(), "/healthz", "Host: " + host + "\r\n")).startsWith("HTTP/1.1 200");
    }

    @ParameterizedTest
    @CsvSource({
        "Forwarded,         for=203.0.113.7",
        "forwarded,         for=203.0.113.7",
        "Via,               1.1 nginx",
        "X-Forwarded-For,   203.0.113.7",
        "X-Forwarded-Proto, https",
        "x-forwarded-host,  agent.example.com",
        "X-Real-IP,         203.0.113.7",
        "CF-Connecting-IP,  203.0.113.7",
    })
    void shouldAnswerNothingThatCameThroughAProxyWithoutAToken(String header, String value) {
        String passedOn = "Host: 127.0.0.1\r\n" + header + ": " + value + "\r\n";
        for (String path : new String[] {"/api/calls", "/metrics", "/healthz", "/readyz", "/none", "/ws"}) {
            assertThat(get(Optional.empty(), path, passedOn))
                    .as(path)
                    .startsWith("HTTP/1.1 403")
                    .contains("set http.token");
        }
        assertThat(get(Optional.of("t0ken"), "/api/calls", passedOn)).startsWith("HTTP/1.1 401");
        assertThat(get(Optional.of("t0ken"), "/api/calls", passedOn + "Authorization: Bearer t0ken\r\n"))
                .startsWith("HTTP/1.1 200");
        assertThat(get(Optional.of("t0ken"), "/healthz", passedOn)).startsWith("HTTP/1.1 200");
    }

    @Test
    void shouldUpgradeNothingThatCameThroughAProxyWithoutAToken() {
        WsUpgrade everybody = new WsUpgrade(
                List.of(new WsRoute("/open", handshake -> WsDecision.refuse(418, "the protocol was asked"))),
                WsSettings.DEFAULT,
                new WsCounters(),
                () -> 0);
        String upgrade = "GET /open HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
        try (Wire wire = new Wire(Optional.empty(), List.of(), everybody)) {
            assertThat(wire.send(upgrade + "\r\n").answer()).startsWith("HTTP/1.1 418");
            assertThat(wire.send(upgrade + "Via: 1.1 nginx\r\n\r\n").answer()).startsWith("HTTP/1.1 403");
        }
        try (Wire wire = new Wire(Optional.of("t0ken"), List.of(), everybody)) {
            assertThat(wire.send(upgrade + "Via: 1.1 nginx\r\n\r\n").answer())
                    .as("with a token the protocol itself decides")
                    .startsWith("HTTP/1.1 418");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:8080,  200",
        "http://127.0.0.1:8081,  403",
        "https://evil.example,   403",
        "null,                   403",
    })
    void shouldServeNoPageOfAnotherHostWithoutAToken(String origin, int status) {
        assertThat(get(Optional.empty(), "/api/calls", "Host: 127.0.0.1:8080\r\nOrigin: " + origin + "\r\n"))
                .startsWith("HTTP/1.1 " + status);
    }

    @Test
    void shouldTakeTheTokenOfAWebSocketFromItsQueryToo() {
        Gate gate = new Gate(Optional.of("t0ken"), Origins.OWN);
        HttpHeaders none = new DefaultHttpHeaders();
        assertThat(gate.admits(none, List.of("t0ken"))).isTrue();
        assertThat(gate.admits(none, List.of("t0ke"))).isFalse();
        assertThat(gate.admits(none, List.of("t0ken", "t0ken"))).isFalse();
        assertThat(gate.admits(none, null)).isFalse();
        assertThat(gate.admits(new DefaultHttpHeaders().set("Authorization", "Bearer t0ken"), null))
                .isTrue();
        HttpHeaders elsewhere = new DefaultHttpHeaders().set("Host", "voice.example");
        assertThat(new Gate(Optional.empty(), Origins.OWN).admits(elsewhere, List.of("")))
                .isFalse();
    }

    @Test
    void shouldRefuseToBeReachedFromOutsideWithoutAToken() {
        InetSocketAddress everywhere = new InetSocketAddress("0.0.0.0", 0);
        assertThatThrownBy(() -> new HttpServerSettings(everywhere, Optional.empty(), Duration.ofSeconds(1), 1, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("http: 0.0.0.0 can be reached from outside and there is no token; set http.token or bind"
                        + " 127.0.0.1");
        assertThat(new HttpServerSettings(everywhere, Optional.of("t0ken"), Duration.ofSeconds(1), 1, 1))
                .hasToString("HttpServerSettings[/0.0.0.0:0, token set]");
    }
}

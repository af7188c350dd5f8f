package io.sidetone.transport.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.ws.Origins;
import io.sidetone.transport.ws.WsCounters;
import io.sidetone.transport.ws.WsSettings;
import io.sidetone.transport.ws.WsUpgrade;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CrossOriginTest {
    private static final String APP = "https://app.example.com";
    private static final List<Route> ROUTES = List.of(
            Route.of("POST", "/shared", request -> Answer.text(201, "text/plain", "made"))
                    .forListedPages(),
            Route.of("POST", "/own", request -> Answer.text(201, "text/plain", "made")));

    private static String send(Optional<String> token, String request) {
        WsUpgrade upgrade = new WsUpgrade(
                List.of(),
                new Origins(List.of(APP)),
                WsSettings.DEFAULT,
                new WsCounters(),
                System::nanoTime,
                (handshake, refusal) -> {});
        try (Wire wire = new Wire(token, ROUTES, upgrade)) {
            return wire.send(request).answer();
        }
    }

    private static String ask(String path, String origin) {
        return send(
                Optional.of("t0ken"),
                "OPTIONS " + path + " HTTP/1.1\r\nHost: voice.example\r\nOrigin: " + origin
                        + "\r\nAccess-Control-Request-Method: POST\r\n"
                        + "Access-Control-Request-Headers: authorization,content-type\r\n\r\n");
    }

    @Test
    void shouldTellAListedPageBeforehandWhatItMaySend() {
        assertThat(ask("/shared", APP).lines())
                .contains(
                        "HTTP/1.1 204 No Content",
                        "Access-Control-Allow-Origin: " + APP,
                        "Access-Control-Allow-Methods: POST",
                        "Access-Control-Allow-Headers: Authorization, Content-Type",
                        "Vary: Origin");
    }

    @ParameterizedTest
    @CsvSource({
        "/shared, https://evil.example",
        "/shared, http://app.example.com",
        "/shared, null",
        "/own,    https://app.example.com",
        "/none,   https://app.example.com",
    })
    void shouldTellNobodyElse(String path, String origin) {
        assertThat(ask(path, origin)).startsWith("HTTP/1.1 401").doesNotContain("Access-Control-");
    }

    @Test
    void shouldLetAListedPageReadTheAnswerAndTheRefusal() {
        String head = "POST /shared HTTP/1.1\r\nHost: voice.example\r\nContent-Length: 0\r\nOrigin: " + APP + "\r\n";
        assertThat(send(Optional.of("t0ken"), head + "Authorization: Bearer t0ken\r\n\r\n"))
                .startsWith("HTTP/1.1 201")
                .contains("Access-Control-Allow-Origin: " + APP)
                .endsWith("made");
        assertThat(send(Optional.of("t0ken"), head + "\r\n"))
                .startsWith("HTTP/1.1 401")
                .contains("Access-Control-Allow-Origin: " + APP);
    }

    @Test
    void shouldServeAListedPageWithoutATokenOnThisMachine() {
        String head = "POST /own HTTP/1.1\r\nHost: localhost:8080\r\nContent-Length: 0\r\nOrigin: ";
        assertThat(send(Optional.empty(), head + APP + "\r\n\r\n"))
                .startsWith("HTTP/1.1 201")
                .doesNotContain("Access-Control-");
        assertThat(send(Optional.empty(), head + "https://evil.example\r\n\r\n"))
                .startsWith("HTTP/1.1 403");
    }
}

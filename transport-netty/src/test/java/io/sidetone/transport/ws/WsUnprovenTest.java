package io.sidetone.transport.ws;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.Counted;
import io.sidetone.transport.http.Answer;
import io.sidetone.transport.http.HttpCounters;
import io.sidetone.transport.http.HttpServer;
import io.sidetone.transport.http.HttpServerSettings;
import io.sidetone.transport.http.Route;
import io.sidetone.transport.http.Router;
import io.sidetone.transport.loop.EventLoops;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sockets that show no key keep nobody out who does. */
class WsUnprovenTest {
    private static final int MOST = 16;

    private final EventLoops loops = EventLoops.open(1, "ws-unproven-test");
    private final EchoProtocol protocol = new EchoProtocol(0);
    private final HttpCounters counters = new HttpCounters();
    private final List<RawWs> silent = new ArrayList<>();
    private HttpServer server;

    @BeforeEach
    void open() throws Exception {
        HttpServerSettings settings = new HttpServerSettings(
                new InetSocketAddress("127.0.0.1", 0), Optional.of("t0ken"), Duration.ofSeconds(30), MOST, 1 << 20);
        WsUpgrade upgrade = new WsUpgrade(
                List.of(new WsRoute("/echo", protocol)), WsSettings.DEFAULT, new WsCounters(), System::nanoTime);
        Route health = Route.open("GET", "/healthz", request -> Answer.text(200, "text/plain", "ok\n"));
        server = HttpServer.open(loops, settings, new Router(List.of(health)), upgrade, counters);
    }

    @AfterEach
    void close() throws Exception {
        for (RawWs one : silent) {
            one.close();
        }
        server.close();
        loops.close();
    }

    private RawWs socket(WsProof proof) throws Exception {
        protocol.proof = proof;
        return RawWs.open(server.address().getPort(), "/echo");
    }

    private void connectInSilence(int sockets) throws Exception {
        for (int i = 0; i < sockets; i++) {
            silent.add(socket(WsProof.awaited()));
        }
    }

    private static void echoed(RawWs socket, String text) throws Exception {
        socket.text(text);
        assertThat(socket.nextText()).isEqualTo(text);
    }

    @Test
    void shouldServeOthersWhileSocketsWithoutAKeyComeAndGo() throws Exception {
        try (RawWs given = socket(WsProof.given())) {
            WsProof late = WsProof.awaited();
            try (RawWs keyed = socket(late)) {
                echoed(keyed, "my key");
                loops.group().next().submit(late::show).sync();
                connectInSilence(10 * MOST);
                assertThat(Counted.by(counters::bindTo, "sidetone_http_connections_unproven"))
                        .isEqualTo(MOST / 4);
                assertThat(Counted.by(counters::bindTo, "sidetone_http_connections_refused"))
                        .isZero();
                echoed(given, "still here");
                echoed(keyed, "I, too");
                try (RawWs probe = RawWs.connect(server.address().getPort(), 0)) {
                    probe.write("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");
                    String answer = new String(probe.socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
                    assertThat(answer).startsWith("HTTP/1.1 200").endsWith("ok\n");
                }
            }
        }
    }
}

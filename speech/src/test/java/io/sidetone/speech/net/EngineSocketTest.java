package io.sidetone.speech.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.speech.embedded.Eventually;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.loopback.Peer;
import io.sidetone.speech.loopback.Refusal;
import io.sidetone.speech.loopback.Seen;
import io.sidetone.speech.loopback.SocketScript;
import io.sidetone.speech.loopback.TestTime;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EngineSocketTest {
    private static final String KEY = "sk-very-secret-0123456789";

    private final TestTime time = new TestTime();
    private final EngineNet net = time.net(1);
    private final LoopbackServer server = LoopbackServer.open();
    private final SocketLog client = new SocketLog();

    @AfterEach
    void close() {
        Eventually.holds("no connection is left", () -> net.openConnections() == 0);
        net.close();
        server.close();
    }

    @Test
    void shouldPickTheWordsOutOfARefusedHandshakeAndNameTheKeyToLookAt() {
        server.socket("/refusing", seen -> {
            throw new Refusal(
                    400,
                    Map.of("Content-Type", "application/json"),
                    "{\"err_code\":\"Bad Request\",\"err_msg\":\"No such model/language/tier combination found.\","
                            + "\"request_id\":\"r-1\"}");
        });
        connect("/refusing");
        assertThat(client.log.await("closed"))
                .contains("engine voice answered 400: No such model/language/tier combination found.")
                .contains("check engines.voice.model")
                .doesNotContain("err_code", "request_id");
    }

    @Test
    void shouldSayThatTheServerSpeaksNoTls() {
        URI plain = server.ws("/any");
        connect(
                URI.create(plain.toString().replaceFirst("^ws:", "wss:")),
                new Deadlines(60_000, 10_000, 10_000),
                SocketRequest.MAX_MESSAGE_BYTES);
        assertThat(client.log.await("closed"))
                .contains("speaks no TLS; write ws:// or http:// in engines.voice.url")
                .doesNotContain("not an SSL");
    }

    /** Does one thing with a connection, and echoes text. */
    private record Once(BiConsumer<Peer, String> onText) implements SocketScript {
        @Override
        public void text(Peer peer, String message) {
            onText.accept(peer, message);
        }

        @Override
        public void binary(Peer peer, byte[] message) {
            peer.binary(message);
        }
    }

    private void connect(URI uri, Deadlines deadlines, int maxBytes) {
        net.connect(
                net.next(),
                new SocketRequest("voice", uri, Map.of("Authorization", "Token " + KEY), maxBytes, deadlines, null),
                client);
    }

    private void connect(String path) {
        connect(server.ws(path), Deadlines.DEFAULT, SocketRequest.MAX_MESSAGE_BYTES);
    }

    private void onLoop(Runnable step) {
        client.socket.loop().execute(step);
    }

    @Test
    void shouldCarryMessagesBothWaysWhenTheServiceTakesTheConnection() {
        CopyOnWriteArrayList<Seen> seen = new CopyOnWriteArrayList<>();
        server.socket("/v1/listen", upgrade -> {
            seen.add(upgrade);
            return new Once((peer, text) -> peer.text("heard " + text));
        });
        connect("/v1/listen?model=nova-3&rate=8000");
        client.log.await("opened");
        onLoop(() -> client.socket.text("grüß"));
        onLoop(() -> client.socket.binary(client.socket.buffer(160).writeZero(160)));
        assertThat(client.log.await("text")).isEqualTo("text heard grüß");
        assertThat(client.log.await("binary")).isEqualTo("binary 160");
        onLoop(client.socket::close);
        assertThat(client.log.await("closed")).isEqualTo("closed 1000 by us");
        assertThat(seen.get(0).parameter("model")).isEqualTo("nova-3");
        assertThat(seen.get(0).header("Authorization")).isEqualTo("Token " + KEY);
        assertThat(server.violations()).isEmpty();
    }

    @Test
    void shouldNameTheKeyToCheckAndMaskItWhenTheServiceRefusesIt() {
        server.socket("/", upgrade -> {
            throw new Refusal(401, Map.of(), "{\"err_msg\":\"Invalid credentials " + KEY + "\"}");
        });
        connect("/");
        assertThat(client.log.await("closed"))
                .contains("rejected", "401", "Invalid credentials ***", "engines.voice.key")
                .doesNotContain(KEY);
        assertThat(client.failure.retryable()).isFalse();
    }

    @Test
    void shouldMaskASecretOfTheAddressWhenTheServiceQuotesIt() {
        server.socket("/", upgrade -> {
            throw new Refusal(400, Map.of(), "bad request: model=nova-3 sig-token=0123456789abc");
        });
        connect("/?model=nova-3&sig-token=0123456789abc");
        assertThat(client.log.await("closed")).contains("model=nova-3 sig-token=***");
    }

    @Test
    void shouldSayWhenToTryAgainWhenTheServiceIsAskedTooOften() {
        server.socket("/", upgrade -> {
            throw new Refusal(429, Map.of("retry-after", "2"), "slow down");
        });
        connect("/");
        client.log.await("closed");
        assertThat(client.failure.code()).isEqualTo("rate_limited");
        assertThat(client.failure.retryAfterMs()).isEqualTo(2_000);
    }

    @Test
    void shouldSayUnreachableWhenNobodyListens() throws IOException {
        int port;
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = taken.getLocalPort();
        }
        connect(URI.create("ws://127.0.0.1:" + port + "/"), Deadlines.DEFAULT, 1_000);
        assertThat(client.log.await("closed")).contains("unavailable", "cannot be reached", "engines.voice.url");
        assertThat(client.failure.retryable()).isTrue();
    }

    @Test
    void shouldGiveUpWhenTheServiceTakesTheConnectionAndSaysNothing() throws IOException {
        try (ServerSocket mute = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            connect(URI.create("ws://127.0.0.1:" + mute.getLocalPort() + "/"), new Deadlines(200, 0, 0), 1_000);
            assertThat(client.log.await("closed")).contains("timeout", "connecting took longer than 200 ms");
        }
    }

    @Test
    void shouldSayTlsFailedWhenTheServiceSpeaksNone() {
        connect(URI.create(server.ws("/").toString().replace("ws:", "wss:")), new Deadlines(10_000, 0, 0), 1_000);
        assertThat(client.log.await("closed")).contains("unavailable");
    }

    @Test
    void shouldNameTheCodeWhenTheServiceClosesInMidCall() {
        server.socket("/", upgrade -> new Once((peer, text) -> peer.close(1_011, "NET-0001 " + KEY)));
        connect("/");
        client.log.await("opened");
        onLoop(() -> client.socket.text("x"));
        assertThat(client.log.await("closed"))
                .contains("1011", "unavailable", "NET-0001 ***")
                .doesNotContain(KEY);
    }

    @Test
    void shouldNameTheCodeWhenTheServiceHangsUpOnWhatItIsSent() {
        server.socket("/", upgrade -> new Once((peer, text) -> peer.close(1_008, "DATA-0000")));
        connect("/");
        client.log.await("opened");
        onLoop(() -> {
            client.socket.text("x");
            Eventually.holds("the service is gone", () -> server.connections() == 0);
            for (int i = 0; i < 5; i++) {
                client.socket.binary(client.socket.buffer(320).writeZero(320));
                LockSupport.parkNanos(5_000_000);
            }
        });
        assertThat(client.log.await("closed")).contains("1008", "DATA-0000");
    }

    @Test
    void shouldSayLostWhenTheConnectionBreaks() {
        server.socket("/", upgrade -> new Once((peer, text) -> peer.drop()));
        connect("/");
        client.log.await("opened");
        onLoop(() -> client.socket.text("x"));
        assertThat(client.log.await("closed")).contains("unavailable");
        assertThat(client.failure.retryable()).isTrue();
    }

    @Test
    void shouldEndTheConnectionWhenAMessageIsTooLong() {
        server.socket("/", upgrade -> new Once((peer, text) -> peer.text("y".repeat(10 << 20))));
        connect(server.ws("/"), Deadlines.DEFAULT, 65_536);
        client.log.await("opened");
        onLoop(() -> client.socket.text("x"));
        assertThat(client.log.await("closed")).contains("broken", "more than 65536 bytes");
    }

    @Test
    void shouldNoticeWhenTheServiceIsHalfOpen() {
        server.socket("/", upgrade -> new SocketScript() {
            @Override
            public void opened(Peer peer) {
                peer.reading(false);
            }
        });
        connect(server.ws("/"), new Deadlines(10_000, 0, 200), 1_000);
        client.log.await("opened");
        assertThat(client.log.await("closed")).contains("timeout", "a sign of life");
    }

    private long heard() {
        return client.socket
                .loop()
                .<Long>submit(client.socket::heard)
                .syncUninterruptibly()
                .getNow();
    }

    @Test
    void shouldStayOpenWhenAQuietServiceAnswersPings() {
        server.socket("/", upgrade -> new Once((peer, text) -> peer.text("still here")));
        connect(server.ws("/"), new Deadlines(10_000, 0, 60_000), 1_000);
        client.log.await("opened");
        for (int pongs = 1; pongs <= 5; pongs++) {
            int count = pongs;
            time.pass(30_000);
            Eventually.holds("the service answered", () -> heard() == count);
        }
        assertThat(client.log.lines()).containsExactly("opened");
        onLoop(() -> client.socket.text("x"));
        client.log.await("text still here");
        onLoop(client.socket::abort);
        assertThat(client.log.await("closed")).isEqualTo("closed 0 by us");
    }

    @Test
    void shouldLoseNothingWhenTheServiceSpeaksAtOnce() {
        server.socket("/", upgrade -> new SocketScript() {
            @Override
            public void opened(Peer peer) {
                peer.text("first");
                peer.binary("second".getBytes(StandardCharsets.UTF_8));
            }
        });
        connect("/");
        client.log.await("binary 6");
        assertThat(client.log.lines()).containsExactly("opened", "text first", "binary 6");
        onLoop(client.socket::close);
        client.log.await("closed");
    }
}

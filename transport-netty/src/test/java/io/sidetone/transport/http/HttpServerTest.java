package io.sidetone.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.core.instrument.Counter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sidetone.transport.Counted;
import io.sidetone.transport.http.connection.Connections;
import io.sidetone.transport.loop.BindFailedException;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.ws.WsUpgrade;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class HttpServerTest {
    private static EventLoops loops;

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final List<String> notReady = new CopyOnWriteArrayList<>();
    private final FakeCalls calls = new FakeCalls();
    private final HttpCounters counters = new HttpCounters();
    private final HttpClient client = HttpClient.newHttpClient();
    private HttpServer server;

    @BeforeAll
    static void openLoops() {
        loops = EventLoops.open(1, "http-test");
    }

    @AfterAll
    static void closeLoops() {
        loops.close();
    }

    private HttpServerSettings settings(int port, int maxConnections) {
        return new HttpServerSettings(
                new InetSocketAddress("127.0.0.1", port),
                Optional.empty(),
                Duration.ofSeconds(30),
                maxConnections,
                1 << 20);
    }

    @BeforeEach
    void openServer() throws Exception {
        counters.bindTo(registry);
        Router router = new Router(Routes.all(
                () -> List.copyOf(notReady),
                () -> List.of("trunk x does not answer"),
                registry::scrape,
                calls.routes(List.of())));
        server = HttpServer.open(loops, settings(0, 4), router, WsUpgrade.none(), counters);
    }

    @AfterEach
    void closeServer() {
        server.close();
    }

    private HttpResponse<String> send(String method, String path) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + server.address().getPort() + path);
        return client.send(
                HttpRequest.newBuilder(uri)
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static JsonNode json(HttpResponse<String> response) throws Exception {
        return new ObjectMapper().readTree(response.body());
    }

    @Test
    void shouldTellHealthAndReadiness() throws Exception {
        assertThat(send("GET", "/healthz").statusCode()).isEqualTo(200);
        assertThat(send("GET", "/readyz").body()).isEqualTo("{\"ready\":true,\"reasons\":[]}");
        HttpResponse<String> out = send("GET", "/readyz?out");
        assertThat(out.statusCode())
                .as("a dead trunk to call out on is nothing to calls in")
                .isEqualTo(503);
        assertThat(out.body()).isEqualTo("{\"ready\":false,\"reasons\":[\"trunk x does not answer\"]}");
        notReady.add("draining");
        notReady.add("engine embedded is down: libflite is missing");
        HttpResponse<String> response = send("GET", "/readyz");
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.body())
                .isEqualTo(
                        "{\"ready\":false,\"reasons\":[\"draining\",\"engine embedded is down: libflite is missing\"]}");
        assertThat(send("GET", "/healthz").statusCode()).isEqualTo(200);
    }

    @Test
    void shouldScrapeOnDemand() throws Exception {
        Counter counter = registry.counter("sidetone.calls.started");
        counter.increment(2);
        assertThat(send("GET", "/metrics").body()).contains("sidetone_calls_started_total 2.0");
        counter.increment();
        HttpResponse<String> response = send("GET", "/metrics");
        assertThat(response.headers().firstValue("content-type")).contains("text/plain; version=0.0.4; charset=utf-8");
        assertThat(response.body())
                .contains("sidetone_calls_started_total 3.0")
                .contains("sidetone_http_answers_total{class=\"2xx\"} 1.0")
                .contains("sidetone_http_connections 1");
    }

    @Test
    void shouldListCallsInTheAgreedShape() throws Exception {
        HttpResponse<String> response = send("GET", "/api/calls");
        assertThat(response.headers().firstValue("content-type")).contains("application/json");
        assertThat(response.body())
                .isEqualTo(
                        "{\"calls\":[{\"callId\":\"" + FakeCalls.LIVING + "\",\"externalId\":\"a84b4c76e66710@pc33\","
                                + "\"transport\":\"sip-udp\",\"agent\":\"appointment-desk\",\"from\":\"sip:+4930@192.0.2.1\","
                                + "\"to\":\"sip:100@192.0.2.2\",\"caller\":\"+4930\",\"called\":\"100\",\"state\":\"SPEAKING\",\"view\":{\"vip\":\"ai_speaking\","
                                + "\"ite\":\"speaking\",\"vela\":\"speaking\",\"vantum\":null},"
                                + "\"startedAt\":\"2026-04-01T10:00:00Z\",\"held\":false,\"yielding\":true,\"recovering\":false,"
                                + "\"ageMs\":61000,\"lastResponseMs\":420,"
                                + "\"levels\":{\"stepMs\":100,\"fromMs\":1000,\"caller\":\"0z\",\"agent\":\"n0\"}}]}");
    }

    @Test
    @Tag("VAN-15")
    @Tag("VAN-15.a")
    void shouldShowTheVantumViewOfACallAndItsChanges() throws Exception {
        JsonNode call = json(send("GET", "/api/calls/" + FakeCalls.LIVING));
        assertThat(call.path("view").has("vantum")).isTrue();
        assertThat(call.path("vantum")).singleElement().satisfies(change -> {
            assertThat(change.path("at").asText()).isEqualTo("2026-04-01T10:00:02Z");
            assertThat(change.path("from").asText()).isEqualTo("THINKING");
            assertThat(change.path("to").asText()).isEqualTo("RESPONDING");
            assertThat(change.path("durationMs").asInt()).isEqualTo(800);
        });
    }

    @Test
    @Tag("VAN-08")
    @Tag("VAN-08.b")
    @Tag("VAN-08.c")
    void shouldShowACallWithTimelineHistoryMetricsAndLadder() throws Exception {
        JsonNode call = json(send("GET", "/api/calls/" + FakeCalls.ENDED));
        assertThat(call.path("callId").asText()).isEqualTo(FakeCalls.ENDED);
        assertThat(call.at("/end/cause").asText()).isEqualTo("CALLER_HUNG_UP");
        assertThat(call.at("/timeline/0/atMs").asInt()).isEqualTo(120);
        assertThat(call.at("/timeline/0/text").asText()).isEqualTo("IDLE → SPEAKING");
        assertThat(call.at("/history/0/text").asText()).isEqualTo("hello \"you\"");
        assertThat(call.at("/history/0/intended").isMissingNode()).isTrue();
        assertThat(call.at("/history/1/intended").asText()).isEqualTo("good morning");
        assertThat(call.at("/history/0/utteranceId").asText()).isEqualTo("utt-16");
        assertThat(call.at("/history/0/interruptedAt").isMissingNode()).isTrue();
        assertThat(call.at("/history/1/utteranceId").asText()).isEqualTo("utt-33");
        assertThat(call.at("/history/1/interruptedAt").asText()).isEqualTo("2026-04-01T10:00:03.250Z");
        assertThat(call.at("/metrics/turns").asInt()).isEqualTo(2);
        assertThat(call.at("/metrics/loss").asDouble()).isEqualTo(0.25);
        assertThat(call.at("/sip/0/summary").asText()).startsWith("INVITE");
        assertThat(json(send("GET", "/api/calls/" + FakeCalls.LIVING)).has("end"))
                .isFalse();
        assertThat(send("GET", "/api/calls/01JUNKNOWN").statusCode()).isEqualTo(404);
    }

    @Test
    void shouldHangUpOnDelete() throws Exception {
        HttpResponse<String> response = send("DELETE", "/api/calls/" + FakeCalls.LIVING);
        assertThat(response.statusCode()).isEqualTo(202);
        assertThat(json(response).path("callId").asText()).isEqualTo(FakeCalls.LIVING);
        assertThat(calls.hungUp).containsExactly(FakeCalls.LIVING);
        HttpResponse<String> ended = send("DELETE", "/api/calls/" + FakeCalls.ENDED);
        assertThat(ended.statusCode()).isEqualTo(409);
        assertThat(json(ended).path("state").asText()).isEqualTo("ENDED");
        assertThat(send("DELETE", "/api/calls/01JUNKNOWN").statusCode()).isEqualTo(404);
    }

    @Test
    void shouldNameAddressPortAndHolderWhenThePortIsTaken() {
        int port = server.address().getPort();
        assertThatThrownBy(() -> HttpServer.open(
                        loops, settings(port, 1), new Router(List.of()), WsUpgrade.none(), new HttpCounters()))
                .isInstanceOf(BindFailedException.class)
                .hasMessageContaining("http")
                .hasMessageContaining("127.0.0.1 port " + port);
    }

    @Test
    void shouldRefuseRequestsBeyondTheLimitWhileAllAreBeingAnswered() throws Exception {
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        CountDownLatch asked = new CountDownLatch(2);
        Route slow = new Route("GET", "/slow", true, request -> {
            asked.countDown();
            return answer;
        });
        try (HttpServer busy =
                        HttpServer.open(loops, settings(0, 2), new Router(List.of(slow)), WsUpgrade.none(), counters);
                Socket first = new Socket("127.0.0.1", busy.address().getPort());
                Socket second = new Socket("127.0.0.1", busy.address().getPort())) {
            ask(first, "/slow");
            ask(second, "/slow");
            assertThat(asked.await(10, TimeUnit.SECONDS)).isTrue();
            for (int i = 0; i < 2 * Connections.KEPT_FOR_PROBES; i++) {
                try (Socket third = new Socket("127.0.0.1", busy.address().getPort())) {
                    third.setSoTimeout(10_000);
                    ask(third, "/slow");
                    String refusal = new String(third.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
                    assertThat(refusal).startsWith("HTTP/1.1 503").contains("http.max-connections", "Retry-After: 1");
                }
            }
            assertThat(asked.getCount()).isZero();
            assertThat(Counted.by(counters::bindTo, "sidetone_http_connections_displaced"))
                    .isZero();
            answer.complete(Answer.text(200, "text/plain", "ok\n"));
            assertThat(answered(first)).startsWith("HTTP/1.1 200");
            assertThat(answered(second)).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void shouldMakeRoomForThoseWhoAskWhenOthersSayNothing() throws Exception {
        int port = server.address().getPort();
        List<Socket> silent = new ArrayList<>();
        try (Socket early = new Socket("127.0.0.1", port)) {
            assertThat(health(early)).startsWith("HTTP/1.1 200");
            for (int i = 0; i < 40; i++) {
                Socket socket = new Socket("127.0.0.1", port);
                silent.add(socket);
                if (i % 2 == 0) {
                    socket.getOutputStream().write("GET /hea".getBytes(StandardCharsets.US_ASCII));
                }
            }
            try (Socket caller = new Socket("127.0.0.1", port)) {
                assertThat(health(caller)).startsWith("HTTP/1.1 200");
                assertThat(health(caller)).startsWith("HTTP/1.1 200");
            }
            assertThat(Counted.by(counters::bindTo, "sidetone_http_connections_displaced"))
                    .isGreaterThanOrEqualTo(37);
            assertThat(Counted.by(counters::bindTo, "sidetone_http_connections_refused"))
                    .isZero();
        } finally {
            for (Socket socket : silent) {
                socket.close();
            }
        }
    }

    @Test
    void shouldMakeRoomForThoseWhoAskWhenOthersDoNotReadTheirAnswers() throws Exception {
        byte[] large = new byte[16 << 20];
        Route download = Route.open("GET", "/large", request -> new Answer(200, "text/plain", large, Map.of()));
        Route health = Route.open("GET", "/health", request -> Answer.text(200, "text/plain", "ok\n"));
        try (HttpServer busy = HttpServer.open(
                        loops, settings(0, 2), new Router(List.of(download, health)), WsUpgrade.none(), counters);
                Socket first = new Socket("127.0.0.1", busy.address().getPort());
                Socket second = new Socket("127.0.0.1", busy.address().getPort())) {
            for (Socket slow : List.of(first, second)) {
                ask(slow, "/large");
                slow.setSoTimeout(10_000);
                assertThat(slow.getInputStream().read())
                        .as("its answer has begun")
                        .isEqualTo('H');
            }
            try (Socket third = new Socket("127.0.0.1", busy.address().getPort())) {
                ask(third, "/health");
                assertThat(answered(third)).startsWith("HTTP/1.1 200");
            }
            assertThat(Counted.by(counters::bindTo, "sidetone_http_connections_displaced"))
                    .isEqualTo(1);
        }
    }

    @Test
    void shouldServeSplitRequests() throws Exception {
        try (Socket socket = new Socket("127.0.0.1", server.address().getPort())) {
            socket.setTcpNoDelay(true);
            for (char c : "GET /healthz HTTP/1.1\r\nHost: a\r\n".toCharArray()) {
                socket.getOutputStream().write(c);
                socket.getOutputStream().flush();
            }
            socket.getOutputStream().write("\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readNBytes(15), StandardCharsets.US_ASCII))
                    .isEqualTo("HTTP/1.1 200 OK");
        }
    }

    private static String health(Socket socket) throws Exception {
        ask(socket, "/healthz");
        return answered(socket);
    }

    private static void ask(Socket socket, String path) throws Exception {
        socket.getOutputStream()
                .write(("GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
    }

    private static String answered(Socket socket) throws Exception {
        socket.setSoTimeout(10_000);
        InputStream in = socket.getInputStream();
        StringBuilder text = new StringBuilder();
        while (text.indexOf("\r\n\r\nok\n") < 0) {
            int next = in.read();
            if (next < 0) {
                break;
            }
            text.append((char) next);
        }
        return text.toString();
    }
}

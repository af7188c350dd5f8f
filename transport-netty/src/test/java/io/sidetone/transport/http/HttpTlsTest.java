package io.sidetone.transport.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.pkitesting.X509Bundle;
import io.sidetone.transport.Counted;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.tls.CertificateFiles;
import io.sidetone.transport.tls.PemFiles;
import io.sidetone.transport.tls.ServerTls;
import io.sidetone.transport.tls.ServerTlsSettings;
import io.sidetone.transport.ws.WsUpgrade;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS on the HTTP port, over real sockets. */
class HttpTlsTest {
    private static final Duration LONG = Duration.ofHours(1);
    private static final int SOCKET_LIMIT_MS = 60_000;
    private static final String REQUEST = "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    private static final byte[] HALF_A_HANDSHAKE = {22, 3, 1, 0, 120, 1, 0};

    private static EventLoops loops;

    private final HttpCounters counters = new HttpCounters();

    @TempDir
    private Path folder;

    private X509Bundle authority;
    private CertificateFiles files;
    private ServerTls tls;

    @BeforeAll
    static void openLoops() {
        loops = EventLoops.open(1, "https-test");
    }

    @AfterAll
    static void closeLoops() {
        loops.close();
    }

    @BeforeEach
    void certificate() throws Exception {
        authority = PemFiles.authority();
        files = new PemFiles(folder).write(certificate("first"));
        tls = ServerTls.open(ServerTlsSettings.of(files), () -> System.currentTimeMillis() / 1_000);
    }

    private X509Bundle certificate(String name) throws Exception {
        return PemFiles.lasting(name).addSanIpAddress("127.0.0.1").buildIssuedBy(authority);
    }

    private HttpServer open(Duration idle, int maxConnections) throws Exception {
        HttpServerSettings settings = new HttpServerSettings(
                new InetSocketAddress("127.0.0.1", 0), Optional.empty(), idle, maxConnections, 1 << 20);
        Route health = Route.open("GET", "/healthz", HttpTlsTest::confidential);
        return HttpServer.open(
                loops, settings, Optional.of(tls), new Router(List.of(health)), WsUpgrade.none(), counters);
    }

    private static Answer confidential(Request request) {
        return Answer.text(200, "text/plain", "confidential " + request.confidential());
    }

    private static Socket plain(HttpServer server) throws IOException {
        Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), server.address().getPort());
        socket.setSoTimeout(SOCKET_LIMIT_MS);
        return socket;
    }

    private SSLSocket secure(HttpServer server) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {authority.toTrustManager()}, null);
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain(server), "127.0.0.1", 443, true);
        socket.startHandshake();
        return socket;
    }

    private static String ask(Socket socket) throws IOException {
        socket.getOutputStream().write(REQUEST.getBytes(StandardCharsets.US_ASCII));
        InputStream in = socket.getInputStream();
        StringBuilder answer = new StringBuilder();
        while (!answer.toString().contains("confidential true")) {
            int next = in.read();
            assertThat(next).as("the connection ended after '%s'", answer).isNotNegative();
            answer.append((char) next);
        }
        return answer.substring(0, answer.indexOf("\r\n"));
    }

    private static void await(String what, BooleanSupplier so) throws InterruptedException {
        long limitNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!so.getAsBoolean()) {
            assertThat(System.nanoTime() - limitNs).as("waited for %s", what).isNegative();
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    @Test
    void shouldAnswerSeveralRequestsWhenTheConnectionIsSecure() throws Exception {
        try (HttpServer server = open(LONG, 4);
                SSLSocket socket = secure(server)) {
            assertThat(ask(socket)).isEqualTo("HTTP/1.1 200 OK");
            assertThat(ask(socket)).isEqualTo("HTTP/1.1 200 OK");
            assertThat(Counted.by(counters::bindTo, "sidetone_http_tls_failures"))
                    .isZero();
        }
    }

    @Test
    void shouldSayThatThePortSpeaksTlsWhenARequestIsPlain() throws Exception {
        try (HttpServer server = open(LONG, 4);
                Socket socket = plain(server)) {
            socket.getOutputStream().write(REQUEST.getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answer)
                    .startsWith("HTTP/1.1 400 Bad Request\r\n")
                    .contains("\r\nContent-Type: application/problem+json\r\n")
                    .endsWith("this port speaks TLS; use https:// or wss://\"}");
            await("the end of the connection", () -> Counted.by(counters::bindTo, "sidetone_http_connections") == 0);
            assertThat(Counted.by(counters::bindTo, "sidetone_http_answers", "class", "4xx"))
                    .isEqualTo(1);
            await("the count", () -> Counted.by(counters::bindTo, "sidetone_http_tls_failures") == 1);
        }
    }

    @Test
    void shouldCloseTheConnectionWhenWhatComesIsNeither() throws Exception {
        try (HttpServer server = open(LONG, 4);
                Socket socket = plain(server)) {
            socket.getOutputStream().write(new byte[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1))
                    .as("an alert at most")
                    .hasSizeLessThan(10);
            await("the count", () -> Counted.by(counters::bindTo, "sidetone_http_tls_failures") == 1);
        }
    }

    @Test
    void shouldCloseTheConnectionWhenTheHandshakeTakesLongerThanARequestMay() throws Exception {
        try (HttpServer server = open(Duration.ofMillis(100), 4);
                Socket socket = plain(server)) {
            socket.getOutputStream().write(HALF_A_HANDSHAKE);
            socket.getInputStream().readAllBytes();
            assertThat(Counted.by(counters::bindTo, "sidetone_http_timeouts")).isEqualTo(1);
            await("the place", () -> Counted.by(counters::bindTo, "sidetone_http_connections") == 0);
        }
    }

    @Test
    void shouldGiveThePlaceOfHalfAHandshakeToAnotherWhenAllAreTaken() throws Exception {
        try (HttpServer server = open(LONG, 2);
                Socket first = plain(server);
                Socket second = plain(server)) {
            first.getOutputStream().write(HALF_A_HANDSHAKE);
            second.getOutputStream().write(HALF_A_HANDSHAKE);
            await("both", () -> Counted.by(counters::bindTo, "sidetone_http_connections") == 2);
            try (SSLSocket third = secure(server)) {
                assertThat(ask(third)).isEqualTo("HTTP/1.1 200 OK");
                first.getInputStream().readAllBytes();
                assertThat(Counted.by(counters::bindTo, "sidetone_http_connections_displaced"))
                        .isEqualTo(1);
                assertThat(Counted.by(counters::bindTo, "sidetone_http_connections_refused"))
                        .isZero();
            }
        }
    }

    @Test
    void shouldCloseTheConnectionWhenThePeerEndsTls() throws Exception {
        try (HttpServer server = open(LONG, 4);
                SSLSocket socket = secure(server)) {
            ask(socket);
            socket.shutdownOutput();
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
            await("the end of the connection", () -> Counted.by(counters::bindTo, "sidetone_http_connections") == 0);
        }
    }

    @Test
    void shouldKeepOpenConnectionsWhenTheCertificateIsReplaced() throws Exception {
        try (HttpServer server = open(LONG, 4);
                SSLSocket before = secure(server)) {
            ask(before);
            X509Bundle renewed = certificate("second");
            Files.writeString(files.certificate(), renewed.getCertificatePathPEM());
            Files.writeString(files.key(), renewed.getPrivateKeyPEM());
            tls.reload();
            try (SSLSocket after = secure(server)) {
                assertThat(shown(after)).isEqualTo("CN=second");
                assertThat(ask(after)).isEqualTo("HTTP/1.1 200 OK");
            }
            assertThat(shown(before)).isEqualTo("CN=first");
            assertThat(ask(before)).isEqualTo("HTTP/1.1 200 OK");
        }
    }

    private static String shown(SSLSocket socket) throws IOException {
        return ((X509Certificate) socket.getSession().getPeerCertificates()[0])
                .getSubjectX500Principal()
                .getName();
    }
}

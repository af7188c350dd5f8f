package io.sidetone.tools.system;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code http.tls} of the JAR that ships, with OpenSSL and a carrier's media stream as its peers. */
class TlsSystemTest {
    private static final String CONFIG =
            """
            sip: {port: 0}
            http: {port: 0, idle-timeout: 3s, tls: {certificate: cert.pem, key: key.pem}}
            rtp: {ports: %s}
            limits: {max-calls: 10}
            engines: {mock: {type: mock, greeting: This is a greeting that takes quite a while to say to the end of it.}}
            agents: {desk: {recognizer: mock, dialogue: mock, synthesizer: mock}}
            """
                    .formatted(LeasedPorts.server(10));

    private static final String REQUEST = "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";

    @TempDir
    private static Path folder;

    private static ServerProcess server;

    /** What the server had printed when the test began. */
    private int printed;

    @BeforeAll
    static void start() throws Exception {
        OpenSsl.certificate(folder, "first", 90);
        server = ServerProcess.startConfigured(folder, CONFIG);
    }

    @BeforeEach
    void remember() {
        printed = server.output().length();
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    private String shake(String... options) throws Exception {
        return OpenSsl.client(server.http(), REQUEST, options);
    }

    private int port() {
        return Integer.parseInt(server.http().substring(server.http().lastIndexOf(':') + 1));
    }

    /** What the server says to {@code bytes} until it closes the connection. */
    private String exchanged(byte[] bytes) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(bytes);
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    @Test
    void shouldSpeakTls12And13AndNothingOlderWhenOpenSslConnects() throws Exception {
        assertThat(server.output()).contains("\nhttps 127.0.0.1:");
        String trust = folder.resolve("cert.pem").toString();
        assertThat(shake("-tls1_3", "-CAfile", trust, "-verify_return_error"))
                .contains("New, TLSv1.3, Cipher is ", "Verification: OK", "HTTP/1.1 200 OK");
        assertThat(shake("-tls1_2", "-CAfile", trust, "-verify_return_error"))
                .contains("New, TLSv1.2, Cipher is ", "Verification: OK", "HTTP/1.1 200 OK");
        assertThat(shake("-tls1_1", "-cipher", "DEFAULT@SECLEVEL=0"))
                .contains("alert")
                .doesNotContain("HTTP/1.1 200 OK");
        server.assertUnharmed();
    }

    @Test
    void shouldEndTheConnectionWhenAClientAsksForAnotherHandshake() throws Exception {
        assertThat(OpenSsl.client(server.http(), "R\n", "-tls1_2"))
                .contains("RENEGOTIATING", "handshake failure")
                .doesNotContain("HTTP/1.1");
        server.assertUnharmed();
    }

    @Test
    void shouldTellPlainRequestsAndCloseHalfHandshakesWhenTheyComeToTheTlsPort() throws Exception {
        double timeouts = server.metric("sidetone_http_timeouts_total");
        double failures = server.metric("sidetone_http_tls_failures_total");
        assertThat(exchanged(REQUEST.getBytes(StandardCharsets.US_ASCII)))
                .startsWith("HTTP/1.1 400 ")
                .contains("this port speaks TLS; use https:// or wss://");
        assertThat(exchanged(new byte[] {22, 3, 1, 2, 0, 1, 0})).hasSizeLessThan(10);
        // Connections of this test's own client may become idle meanwhile.
        assertThat(server.metric("sidetone_http_timeouts_total") - timeouts).isGreaterThanOrEqualTo(1);
        assertThat(server.metric("sidetone_http_tls_failures_total") - failures).isEqualTo(2);
        server.assertUnharmed();
    }

    private FakeTwilio carrier() throws Exception {
        HttpResponse<String> answer = server.client()
                .send(
                        HttpRequest.newBuilder(URI.create("https://" + server.http() + "/hooks/twilio/answer"))
                                .header("Content-Type", "application/x-www-form-urlencoded")
                                .POST(HttpRequest.BodyPublishers.ofString("From=%2B14155550100&To=%2B14155550199"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        Matcher url = Pattern.compile("<Stream url=\"(wss://[^\"]+)\">").matcher(answer.body());
        assertThat(url.find()).as(answer.body()).isTrue();
        return new FakeTwilio(server.client(), url.group(1), null);
    }

    private String shown() throws Exception {
        Matcher subject = Pattern.compile("subject=CN = (\\w+)").matcher(shake());
        assertThat(subject.find()).isTrue();
        return subject.group(1);
    }

    private boolean shows(String name) {
        try {
            return shown().equals(name);
        } catch (Exception notYet) {
            return false;
        }
    }

    private boolean said(String words) {
        return server.output().indexOf(words, printed) >= 0;
    }

    private void awaitSaid(String words) throws InterruptedException {
        server.await(words, 60, () -> said(words));
    }

    private static double reloads(String outcome) throws Exception {
        return server.metric("sidetone_tls_certificate_reloads_total", "outcome=\"" + outcome + "\"");
    }

    @Test
    void shouldKeepACallOverWssWhenTheCertificateIsRenewed() throws Exception {
        FakeTwilio twilio = carrier();
        twilio.start("+14155550100", "+14155550199");
        twilio.live(400, false, () -> twilio.voicedFrames >= 30);
        assertThat(twilio.voicedFrames).as("frames of the greeting").isGreaterThanOrEqualTo(30);

        double applied = reloads("applied");
        OpenSsl.certificate(folder, "second", 20);
        twilio.live(3_000, false, () -> said("TLS certificate of http read again"));
        server.await("the second certificate", 60, () -> shows("second"));
        awaitSaid("TLS certificate of http expires in 479 h");
        assertThat(server.metric("sidetone_tls_certificate_expiry_seconds", "place=\"http\""))
                .isBetween(19.9 * 86_400, 20.0 * 86_400);
        assertThat(reloads("applied") - applied).isEqualTo(1);

        int before = twilio.voicedFrames;
        twilio.live(75, true, () -> false);
        twilio.live(500, false, () -> twilio.voicedFrames >= before + 10);
        assertThat(twilio.voicedFrames).as("frames of the reply").isGreaterThanOrEqualTo(before + 10);
        assertThat(twilio.closed).isZero();
        twilio.stop();
        server.awaitIdle();
        server.assertUnharmed();
    }

    @Test
    void shouldKeepTheOldCertificateWhenTheNewKeyDoesNotFit() throws Exception {
        String before = shown();
        double refused = reloads("refused");
        Path certificate = Files.copy(folder.resolve("cert.pem"), folder.resolve("kept.pem"), REPLACE_EXISTING);
        // Made elsewhere: the server must never find the third certificate with its own key.
        Path third = Files.createDirectory(folder.resolve("third"));
        OpenSsl.certificate(third, "third", 90);
        Files.move(third.resolve("cert.pem"), folder.resolve("cert.pem"), REPLACE_EXISTING);
        awaitSaid("TLS certificate of http not renewed: " + folder.resolve("key.pem") + ": the key does not fit");
        assertThat(shown()).isEqualTo(before);
        assertThat(reloads("refused") - refused).isEqualTo(1);
        remember();
        Files.move(certificate, folder.resolve("cert.pem"), REPLACE_EXISTING);
        // The next test is to begin with what is in the files.
        awaitSaid("TLS certificate of http read again");
        server.assertUnharmed();
    }

    @Test
    void shouldReadTheCertificateAgainWhenToldByAHangUp() throws Exception {
        HangUp.assumeHeard();
        HangUp.send(server);
        awaitSaid("TLS certificate of http read again: 127.0.0.1, valid until 20");
        server.assertUnharmed();
    }

    @Test
    void shouldNotStartWhenTheKeyIsOfAnotherCertificate() throws Exception {
        Path other = Files.createDirectory(folder.resolve("other"));
        OpenSsl.certificate(other, "other", 90);
        Path config =
                Files.writeString(folder.resolve("wrong.yaml"), CONFIG.replace("key: key.pem", "key: other/key.pem"));
        Path served = folder.resolve("served.txt");
        Path checked = folder.resolve("checked.txt");
        Map<Path, Process> refused = Map.of(
                served, ServerProcess.launch(served, "serve", "-c", config.toString()),
                checked, ServerProcess.launch(checked, "check-config", config.toString()));
        for (Map.Entry<Path, Process> each : refused.entrySet()) {
            assertThat(each.getValue().waitFor()).as(each.getKey().toString()).isEqualTo(78);
            assertThat(Files.readString(each.getKey()))
                    .contains("http.tls.key: '" + other.resolve("key.pem")
                            + "': the key does not fit the certificate in " + folder.resolve("cert.pem"));
        }
    }
}

package io.sidetone.server.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** SIP over TLS, and several listeners at once: openssl, baresip, Kamailio and our own telephone against the JAR. */
@Tag("CARD-08")
class SipTlsSystemTest {
    private static final int RATE_HZ = 8_000;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path folder;

    private OpensslAuthority authority;
    private OpensslAuthority.Identity own;

    @BeforeEach
    void certificates() throws Exception {
        authority = new OpensslAuthority(folder.resolve("ca"));
        own = authority.issue("DNS:sip.example.com,IP:127.0.0.1", 2);
    }

    private String tls() {
        return "tls: {port: 0, " + own.yaml() + ", ca: " + authority.file() + "}";
    }

    private static String yaml(String sip) {
        return """
                sip:
                  %s
                http: {port: 0}
                rtp: {ports: %s}
                limits: {max-calls: 10}
                engines: {mock: {type: mock}}
                agents:
                  ring: {match: {called: [ring]}, answer-after: 20s,
                         recognizer: mock, dialogue: mock, synthesizer: mock}
                  desk: {recognizer: mock, dialogue: mock, synthesizer: mock}
                """
                .formatted(sip.replace("\n", "\n  "), MediaPorts.server(10));
    }

    private ServerProcess server(String sip) throws Exception {
        return ServerProcess.startConfigured(folder, yaml(sip));
    }

    /** The addresses of a listener, in the order of the output. */
    private static List<InetSocketAddress> listeners(ServerProcess server, String transports) throws IOException {
        List<InetSocketAddress> found = new ArrayList<>();
        Matcher lines = Pattern.compile("(?m)^sip " + Pattern.quote(transports) + " \\[?([^\\]\\s]+?)\\]?:(\\d+)$")
                .matcher(server.output());
        while (lines.find()) {
            found.add(new InetSocketAddress(InetAddress.getByName(lines.group(1)), Integer.parseInt(lines.group(2))));
        }
        return found;
    }

    private static int tlsPort(ServerProcess server) throws IOException {
        return listeners(server, "tls").get(0).getPort();
    }

    private static double event(ServerProcess server, String name) {
        return ServerProcess.quietly(() -> server.metric("sidetone_sip_events_total", "\"" + name + "\""));
    }

    private static String request(String method, String uri, String transport, String branch, int number) {
        return method + " " + uri + " SIP/2.0\r\nVia: SIP/2.0/" + transport + " 127.0.0.1:9;branch=z9hG4bK" + branch
                + ";rport\r\nMax-Forwards: 70\r\nFrom: <sip:a@127.0.0.1>;tag=1\r\nTo: <" + uri
                + ">\r\nCall-ID: " + branch + "@127.0.0.1\r\nCSeq: " + number + " " + method
                + "\r\nContact: <sip:a@127.0.0.1:9>\r\nContent-Length: 0\r\n\r\n";
    }

    /** A connection of {@code openssl s_client}; what it receives goes to a file. */
    private final class Client implements AutoCloseable {
        private final Path output = folder.resolve("s_client.out");
        private final Process process;

        Client(int port, String... more) throws IOException {
            List<String> arguments = new ArrayList<>(List.of(
                    "s_client",
                    "-connect",
                    "127.0.0.1:" + port,
                    "-CAfile",
                    authority.file().toString(),
                    "-verify_return_error"));
            arguments.addAll(List.of(more));
            process = OpensslAuthority.openssl(output, arguments);
        }

        void says(String text) throws IOException {
            process.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        }

        String heard(String expected) throws InterruptedException {
            ServerProcess.awaitOrFail(expected + " in " + output, 20, () -> text().contains(expected));
            return text();
        }

        String text() {
            try {
                return Files.readString(output);
            } catch (IOException e) {
                return "";
            }
        }

        @Override
        public void close() {
            process.destroy();
        }
    }

    @Test
    void shouldAnswerOpensslWithTheNameAndASecureContact() throws Exception {
        try (ServerProcess server = server("port: 0\nadvertise: sip.example.com\n" + tls())) {
            int port = tlsPort(server);
            try (Client client = new Client(port, "-quiet", "-verify_hostname", "sip.example.com")) {
                String uri = "sips:ring@sip.example.com";
                client.says(request("INVITE", uri, "TLS", "one", 1));
                assertThat(client.heard("SIP/2.0 180"))
                        .contains("Contact: <sips:sidetone@sip.example.com:" + port + ">");
                client.says(request("CANCEL", uri, "TLS", "one", 1));
                client.heard("SIP/2.0 487");
            }
            try (Client client = new Client(port, "-quiet")) {
                client.says(request("INVITE", "sip:ring@127.0.0.1", "TLS", "two", 1));
                assertThat(client.heard("SIP/2.0 180"))
                        .contains("Contact: <sip:sidetone@sip.example.com:" + port + ";transport=tls>");
                client.says(request("CANCEL", "sip:ring@127.0.0.1", "TLS", "two", 1));
                client.heard("SIP/2.0 487");
            }
            assertThat(event(server, "tls_handshakes")).isEqualTo(2);
            server.awaitIdle();
            server.assertUnharmed();
        }
    }

    @Test
    void shouldRefuseOldVersionsAnotherHandshakePlainTextAndStrangers() throws Exception {
        String required = tls().replace("}", ", client-auth: required}");
        try (ServerProcess server = server("port: 0\n" + required)) {
            int port = tlsPort(server);
            try (Client client = new Client(port, "-quiet")) {
                client.says(request("OPTIONS", "sip:127.0.0.1", "TLS", "one", 1));
                assertThat(client.process.waitFor(20, TimeUnit.SECONDS)).isTrue();
                assertThat(client.text()).doesNotContain("SIP/2.0 200");
            }
            try (Client old = new Client(port, "-tls1_1", "-cipher", "ALL:@SECLEVEL=0")) {
                assertThat(old.process.waitFor(20, TimeUnit.SECONDS)).isTrue();
            }
            try (Socket plain = new Socket("127.0.0.1", port)) {
                plain.getOutputStream()
                        .write(request("OPTIONS", "sip:127.0.0.1", "TCP", "plain", 1)
                                .getBytes(StandardCharsets.US_ASCII));
                plain.getInputStream().readAllBytes();
            }
            String[] identity = {
                "-cert", own.certificate().toString(), "-key", own.key().toString()
            };
            try (Client again = new Client(port, "-tls1_2", identity[0], identity[1], identity[2], identity[3])) {
                again.says(request("OPTIONS", "sip:127.0.0.1", "TLS", "known", 1));
                again.heard("SIP/2.0 200");
                again.says("R\n");
                assertThat(again.process.waitFor(20, TimeUnit.SECONDS)).isTrue();
                assertThat(again.text()).contains("RENEGOTIATING");
            }
            server.await("three failures", 20, () -> event(server, "tls_failed") == 3);
            assertThat(event(server, "plain_text_on_tls")).isEqualTo(1);
            assertThat(server.output())
                    .contains("sip: plain text on a TLS port: the peer speaks no TLS; let it connect with TLS")
                    .contains("sip: TLS handshakes that failed: ");
            server.assertUnharmed();
        }
    }

    @Test
    void shouldSayThatAPeerSpeaksTlsToThePortWithout() throws Exception {
        try (ServerProcess server = server("port: 0")) {
            try (Client client = new Client(server.sipPort())) {
                assertThat(client.process.waitFor(20, TimeUnit.SECONDS)).isTrue();
            }
            server.await("the count", 20, () -> event(server, "tls_on_plain") == 1);
            assertThat(server.output())
                    .contains("sip: TLS on a port without TLS: the peer speaks TLS; use transport=tls");
            server.assertUnharmed();
        }
    }

    private String call(int exitCode, String... arguments) throws Exception {
        Path output = folder.resolve("call.out");
        Process call = ServerProcess.launch(output, arguments);
        assertThat(call.waitFor(60, TimeUnit.SECONDS)).isTrue();
        String said = Files.readString(output);
        assertThat(call.exitValue()).as(said).isEqualTo(exitCode);
        return said;
    }

    @Test
    void shouldTakeTheCallsOfOurPhoneAndTellItWhomItDoesNotBelieve() throws Exception {
        try (ServerProcess server = server("port: 0\nsrtp: required\n" + tls())) {
            String at = "127.0.0.1:" + tlsPort(server);
            String ca = authority.file().toString();
            call(0, "call", "sips:desk@" + at, "--ca", ca, "--srtp", "required");
            call(0, "call", "sip:desk@" + at + ";transport=tls", "--ca", ca, "--srtp", "required");
            assertThat(server.metric("sidetone_calls_ended_total")).isEqualTo(2);
            OpensslAuthority stranger = new OpensslAuthority(folder.resolve("stranger"));
            assertThat(call(
                            1,
                            "call",
                            "sips:desk@" + at,
                            "--ca",
                            stranger.file().toString()))
                    .contains("comes from an authority that is not trusted");
            assertThat(call(1, "call", "sips:desk@localhost:" + tlsPort(server), "--ca", ca))
                    .contains("does not name localhost;");
            server.awaitIdle();
            server.assertUnharmed();
        }
    }

    @Test
    void shouldKeepACallThroughARenewal() throws Exception {
        Baresip baresip = new Baresip(folder, RATE_HZ, "g711", "PCMU/8000/1", null);
        baresip.trusts(authority.file());
        try (ServerProcess server = server("port: 0\n" + tls())) {
            int port = tlsPort(server);
            Process calling = baresip.dial("sip:desk@127.0.0.1:" + port + ";transport=tls", 60);
            try {
                String id = server.awaitCall("");
                OpensslAuthority.Identity renewed = authority.issue("DNS:renewed.example.com,IP:127.0.0.1", 3);
                Files.copy(renewed.key(), own.key(), StandardCopyOption.REPLACE_EXISTING);
                Files.copy(renewed.certificate(), own.certificate(), StandardCopyOption.REPLACE_EXISTING);
                ServerProcess.awaitOrFail(
                        "the renewal", 60, () -> server.output().contains("TLS certificate of sip read again"));
                try (Client client = new Client(port, "-quiet", "-verify_hostname", "renewed.example.com")) {
                    client.says(request("OPTIONS", "sip:127.0.0.1", "TLS", "one", 1));
                    client.heard("SIP/2.0 200");
                }
                assertThat(server.detail(id)).contains("sip-tls");
                assertThat(server.metric("sidetone_calls_active")).isEqualTo(1);
            } finally {
                Baresip.hangUp(calling);
            }
            server.awaitIdle();
            server.assertUnharmed();
        }
    }

    @Test
    void shouldTakeTheCallOfBaresipOverTls() throws Exception {
        Baresip baresip = new Baresip(folder, RATE_HZ, "g711", "PCMU/8000/1", "srtp-mand");
        baresip.trusts(authority.file());
        try (ServerProcess server = server("port: 0\nsrtp: required\n" + tls())) {
            Process calling = baresip.dial("sip:desk@127.0.0.1:" + tlsPort(server) + ";transport=tls", 30);
            try {
                String id = server.awaitCall("");
                assertThat(server.detail(id)).contains("sip-tls");
            } finally {
                Baresip.hangUp(calling);
            }
            server.awaitIdle();
            server.assertUnharmed();
        }
    }

    @Test
    void shouldRegisterAtKamailioOverTlsAndTakeItsCalls() throws Exception {
        OpensslAuthority.Identity registrar = authority.issue("IP:127.0.0.1", 2);
        try (KamailioProcess kamailio = KamailioProcess.startEncrypted(folder, registrar)) {
            String trunk = "{name: pbx, to: 'sip:" + kamailio.encrypted()
                    + ";transport=tls', username: '4930', password: secret, from-domain: sip.test, register: true,"
                    + " options-interval: 1s}";
            try (ServerProcess server = server("port: 0\n" + tls() + "\ntrunks: [" + trunk + "]")) {
                server.await(
                        "a registration\n" + kamailio.log(),
                        20,
                        () -> ServerProcess.quietly(() -> server.metric("sidetone_trunk_registered", "\"pbx\"")) == 1);
                assertThat(server.get("/api/trunks").body())
                        .contains("\"server\":\"tls " + kamailio.encrypted() + "\"")
                        .contains("\"problem\":\"\"");
                new Sipp(folder, kamailio.address()).run("answer-bye.xml", "4930", 3, "-d", "300");
                server.awaitIdle();
                assertThat(server.metric("sidetone_calls_ended_total")).isEqualTo(3);
                assertThat(event(server, "tls_handshakes")).isGreaterThanOrEqualTo(2);
                server.assertUnharmed();
            }
            assertThat(kamailio.log()).contains("saved 4930 expires 600").contains("saved 4930 expires 0");
        }
    }

    /** A peer that speaks TLS and no SIP. */
    private Process peer(OpensslAuthority.Identity shown, int port) throws Exception {
        Process peer = OpensslAuthority.openssl(
                folder.resolve("s_server.out"),
                List.of(
                        "s_server",
                        "-accept",
                        "127.0.0.1:" + port,
                        "-cert",
                        shown.certificate().toString(),
                        "-key",
                        shown.key().toString(),
                        "-quiet"));
        ServerProcess.awaitOrFail("s_server", 20, () -> NginxProcess.listens(port));
        return peer;
    }

    private String trunk(int port) {
        return "port: 0\n" + tls() + "\ntrunks: [{name: pbx, to: 'sip:127.0.0.1:" + port
                + ";transport=tls', options-interval: 500ms}]";
    }

    private String check(OpensslAuthority.Identity shown) throws Exception {
        int port = KamailioProcess.freePort();
        Process peer = peer(shown, port);
        try {
            Path config = Files.writeString(folder.resolve("check.yaml"), yaml(trunk(port)));
            return call(1, "check-trunks", "-c", config.toString());
        } finally {
            peer.destroy();
            peer.waitFor(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void shouldTellTheCauseInTheHealthOfATrunk() throws Exception {
        int port = KamailioProcess.freePort();
        Process peer = peer(authority.issue("DNS:other.example.com", 2), port);
        try (ServerProcess server = server(trunk(port))) {
            server.await(
                    "the trunk to be down",
                    30,
                    () -> ServerProcess.quietly(() -> server.metric("sidetone_trunk_up", "\"pbx\"")) == 0);
            assertThat(server.get("/readyz").body()).contains("does not name 127.0.0.1;");
            assertThat(server.get("/api/trunks").body()).contains("does not name 127.0.0.1;");
            assertThat(server.output()).contains("does not name 127.0.0.1;");
        } finally {
            peer.destroy();
            peer.waitFor(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void shouldNameTheRemedyWhenTheCertificateOfATrunkIsWrong() throws Exception {
        assertThat(check(authority.issue("DNS:other.example.com,IP:127.0.0.9", 2)))
                .contains("pbx: tls failed: ")
                .contains("does not name 127.0.0.1; call it by a name that the certificate carries");
        assertThat(check(authority.issue("IP:127.0.0.1", -1)))
                .contains("pbx: tls failed: ")
                .contains("has expired;");
        assertThat(check(new OpensslAuthority(folder.resolve("stranger")).issue("IP:127.0.0.1", 2)))
                .contains("pbx: tls failed: ")
                .contains("not trusted here; add that authority to the file of sip.tls.ca");
    }

    @Test
    void shouldListenAtIpv4AndIpv6AtOnceWithAName() throws Exception {
        String listeners =
                """
                listeners:
                - {transport: udp, bind: 127.0.0.1, port: 0, advertise: four.example.com}
                - {transport: tcp, bind: 127.0.0.1, port: 0, advertise: four.example.com}
                - {transport: udp, bind: "::1", port: 0, advertise: "six.example.com:5070"}
                """;
        try (ServerProcess server = server(listeners.strip())) {
            int four = listeners(server, "udp+tcp").get(0).getPort();
            assertThat(ringing(listeners(server, "udp+tcp").get(0), "127.0.0.1"))
                    .contains("Contact: <sip:sidetone@four.example.com:" + four + ">");
            assertThat(ringing(listeners(server, "udp").get(0), "::1"))
                    .contains("Contact: <sip:sidetone@six.example.com:5070>");
            server.awaitIdle();
            server.assertUnharmed();
        }
    }

    /** Sends an INVITE and returns the 180; the call is cancelled. */
    private static String ringing(InetSocketAddress server, String from) throws Exception {
        try (DatagramSocket peer = new DatagramSocket(0, InetAddress.getByName(from))) {
            peer.setSoTimeout(20_000);
            String uri = "sip:ring@example.com";
            String branch = "b" + peer.getLocalPort();
            send(peer, server, request("INVITE", uri, "UDP", branch, 1));
            String ringing = receive(peer, "SIP/2.0 180");
            send(peer, server, request("CANCEL", uri, "UDP", branch, 1));
            receive(peer, "SIP/2.0 487");
            send(peer, server, request("ACK", uri, "UDP", branch, 1));
            return ringing;
        }
    }

    private static void send(DatagramSocket peer, InetSocketAddress server, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        peer.send(new DatagramPacket(bytes, bytes.length, server));
    }

    private static String receive(DatagramSocket peer, String start) throws IOException {
        while (true) {
            DatagramPacket packet = new DatagramPacket(new byte[4_096], 4_096);
            peer.receive(packet);
            String text = new String(packet.getData(), 0, packet.getLength(), StandardCharsets.US_ASCII);
            if (text.startsWith(start)) {
                return text;
            }
        }
    }
}

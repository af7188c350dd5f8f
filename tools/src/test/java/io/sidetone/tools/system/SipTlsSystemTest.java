package io.sidetone.tools.system;

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
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** SIP over TLS, and several listeners at once: openssl, baresip, Kamailio and our own telephone against the JAR. */
@Tag("CARD-08")
class SipTlsSystemTest {
    private static final int RATE_HZ = 8_000;

    /** Two TLS ports: the first with a name that nobody here resolves, the second to be called at its address. */
    private static final String LISTENERS =
            """
            listeners:
            - {transport: udp, bind: 127.0.0.1, port: 0, advertise: four.example.com}
            - {transport: tcp, bind: 127.0.0.1, port: 0, advertise: four.example.com}
            - {transport: tls, bind: 127.0.0.1, port: 0, advertise: sip.example.com}
            - {transport: udp, bind: "::1", port: 0, advertise: "six.example.com:5070"}
            - {transport: tls, bind: 127.0.0.1, port: 0}
            trunks:
            - {name: encrypted, from: 127.0.0.1, srtp: required}
            - {name: plain, from: [127.0.0.2, "::1"]}
            """;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private static Path folder;

    private static OpensslAuthority authority;
    private static OpensslAuthority.Identity own;
    private static ServerProcess server;

    @BeforeAll
    static void start() throws Exception {
        authority = new OpensslAuthority(folder.resolve("ca"));
        own = authority.issue("DNS:sip.example.com,IP:127.0.0.1", 2);
        server = server(LISTENERS + "tls: {" + certificates() + "}");
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    @AfterEach
    void leaveNothingBehind() throws Exception {
        server.awaitIdle();
        server.assertUnharmed();
    }

    private static String certificates() {
        return own.yaml() + ", ca: " + authority.file();
    }

    private static String tls() {
        return "tls: {port: 0, " + certificates() + "}";
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
                .formatted(sip.replace("\n", "\n  "), LeasedPorts.server(10));
    }

    private static ServerProcess server(String sip) throws Exception {
        return ServerProcess.startConfigured(Files.createTempDirectory(folder, "server"), yaml(sip));
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
        List<InetSocketAddress> ports = listeners(server, "tls");
        return ports.get(ports.size() - 1).getPort();
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
    private static final class Client implements AutoCloseable {
        private final Path output;
        private final Process process;

        Client(int port, String... more) throws IOException {
            output = Files.createTempFile(folder, "s_client", ".out");
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
        double handshakes = event(server, "tls_handshakes");
        int port = listeners(server, "tls").get(0).getPort();
        try (Client client = new Client(port, "-quiet", "-verify_hostname", "sip.example.com")) {
            String uri = "sips:ring@sip.example.com";
            client.says(request("INVITE", uri, "TLS", "one", 1));
            assertThat(client.heard("SIP/2.0 180")).contains("Contact: <sips:sidetone@sip.example.com:" + port + ">");
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
        assertThat(event(server, "tls_handshakes") - handshakes).isEqualTo(2);
    }

    @Test
    void shouldRefuseOldVersionsAnotherHandshakePlainTextAndStrangers() throws Exception {
        String required = tls().replace("}", ", client-auth: required}");
        try (ServerProcess strict = server("port: 0\n" + required)) {
            int port = tlsPort(strict);
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
            strict.await("three failures", 20, () -> event(strict, "tls_failed") == 3);
            assertThat(event(strict, "plain_text_on_tls")).isEqualTo(1);
            assertThat(strict.output())
                    .contains("sip: plain text on a TLS port: the peer speaks no TLS; let it connect with TLS")
                    .contains("sip: TLS handshakes that failed: ");
            strict.assertUnharmed();
        }
    }

    @Test
    void shouldSayThatAPeerSpeaksTlsToThePortWithout() throws Exception {
        try (Client client = new Client(server.sipPort())) {
            assertThat(client.process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        }
        server.await("the count", 20, () -> event(server, "tls_on_plain") == 1);
        assertThat(server.output()).contains("sip: TLS on a port without TLS: the peer speaks TLS; use transport=tls");
    }

    /** The JAR, run with a command. */
    private record Command(Process process, Path output) {
        static Command start(String... arguments) throws IOException {
            Path output = Files.createTempFile(folder, arguments[0], ".out");
            return new Command(ServerProcess.launch(output, arguments), output);
        }

        String ended(int exitCode) throws Exception {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            String said = Files.readString(output);
            assertThat(process.exitValue()).as(said).isEqualTo(exitCode);
            return said;
        }
    }

    @Test
    void shouldTakeTheCallsOfOurPhoneAndTellItWhomItDoesNotBelieve() throws Exception {
        double ended = server.metric("sidetone_calls_ended_total");
        String at = "127.0.0.1:" + tlsPort(server);
        String ca = authority.file().toString();
        String stranger =
                new OpensslAuthority(folder.resolve("stranger")).file().toString();
        Command secure = Command.start("call", "sips:desk@" + at, "--ca", ca, "--srtp", "required");
        Command hop = Command.start("call", "sip:desk@" + at + ";transport=tls", "--ca", ca, "--srtp", "required");
        Command untrusted = Command.start("call", "sips:desk@" + at, "--ca", stranger);
        Command misnamed = Command.start("call", "sips:desk@localhost:" + tlsPort(server), "--ca", ca);
        secure.ended(0);
        hop.ended(0);
        assertThat(untrusted.ended(1)).contains("comes from an authority that is not trusted");
        assertThat(misnamed.ended(1)).contains("does not name localhost;");
        server.awaitIdle();
        assertThat(server.metric("sidetone_calls_ended_total") - ended).isEqualTo(2);
    }

    @Test
    void shouldKeepTheEncryptedCallOfBaresipThroughARenewal() throws Exception {
        Baresip baresip = new Baresip(folder, RATE_HZ, "g711", "PCMU/8000/1", "srtp-mand");
        baresip.trusts(authority.file());
        int port = tlsPort(server);
        Process calling = baresip.dial("sip:desk@127.0.0.1:" + port + ";transport=tls", 60);
        try {
            String id = server.awaitCall("");
            OpensslAuthority.Identity renewed =
                    authority.issue("DNS:renewed.example.com,DNS:sip.example.com,IP:127.0.0.1", 3);
            Files.copy(renewed.key(), own.key(), StandardCopyOption.REPLACE_EXISTING);
            Files.copy(renewed.certificate(), own.certificate(), StandardCopyOption.REPLACE_EXISTING);
            server.await("the renewal", 60, () -> server.output().contains("TLS certificate of sip read again"));
            try (Client client = new Client(port, "-quiet", "-verify_hostname", "renewed.example.com")) {
                client.says(request("OPTIONS", "sip:127.0.0.1", "TLS", "renewed", 1));
                client.heard("SIP/2.0 200");
            }
            assertThat(server.detail(id)).contains("sip-tls").contains("AES_CM_128_HMAC_SHA1_80");
            assertThat(server.metric("sidetone_calls_active")).isEqualTo(1);
        } finally {
            Baresip.hangUp(calling);
        }
    }

    @Test
    void shouldRegisterAtKamailioOverTlsAndTakeItsCalls() throws Exception {
        OpensslAuthority.Identity registrar = authority.issue("IP:127.0.0.1", 2);
        try (KamailioProcess kamailio = KamailioProcess.startEncrypted(folder, registrar)) {
            String trunk = "{name: pbx, to: 'sip:" + kamailio.encrypted()
                    + ";transport=tls', username: '4930', password: secret, from-domain: sip.test, register: true,"
                    + " options-interval: 1s}";
            try (ServerProcess registered = server("port: 0\n" + tls() + "\ntrunks: [" + trunk + "]")) {
                registered.await(
                        "a registration\n" + kamailio.log(),
                        20,
                        () -> ServerProcess.quietly(() -> registered.metric("sidetone_trunk_registered", "\"pbx\""))
                                == 1);
                assertThat(registered.get("/api/trunks").body())
                        .contains("\"server\":\"tls " + kamailio.encrypted() + "\"")
                        .contains("\"problem\":\"\"");
                new Sipp(folder, kamailio.address()).run("answer-bye.xml", "4930", 3, "-d", "300");
                registered.awaitIdle();
                assertThat(registered.metric("sidetone_calls_ended_total")).isEqualTo(3);
                assertThat(event(registered, "tls_handshakes")).isGreaterThanOrEqualTo(2);
                registered.assertUnharmed();
            }
            assertThat(kamailio.log()).contains("saved 4930 expires 600").contains("saved 4930 expires 0");
        }
    }

    /** A peer that speaks TLS and no SIP. */
    private Process peer(OpensslAuthority.Identity shown, int port) throws Exception {
        Process peer = OpensslAuthority.openssl(
                Files.createTempFile(folder, "s_server", ".out"),
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

    private static String trunk(String name, int port) {
        return "{name: " + name + ", to: 'sip:127.0.0.1:" + port + ";transport=tls', options-interval: 500ms}";
    }

    private static String trunks(String... trunks) {
        return "port: 0\n" + tls() + "\ntrunks: [" + String.join(", ", trunks) + "]";
    }

    private static void end(Process peer) throws InterruptedException {
        peer.destroy();
        peer.waitFor(10, TimeUnit.SECONDS);
    }

    @Test
    void shouldTellTheCauseInTheHealthOfATrunk() throws Exception {
        int port = LeasedPorts.listener();
        Process peer = peer(authority.issue("DNS:other.example.com", 2), port);
        try (ServerProcess caller = server(trunks(trunk("pbx", port)))) {
            caller.await(
                    "the trunk to be down",
                    30,
                    () -> ServerProcess.quietly(() -> caller.metric("sidetone_trunk_up", "\"pbx\"")) == 0);
            assertThat(caller.get("/readyz?out").body()).contains("does not name 127.0.0.1;");
            assertThat(caller.get("/api/trunks").body()).contains("does not name 127.0.0.1;");
            assertThat(caller.output()).contains("does not name 127.0.0.1;");
        } finally {
            end(peer);
        }
    }

    @Test
    void shouldNameTheRemedyWhenTheCertificateOfATrunkIsWrong() throws Exception {
        Map<String, OpensslAuthority.Identity> shown = Map.of(
                "misnamed", authority.issue("DNS:other.example.com,IP:127.0.0.9", 2),
                "expired", authority.issue("IP:127.0.0.1", -1),
                "stranger", new OpensslAuthority(folder.resolve("another")).issue("IP:127.0.0.1", 2));
        List<Process> peers = new ArrayList<>();
        List<String> trunks = new ArrayList<>();
        try {
            for (Map.Entry<String, OpensslAuthority.Identity> each : shown.entrySet()) {
                int port = LeasedPorts.listener();
                peers.add(peer(each.getValue(), port));
                trunks.add(trunk(each.getKey(), port));
            }
            Path config = Files.writeString(folder.resolve("check.yaml"), yaml(trunks(trunks.toArray(String[]::new))));
            assertThat(Command.start("check-trunks", "-c", config.toString()).ended(1))
                    .containsPattern("misnamed: tls failed: .* does not name 127\\.0\\.0\\.1; "
                            + "call it by a name that the certificate carries")
                    .containsPattern("expired: tls failed: .* has expired;")
                    .containsPattern("stranger: tls failed: .* not trusted here; "
                            + "add that authority to the file of sip\\.tls\\.ca");
        } finally {
            for (Process peer : peers) {
                end(peer);
            }
        }
    }

    @Test
    void shouldListenAtIpv4AndIpv6AtOnceWithAName() throws Exception {
        InetSocketAddress four = listeners(server, "udp+tcp").get(0);
        assertThat(ringing(four, "127.0.0.2"))
                .contains("Contact: <sip:sidetone@four.example.com:" + four.getPort() + ">");
        assertThat(ringing(listeners(server, "udp").get(0), "::1"))
                .contains("Contact: <sip:sidetone@six.example.com:5070>");
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

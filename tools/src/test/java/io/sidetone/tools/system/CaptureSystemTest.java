package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What an operator sees of a call: its packets in a file, copies at a collector, how it sounded. */
@Execution(ExecutionMode.CONCURRENT)
class CaptureSystemTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int FILE_HEADER = 24;
    private static final int IP_AND_UDP = 28;
    private static final int RTP_OF_20_MS = 172;

    @TempDir
    private Path folder;

    private static ServerProcess server(Path folder, int collector) throws Exception {
        return ServerProcess.startConfigured(
                folder,
                """
                sip: {port: 0, trunks: [{name: carrier, from: [127.0.0.0/8]}]}
                http: {port: 0}
                rtp: {ports: %s}
                limits: {max-calls: 4}
                capture: {dir: captures}
                hep: {to: "127.0.0.1:%d", capture-id: 77, auth-key: homer}
                engines: {mock: {type: mock}}
                agents:
                  desk: {recognizer: mock, dialogue: mock, synthesizer: mock}
                """
                        .formatted(LeasedPorts.server(4), collector));
    }

    /** The payloads in a packet file; each packet has to have the length that IP and UDP say. */
    private static List<byte[]> payloads(Path file) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(file));
        List<byte[]> payloads = new ArrayList<>();
        in.position(FILE_HEADER);
        while (in.hasRemaining()) {
            in.getLong();
            int length = in.getInt();
            in.getInt();
            int start = in.position();
            assertThat(in.getShort(start + 2) & 0xFFFF).as("length of IP").isEqualTo(length);
            assertThat(in.getShort(start + 24) & 0xFFFF).as("length of UDP").isEqualTo(length - 20);
            byte[] payload = new byte[length - IP_AND_UDP];
            in.position(start + IP_AND_UDP).get(payload);
            payloads.add(payload);
        }
        return payloads;
    }

    private static List<String> copies(DatagramSocket collector) throws IOException {
        List<String> copies = new ArrayList<>();
        collector.setSoTimeout(500);
        try {
            while (true) {
                DatagramPacket packet = new DatagramPacket(new byte[65_535], 65_535);
                collector.receive(packet);
                copies.add(new String(packet.getData(), 0, packet.getLength(), StandardCharsets.ISO_8859_1));
            }
        } catch (SocketTimeoutException last) {
            return copies;
        }
    }

    @Test
    void shouldShowACallToOperatorsWhenTheyAsk() throws Exception {
        try (DatagramSocket collector = new DatagramSocket(0, InetAddress.getLoopbackAddress());
                ServerProcess server = server(folder, collector.getLocalPort())) {
            RealCall call = RealCall.dial(server, "desk", List.of());
            String path = "/api/calls/" + call.callId() + "/capture";
            HttpResponse<String> begun = server.post(path, "{}");
            assertThat(begun.statusCode()).as(begun.body()).isEqualTo(201);
            assertThat(server.post(path, "{}").statusCode()).as("once").isEqualTo(409);
            // The capture may begin at any time of the call; it has to see more than a second of both directions.
            server.await("packets in the capture", 60, () -> ServerProcess.quietly(() -> packets(server, path)) > 150);
            call.hangUp();
            call.completed();
            server.awaitIdle();
            ServerProcess.awaitOrFail(
                    "the end of the capture", 20, () -> server.body(path).contains("\"ended\""));
            checkFile(JSON.readTree(server.body(path)));
            checkHandedOut(server, path, JSON.readTree(server.body(path)));

            JsonNode detail = call.detail();
            assertThat(detail.at("/metrics/mos").asDouble()).isEqualTo(4.37, within(0.1));
            assertThat(detail.at("/sip/0/peer").asText()).startsWith("udp 127.0.0.1:");
            assertThat(detail.at("/sip/0/message").asText())
                    .startsWith("INVITE sip:desk@")
                    .contains("\r\nm=audio ");
            assertThat(server.metric("sidetone_trunk_calls_total", "trunk=\"carrier\""))
                    .isEqualTo(1);
            assertThat(server.metric("sidetone_capture_events_total", "dropped"))
                    .isZero();
            checkCopies(copies(collector), detail.path("externalId").asText());
            server.assertUnharmed();
        }
    }

    /** What Wireshark would colour red or yellow is looked at by whoever opens the file. */
    @Test
    void shouldWriteWhatWiresharkFindsNothingWrongWith() throws Exception {
        try (DatagramSocket collector = new DatagramSocket(0, InetAddress.getLoopbackAddress());
                ServerProcess server = server(folder, collector.getLocalPort())) {
            RealCall call = RealCall.dial(server, "desk", List.of());
            String path = "/api/calls/" + call.callId() + "/capture";
            assertThat(server.post(path, "{}").statusCode()).isEqualTo(201);
            server.await("packets in the capture", 60, () -> ServerProcess.quietly(() -> packets(server, path)) > 150);
            call.hangUp();
            call.completed();
            server.awaitIdle();
            ServerProcess.awaitOrFail(
                    "the end of the capture", 20, () -> server.body(path).contains("\"ended\""));
            Path file = Path.of(JSON.readTree(server.body(path)).path("file").asText());
            OtherTools.checkPackets(file);
            OtherTools.checkCall(file);
        }
    }

    /** The operator waits for the caller who complains, and for whoever does not come through. */
    @Test
    void shouldCaptureTheNextCallAndTheNextRefusalWhenTheyCome() throws Exception {
        try (DatagramSocket collector = new DatagramSocket(0, InetAddress.getLoopbackAddress());
                ServerProcess server = server(folder, collector.getLocalPort())) {
            String next = waiting(server, "{\"next\": \"call\", \"to\": \"desk\"}");
            String refused = waiting(server, "{\"next\": \"refused\"}");
            assertThat(refuse(server)).startsWith("SIP/2.0 488 ");
            RealCall call = RealCall.dial(server, "desk", List.of());
            server.await("packets in the capture", 60, () -> ServerProcess.quietly(() -> packets(server, next)) > 150);
            call.hangUp();
            call.completed();
            for (String path : List.of(next, refused)) {
                ServerProcess.awaitOrFail(
                        "the end of the capture", 20, () -> server.body(path).contains("\"ended\""));
            }
            JsonNode called = JSON.readTree(server.body(next));
            assertThat(called.path("callId").asText()).isEqualTo(call.callId());
            checkFile(called);
            OtherTools.checkCall(Path.of(called.path("file").asText()));
            JsonNode turnedAway = JSON.readTree(server.body(refused));
            assertThat(payloads(Path.of(turnedAway.path("file").asText())))
                    .extracting(payload -> new String(payload, StandardCharsets.ISO_8859_1)
                            .lines()
                            .findFirst()
                            .orElse(""))
                    .containsExactly(
                            "INVITE sip:desk@127.0.0.1 SIP/2.0",
                            "SIP/2.0 100 Trying",
                            "SIP/2.0 488 Not Acceptable Here",
                            "ACK sip:desk@127.0.0.1 SIP/2.0");
            assertThat(JSON.readTree(server.body("/api/captures")).path("captures"))
                    .hasSize(2);

            HttpResponse<String> erased = server.delete("/api/callers/%2B49301234567");
            assertThat(JSON.readTree(erased.body()).path("captures").asInt()).isEqualTo(1);
            assertThat(Path.of(turnedAway.path("file").asText())).doesNotExist();
            assertThat(Path.of(called.path("file").asText())).exists();
            server.assertUnharmed();
        }
    }

    private static String waiting(ServerProcess server, String wish) throws IOException, InterruptedException {
        HttpResponse<String> answer = server.post("/api/captures", wish);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        JsonNode capture = JSON.readTree(answer.body());
        assertThat(capture.path("state").asText()).isEqualTo("waiting");
        return "/api/captures/" + capture.path("captureId").asText();
    }

    /** Calls with a codec that nobody has; returns the answer, which is acknowledged. */
    private static String refuse(ServerProcess server) throws IOException {
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            socket.setSoTimeout(20_000);
            String[] at = server.sip().split(":");
            socket.connect(InetAddress.getByName(at[0]), Integer.parseInt(at[1]));
            String sdp = "v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\n"
                    + "m=audio 9 RTP/AVP 96\r\na=rtpmap:96 UNHEARD/8000\r\n";
            send(socket, "INVITE", "", "Content-Type: application/sdp\r\n", sdp);
            String answer = "SIP/2.0 100 ";
            while (answer.startsWith("SIP/2.0 1")) {
                DatagramPacket packet = new DatagramPacket(new byte[65_535], 65_535);
                socket.receive(packet);
                answer = new String(packet.getData(), 0, packet.getLength(), StandardCharsets.ISO_8859_1);
            }
            String tag = answer.replaceAll("(?s).*\r\nTo: [^\r]*;tag=([^;\r]+).*", "$1");
            send(socket, "ACK", ";tag=" + tag, "", "");
            return answer;
        }
    }

    private static void send(DatagramSocket socket, String method, String toTag, String more, String body)
            throws IOException {
        int port = socket.getLocalPort();
        byte[] bytes = (method + " sip:desk@127.0.0.1 SIP/2.0\r\nVia: SIP/2.0/UDP 127.0.0.1:" + port
                        + ";branch=z9hG4bKrefused\r\nFrom: <sip:+49301234567@127.0.0.1>;tag=a\r\nTo: <sip:desk@127.0.0.1>"
                        + toTag + "\r\nCall-ID: refused-" + port + "\r\nCSeq: 1 " + method
                        + "\r\nMax-Forwards: 70\r\nContact: <sip:127.0.0.1:" + port + ">\r\n" + more
                        + "Content-Length: " + body.length() + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.ISO_8859_1);
        socket.send(new DatagramPacket(bytes, bytes.length));
    }

    private static double packets(ServerProcess server, String path) throws IOException, InterruptedException {
        return JSON.readTree(server.get(path).body()).path("packets").asDouble();
    }

    private static void checkFile(JsonNode capture) throws IOException {
        Path file = Path.of(capture.path("file").asText());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        List<byte[]> payloads = payloads(file);
        assertThat(payloads).hasSize(capture.path("packets").asInt());
        assertThat(new String(payloads.get(0), StandardCharsets.ISO_8859_1))
                .as("the beginning of the call")
                .startsWith("INVITE sip:desk@")
                .contains("\r\nm=audio ");
        assertThat(payloads)
                .filteredOn(payload -> payload.length == RTP_OF_20_MS)
                .as("both directions of more than a second")
                .hasSizeGreaterThan(100);
        assertThat(payloads).as("the goodbye").anyMatch(payload -> new String(payload, StandardCharsets.ISO_8859_1)
                .startsWith("BYE sip:"));
    }

    private static void checkHandedOut(ServerProcess server, String path, JsonNode capture)
            throws IOException, InterruptedException {
        byte[] file = Files.readAllBytes(Path.of(capture.path("file").asText()));
        HttpResponse<byte[]> answer = server.bytes(path + "/file");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo(file);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/vnd.tcpdump.pcap");
        assertThat(answer.headers().firstValue("Content-Disposition"))
                .hasValue("attachment; filename=\"" + capture.path("callId").asText() + ".pcap\"");
    }

    private static void checkCopies(List<String> copies, String sipCallId) {
        assertThat(copies).allMatch(copy -> copy.startsWith("HEP3") && copy.contains("homer"));
        assertThat(copies).anyMatch(copy -> copy.contains("INVITE sip:desk@") && copy.endsWith("\r\n"));
        assertThat(copies).as("ours").anyMatch(copy -> copy.contains("SIP/2.0 200 OK\r\n"));
        assertThat(copies)
                .as("a report, with the Call-ID of its call")
                .anyMatch(copy -> copy.contains("\"report_blocks\":[{") && copy.contains(sipCallId));
    }
}

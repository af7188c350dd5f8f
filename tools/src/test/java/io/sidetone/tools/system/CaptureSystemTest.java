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

            JsonNode detail = call.detail();
            assertThat(detail.at("/metrics/mos").asDouble()).isEqualTo(4.37, within(0.1));
            assertThat(detail.at("/sip/0/peer").asText()).startsWith("udp 127.0.0.1:");
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
            OtherTools.checkPackets(
                    Path.of(JSON.readTree(server.body(path)).path("file").asText()));
        }
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
        assertThat(payloads)
                .filteredOn(payload -> payload.length == RTP_OF_20_MS)
                .as("both directions of more than a second")
                .hasSizeGreaterThan(100);
        assertThat(payloads).as("the goodbye").anyMatch(payload -> new String(payload, StandardCharsets.ISO_8859_1)
                .startsWith("BYE sip:"));
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

package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bad input is answered, counted and survived (design law 7); the next caller notices nothing. */
class BadInputSystemTest {
    private static final long SEED = 20_261_121;

    @TempDir
    private static Path folder;

    private static ServerProcess server;
    private static Sipp sipp;

    @BeforeAll
    static void start() throws Exception {
        server = ServerProcess.start(folder, 40).expectingRefusals();
        sipp = new Sipp(folder, server);
    }

    @AfterAll
    static void stop() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    private static void nextCallerIsServed() throws Exception {
        server.awaitIdle();
        sipp.run("answer-bye.xml", "desk", 3, "-d", "200");
        server.awaitIdle();
        server.assertUnharmed();
    }

    @Test
    void shouldSurviveDatagramsThatAreNoSip() throws Exception {
        Random random = new Random(SEED);
        String invite = "INVITE sip:desk@127.0.0.1 SIP/2.0\r\nVia: SIP/2.0/UDP 127.0.0.1:9;branch=z9hG4bKx\r\n"
                + "From: <sip:a@b>;tag=1\r\nTo: <sip:c@d>\r\nCall-ID: x\r\nCSeq: 1 INVITE\r\nContent-Length: 0\r\n\r\n";
        try (DatagramSocket socket = new DatagramSocket()) {
            for (int i = 0; i < 3_000; i++) {
                byte[] bytes =
                        switch (i % 4) {
                            case 0 -> random(random, 1 + random.nextInt(1_400));
                            case 1 -> damaged(invite, random);
                            case 2 ->
                                invite.substring(0, random.nextInt(invite.length()))
                                        .getBytes(StandardCharsets.US_ASCII);
                            default ->
                                (invite.replace(
                                                "\r\n\r\n",
                                                "\r\nX: " + "y".repeat(random.nextInt(60_000)) + "\r\n\r\n"))
                                        .getBytes(StandardCharsets.US_ASCII);
                        };
                send(socket, bytes, server.sipPort());
            }
        }
        assertThat(server.metric("sidetone_sip_events_total", "not_sip")
                        + server.metric("sidetone_sip_events_total", "parse_refused")
                        + server.metric("sidetone_sip_events_total", "oversize"))
                .as("bad messages counted, seed %d", SEED)
                .isPositive();
        nextCallerIsServed();
    }

    @Test
    void shouldSurviveStreamsThatAreNoSip() throws Exception {
        Random random = new Random(SEED);
        for (int i = 0; i < 40; i++) {
            try (Socket socket = new Socket("127.0.0.1", server.sipPort())) {
                OutputStream out = socket.getOutputStream();
                out.write(
                        i % 2 == 0
                                ? random(random, 20_000)
                                : "OPTIONS sip:a@b SIP/2.0\r\nContent-Length: -1\r\n\r\n"
                                        .getBytes(StandardCharsets.US_ASCII));
                out.flush();
            } catch (SocketException expected) {
                // The server may well have hung up before everything was written.
            }
        }
        nextCallerIsServed();
    }

    @Test
    void shouldSurviveForeignMedia() throws Exception {
        CallerMedia.quietLine(folder.resolve("caller.ul"));
        Sipp.Running calls = sipp.start("answer-rtp.xml", "desk", 5, "-d", "3000");
        ServerProcess.awaitOrFail(
                "five calls", 30, () -> ServerProcess.quietly(() -> server.metric("sidetone_calls_active")) == 5);
        Random random = new Random(SEED);
        String[] ports = server.output()
                .replaceAll("(?s).*rtp udp [0-9.]+:([0-9]+-[0-9]+).*", "$1")
                .split("-");
        int first = Integer.parseInt(ports[0]);
        int count = Integer.parseInt(ports[1]) - first + 1;
        try (DatagramSocket socket = new DatagramSocket()) {
            for (int i = 0; i < 20_000; i++) {
                byte[] bytes = random(random, 1 + random.nextInt(300));
                bytes[0] = (byte) (i % 3 == 0 ? bytes[0] : 0x80);
                send(socket, bytes, first + random.nextInt(count));
            }
        }
        calls.awaitSuccess();
        assertThat(server.metric("sidetone_rtp_events_total", "malformed"))
                .as("malformed packets counted, seed %d", SEED)
                .isPositive();
        assertThat(server.metric("sidetone_rtp_events_total", "foreign_source")
                        + server.metric("sidetone_rtp_events_total", "probation"))
                .as("packets of others counted, seed %d", SEED)
                .isPositive();
        nextCallerIsServed();
    }

    @Test
    void shouldSurviveAFloodOfCallersWhoAreGone() throws Exception {
        sipp.start("invite-only.xml", "desk", 400, "-r", "200", "-l", "400")
                .process()
                .waitFor();
        assertThat(server.metric("sidetone_calls_active")).isLessThanOrEqualTo(40);
        // Nobody acknowledges the answers: each call ends when the answer has been repeated long enough (64·T1).
        ServerProcess.awaitOrFail(
                "the end of abandoned calls",
                60,
                () -> ServerProcess.quietly(() -> server.metric("sidetone_calls_active")) == 0);
        nextCallerIsServed();
    }

    private static byte[] random(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] damaged(String message, Random random) {
        byte[] bytes = message.getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < 3; i++) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return bytes;
    }

    private static void send(DatagramSocket socket, byte[] bytes, int port) throws IOException {
        socket.send(new DatagramPacket(bytes, bytes.length, InetAddress.getLoopbackAddress(), port));
    }
}

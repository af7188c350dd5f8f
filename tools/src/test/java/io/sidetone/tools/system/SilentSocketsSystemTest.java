package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sockets at /vip that never show a key, more of them than there are connections, beside people who use the server. */
class SilentSocketsSystemTest {
    private static final String TOKEN = "the-operators-token";
    private static final int SOCKETS = 400;
    private static final int PATIENCE_MS = 10_000;

    @TempDir
    private Path folder;

    private static Socket silent(ServerProcess server) throws IOException {
        Socket socket = new Socket(
                InetAddress.getLoopbackAddress(),
                URI.create("http://" + server.http()).getPort());
        socket.setSoTimeout(PATIENCE_MS);
        socket.getOutputStream()
                .write(("GET /vip HTTP/1.1\r\nHost: " + server.http() + "\r\nUpgrade: websocket\r\n"
                                + "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        InputStream in = socket.getInputStream();
        byte[] status = in.readNBytes("HTTP/1.1 101".length());
        assertThat(new String(status, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 101");
        return socket;
    }

    private static String key(ServerProcess server) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + server.http() + "/api/tokens"))
                .header("Authorization", "Bearer " + TOKEN)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build();
        String body = HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
        return body.replaceAll(".*\"ephemeral_key\":\"([^\"]+)\".*", "$1");
    }

    @Test
    @Tag("VIP-03")
    void shouldAnswerHealthAndCallersWhileFourHundredSocketsSayNothing() throws Exception {
        String yaml =
                """
                sip: {port: 0}
                http: {port: 0, token: %s}
                rtp: {ports: %s}
                limits: {max-calls: 10}
                engines: {mock: {type: mock}}
                agents: {desk: {recognizer: mock, dialogue: mock, synthesizer: mock}}
                """
                        .formatted(TOKEN, LeasedPorts.server(10));
        List<Socket> sockets = new ArrayList<>();
        try (ServerProcess server = ServerProcess.startConfigured(folder, yaml)) {
            CallerMedia.quietLine(folder.resolve("caller.ul"));
            Sipp.Running call = new Sipp(folder, server).start("answer-rtp.xml", "desk", 1, "-d", "8000");
            try (VipClient user = new VipClient(URI.create("ws://" + server.http() + "/vip?token=" + key(server)))) {
                user.send("session.initialize", "{}");
                user.await("server.ready");
                user.await("response.audio");
                user.awaitState("idle");
                for (int i = 0; i < SOCKETS; i++) {
                    sockets.add(silent(server));
                    if (i % 50 == 0) {
                        assertThat(server.get("/healthz").statusCode()).isEqualTo(200);
                        assertThat(server.get("/readyz").statusCode()).isEqualTo(200);
                    }
                }
                assertThat(server.get("/healthz").statusCode()).isEqualTo(200);
                user.send("text.input", "{\"text\": \"hello\"}");
                user.await("response.audio");
                try (VipClient late =
                        new VipClient(URI.create("ws://" + server.http() + "/vip?token=" + key(server)))) {
                    late.send("session.initialize", "{}");
                    late.await("server.ready");
                }
            }
            call.awaitSuccess();
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }
}

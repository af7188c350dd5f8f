package io.sidetone.server.records.recording;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.sidetone.audio.wav.WavReader;
import io.sidetone.config.agent.RecordingConfig;
import io.sidetone.config.value.Secret;
import io.sidetone.core.mock.MockBehavior;
import io.sidetone.server.actions.webhook.SilentPeer;
import io.sidetone.server.actions.webhook.WebhookTransport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Finished recordings to a real web server on loopback. */
class RecordingUploadsTest {
    private static final long LIMIT_S = 30;

    @TempDir
    private Path folder;

    private final WebhookTransport transport = new WebhookTransport(() -> 0, System::nanoTime, () -> 0);
    private final RecordingUploads uploads = new RecordingUploads(transport, 2);
    private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
    private final List<byte[]> bodies = Collections.synchronizedList(new ArrayList<>());
    private HttpServer server;
    private volatile IntUnaryOperator status = number -> 201;

    @BeforeEach
    void open() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            bodies.add(exchange.getRequestBody().readAllBytes());
            requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("Content-Type") + " "
                    + exchange.getRequestHeaders().getFirst("Authorization"));
            exchange.sendResponseHeaders(status.applyAsInt(requests.size()), -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void close() throws Exception {
        server.stop(0);
        transport.close();
    }

    private RecordedLane call(int port) {
        RecordingConfig config = new RecordingConfig(
                Optional.of(folder),
                Optional.empty(),
                Optional.of("http://127.0.0.1:" + port + "/{agent}/{date}/{callId}.wav?sig=abc"),
                Optional.of(Secret.literal("xyz")),
                java.time.Duration.ZERO,
                0);
        return new RecordedLane(config, RecordingFolder::create, MockBehavior.DEFAULT, uploads)
                .answered(false)
                .talk(500)
                .hangUp();
    }

    private RecordingStatus outcome(RecordedLane call) throws Exception {
        return call.recordings.find(RecordedLane.CALL_ID).finished().get(LIMIT_S, TimeUnit.SECONDS);
    }

    @Test
    void shouldPutTheFileAndKeepNoneHere() throws Exception {
        status = number -> number < 3 ? 500 : 201;
        RecordingStatus outcome = outcome(call(server.getAddress().getPort()));
        assertThat(outcome.state()).isEqualTo(RecordingState.UPLOADED);
        assertThat(outcome.file()).isEmpty();
        assertThat(outcome.url()).endsWith("/desk/2023-11-14/" + RecordedLane.CALL_ID + ".wav");
        assertThat(requests)
                .hasSize(3)
                .containsOnly("PUT /desk/2023-11-14/" + RecordedLane.CALL_ID + ".wav?sig=abc audio/wav Bearer xyz");
        assertThat(WavReader.read(bodies.get(2)).durationMs()).isGreaterThan(490);
        assertThat(uploads.counters().value(UploadCounter.FAILURES)).isEqualTo(2);
        assertThat(uploads.counters().value(UploadCounter.DONE)).isEqualTo(1);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void shouldTryAgainSomeTimesAndKeepTheFileWhenTheAnswerStaysFiveHundred() throws Exception {
        status = number -> 500;
        RecordingStatus outcome = outcome(call(server.getAddress().getPort()));
        assertThat(outcome.state()).isEqualTo(RecordingState.COMPLETE);
        assertThat(outcome.file()).isNotEmpty();
        assertThat(outcome.url()).isEmpty();
        assertThat(outcome.problem()).contains("500").contains("kept").doesNotContain("abc");
        assertThat(requests).hasSize(RecordingUploads.ATTEMPTS);
        assertThat(Path.of(outcome.file())).exists();
        assertThat(uploads.counters().value(UploadCounter.KEPT)).isEqualTo(1);
    }

    @Test
    void shouldKeepTheFileAtOnceWhenItIsRefused() throws Exception {
        status = number -> 403;
        RecordingStatus outcome = outcome(call(server.getAddress().getPort()));
        assertThat(outcome.problem()).contains("403");
        assertThat(requests).hasSize(1);
        assertThat(Path.of(outcome.file())).exists();
    }

    @Test
    void shouldKeepTheFileWhenNobodyIsThere() throws Exception {
        int port = server.getAddress().getPort();
        server.stop(0);
        RecordingStatus outcome = outcome(call(port));
        assertThat(outcome.state()).isEqualTo(RecordingState.COMPLETE);
        assertThat(outcome.problem()).contains("cannot be reached").doesNotContain("abc");
        assertThat(Path.of(outcome.file())).exists();
    }

    private static RecordingConfig sending(Path folder, String url) {
        return new RecordingConfig(
                Optional.of(folder),
                Optional.empty(),
                Optional.of(url),
                Optional.of(Secret.literal("xyz")),
                java.time.Duration.ZERO,
                0);
    }

    private void left(String callId, String agent) throws IOException {
        Path wav = folder.resolve(callId + ".wav");
        java.nio.file.Files.writeString(wav, "sound of " + callId);
        RecordingFolder.describe(wav, Map.of("callId", callId, "agent", agent, "startedAt", "2026-11-28T10:00:00Z"));
    }

    @Test
    void shouldSendWhatAnEarlierProcessLeft() throws Exception {
        for (int i = 0; i < 12; i++) {
            left("01HZY000000000000000000" + (100 + i), "desk");
        }
        left("01HZY000000000000000000999", "quiet");
        java.nio.file.Files.writeString(folder.resolve("01HZY000000000000000000888.wav"), "without its facts");
        java.nio.file.Files.writeString(folder.resolve("01HZY000000000000000000777.wav.part"), "not over");
        RecordingConfig config =
                sending(folder, "http://127.0.0.1:" + server.getAddress().getPort() + "/{agent}/{date}/{callId}.wav");
        uploads.resume(folder, agent -> agent.equals("desk") ? config : null);
        for (int i = 0; i < 2_000 && uploads.counters().value(UploadCounter.DONE) < 12; i++) {
            Thread.sleep(5);
        }
        assertThat(uploads.counters().value(UploadCounter.RESUMED)).isEqualTo(12);
        assertThat(requests)
                .hasSize(12)
                .contains("PUT /desk/2026-11-28/01HZY000000000000000000111.wav audio/wav Bearer xyz");
        for (int i = 0; i < 2_000 && folder.toFile().list().length > 4; i++) {
            Thread.sleep(5);
        }
        assertThat(folder.toFile().list())
                .containsExactlyInAnyOrder(
                        "01HZY000000000000000000999.wav",
                        "01HZY000000000000000000999.json",
                        "01HZY000000000000000000888.wav",
                        "01HZY000000000000000000777.wav.part");
    }

    @Test
    void shouldKeepNoConnectionToAServerThatNeverAnswers() throws Exception {
        try (SilentPeer peer = new SilentPeer()) {
            for (int i = 0; i < 12; i++) {
                left("01HZY000000000000000000" + (100 + i), "desk");
            }
            uploads.resume(folder, agent -> sending(folder, peer.url() + "{callId}.wav"));
            SilentPeer.await("connections", () -> peer.open.get() == RecordingUploads.MOST_AT_ONCE);
            transport.close();
            SilentPeer.await("the end of all connections", () -> peer.open.get() == 0);
            assertThat(peer.most()).isEqualTo(RecordingUploads.MOST_AT_ONCE);
        }
    }
}

package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.WebSocketHandshakeException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Switches that send media as a stream call the JAR that ships: each hears the greeting, interrupts it, keys digits, and
 * hangs up or is hung up on. Judged by what the switch saw, in its own 20 ms ticks.
 */
class SwitchSystemTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final UUID ID = UUID.fromString("40325ec2-5efd-4bd3-805f-53576e581d13");
    private static final int GREETED = 25;

    /** Frames after which the agent knows that the line returns no echo; a short sound before may be taken for one. */
    private static final int LINE_KNOWN = 60;

    private static ServerProcess server;
    private static RecordedSpeech speech;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        speech = new RecordedSpeech();
        server = ServerProcess.startConfigured(
                folder,
                """
                sip: {port: 0}
                http: {port: 0}
                rtp: {ports: %s}
                limits: {max-calls: 10}
                streams: {audiosocket: {enabled: true, port: 0, ids: %s}, vonage: {token: vonage-token}}
                engines:
                  mock: {type: mock, greeting: "Welcome to the desk. Please tell me how I can help you today, I am listening to you."}
                agents:
                  desk: {recognizer: mock, dialogue: mock, synthesizer: mock}
                """
                        .formatted(LeasedPorts.server(10), ID));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        server.awaitIdle();
        server.assertUnharmed();
        assertThat(server.metric("sidetone_stream_faults_total")).isZero();
    }

    private static int audioSocketPort() {
        String line = server.output()
                .lines()
                .filter(text -> text.startsWith("audiosocket tcp "))
                .findFirst()
                .orElseThrow();
        return Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
    }

    /** The caller speaks over the greeting; {@code clear} is how the agent tells the switch to forget, empty for not at all. */
    private static void interrupts(SwitchPeer peer, String clear) throws Exception {
        peer.awaitPlayed(GREETED);
        int before = peer.player.notes().size();
        peer.say(speech.utterance(0));
        int begins = peer.await("caller begins", before);
        int ends = peer.await("caller ends", begins);
        List<SwitchPlayer.Note> notes = peer.player.notes();
        int last = begins;
        for (int i = begins; i < ends; i++) {
            last = notes.get(i).what().equals(SwitchPlayer.VOICED) ? i : last;
        }
        int yieldMs = 20 * (notes.get(last).tick() - notes.get(begins).tick());
        System.out.printf("caller begins to the last frame of the old turn: %d ms of the switch%n", yieldMs);
        assertThat(last).as("frames of the old turn after the caller began").isGreaterThan(begins);
        if (!clear.isEmpty()) {
            int cleared = peer.player.find(clear, begins);
            assertThat(cleared)
                    .as("%s while the caller speaks: %s", clear, peer.tail())
                    .isBetween(last + 1, ends);
        }
        assertThat(peer.await(SwitchPlayer.VOICED, ends)).as("the answer").isGreaterThan(ends);
    }

    private static JsonNode call() throws Exception {
        return JSON.readTree(server.detail(server.awaitCall("SPEAKING")));
    }

    private static void assertInterrupted(JsonNode detail) {
        assertThat(detail.path("interruptions")).hasSize(1);
        assertThat(detail.at("/interruptions/0/interruption/latencyMs").asLong(-1))
                .as("ms from the decision to the last agent frame, event time")
                .isBetween(0L, 250L);
        JsonNode greeting = detail.path("history").get(0);
        assertThat(greeting.path("interrupted").asBoolean()).isTrue();
        assertThat(greeting.path("text").asText()).as("heard").isNotEmpty();
        assertThat(greeting.path("intended").asText())
                .startsWith("Welcome to the desk.")
                .hasSizeGreaterThan(greeting.path("text").asText().length());
    }

    private static void keys(SwitchPeer peer, String id, String digits) throws Exception {
        for (char digit : digits.toCharArray()) {
            peer.press(digit);
        }
        ServerProcess.awaitOrFail("the digits " + digits, 10, () -> digits.chars()
                .allMatch(d -> server.body("/api/calls/" + id).contains("\"text\":\"" + (char) d + "\"")));
    }

    private static void assertNothingFailed(SwitchPeer peer) {
        assertThat(peer.player.notes()).noneMatch(note -> note.what().startsWith("failed"));
        assertThat(peer.player.notes()).noneMatch(note -> note.what().startsWith("odd"));
        assertThat(peer.player.notes()).noneMatch(note -> note.what().startsWith("ignored"));
    }

    @Test
    void shouldTalkWithAsteriskOverItsWebSocketChannel() throws Exception {
        try (WebSocketSwitch.Asterisk asterisk = new WebSocketSwitch.Asterisk()) {
            asterisk.connect(server, "asterisk?from=100&to=7000", "media");
            assertThat(asterisk.player.find("subprotocol media", 0)).isNotNegative();
            asterisk.start();
            interrupts(asterisk, "{\"command\":\"FLUSH_MEDIA\"}");
            int flush = asterisk.player.find("{\"command\":\"FLUSH_MEDIA\"}", 0);
            int pause = asterisk.player.find("{\"command\":\"PAUSE_MEDIA\"}", 0);
            assertThat(pause).as("yield before commit").isBetween(0, flush);
            assertThat(asterisk.player.find("{\"command\":\"CONTINUE_MEDIA\"}", flush))
                    .as("the pause ends after the flush")
                    .isEqualTo(flush + 1);
            JsonNode detail = call();
            assertInterrupted(detail);
            assertThat(detail.path("from").asText()).isEqualTo("100");
            String id = detail.path("callId").asText();
            keys(asterisk, id, "12#");
            assertThat(server.delete("/api/calls/" + id).statusCode()).isEqualTo(202);
            asterisk.await("hung up", 0);
            assertThat(asterisk.code()).isEqualTo(1000);
            assertNothingFailed(asterisk);
        }
    }

    @Test
    void shouldPauseAsteriskAndGoOnWhenItWasNothing() throws Exception {
        try (WebSocketSwitch.Asterisk asterisk = new WebSocketSwitch.Asterisk()) {
            asterisk.connect(server, "asterisk", "media");
            asterisk.start();
            asterisk.awaitPlayed(LINE_KNOWN);
            asterisk.say(speech.beginning(0, 240));
            int pause = asterisk.await("{\"command\":\"PAUSE_MEDIA\"}", 0);
            int goesOn = asterisk.await("{\"command\":\"CONTINUE_MEDIA\"}", pause);
            assertThat(asterisk.player.count(SwitchPlayer.VOICED, pause, goesOn))
                    .as("frames sent in the pause")
                    .isZero();
            asterisk.await(SwitchPlayer.VOICED, goesOn);
            assertThat(asterisk.player.find("{\"command\":\"FLUSH_MEDIA\"}", 0)).isNegative();
            assertThat(call().path("interruptions")).isEmpty();
            asterisk.hangUp();
            assertNothingFailed(asterisk);
        }
    }

    @Test
    void shouldTalkWithJambonz() throws Exception {
        try (WebSocketSwitch.Jambonz jambonz = new WebSocketSwitch.Jambonz()) {
            jambonz.connect(server, "freeswitch/desk", "audio.jambonz.org");
            assertThat(jambonz.player.find("subprotocol audio.jambonz.org", 0)).isNotNegative();
            jambonz.start();
            interrupts(jambonz, "{\"type\":\"killAudio\"}");
            JsonNode detail = call();
            assertInterrupted(detail);
            keys(jambonz, detail.path("callId").asText(), "9");
            jambonz.hangUp();
            assertNothingFailed(jambonz);
        }
    }

    @Test
    void shouldTalkWithVonage() throws Exception {
        try (WebSocketSwitch.Vonage vonage = new WebSocketSwitch.Vonage()) {
            vonage.connect(server, "vonage", "", "Authorization", "Bearer vonage-token");
            vonage.start();
            interrupts(vonage, "{\"action\":\"clear\"}");
            JsonNode detail = call();
            assertInterrupted(detail);
            assertThat(detail.path("from").asText()).isEqualTo("447700900123");
            String id = detail.path("callId").asText();
            keys(vonage, id, "0*");
            assertThat(server.delete("/api/calls/" + id).statusCode()).isEqualTo(202);
            assertThat(vonage.code()).isEqualTo(1000);
            assertNothingFailed(vonage);
        }
    }

    @Test
    void shouldTalkWithAsteriskOverAudioSocket() throws Exception {
        try (AudioSocketSwitch asterisk = new AudioSocketSwitch(audioSocketPort(), ID)) {
            asterisk.call();
            interrupts(asterisk, "");
            JsonNode detail = call();
            assertInterrupted(detail);
            String id = detail.path("callId").asText();
            keys(asterisk, id, "5");
            assertThat(server.delete("/api/calls/" + id).statusCode()).isEqualTo(202);
            asterisk.await("hung up", 0);
            assertNothingFailed(asterisk);
        }
        try (AudioSocketSwitch asterisk = new AudioSocketSwitch(audioSocketPort(), ID)) {
            asterisk.call();
            asterisk.awaitPlayed(GREETED);
            asterisk.hangUp();
            assertNothingFailed(asterisk);
        }
    }

    @Test
    void shouldRefuseAWrongTokenBeforeTheUpgrade() throws Exception {
        try (WebSocketSwitch.Vonage vonage = new WebSocketSwitch.Vonage()) {
            assertThatThrownBy(() -> vonage.connect(server, "vonage", "", "Authorization", "Bearer wrong"))
                    .cause()
                    .isInstanceOfSatisfying(WebSocketHandshakeException.class, refused -> assertThat(
                                    refused.getResponse().statusCode())
                            .isEqualTo(401));
        }
    }

    @Test
    void shouldSurviveWhatNoAsteriskSays() throws Exception {
        try (WebSocketSwitch.Asterisk asterisk = new WebSocketSwitch.Asterisk()) {
            asterisk.connect(server, "asterisk", "media");
            asterisk.tell("{\"event\":" + "[".repeat(1_000));
            asterisk.tell("NO_SUCH_EVENT");
            asterisk.send(new byte[] {1, 2, 3});
            asterisk.start();
            asterisk.awaitPlayed(GREETED);
            asterisk.tell("{\"event\":\"MEDIA_MARK_PROCESSED\",\"correlation_id\":\"1:99999999\"}");
            asterisk.send(new byte[70_000]);
            assertThat(asterisk.code()).as("above the limit").isEqualTo(1009);
        }
        assertThat(server.metric("sidetone_pbx_events_total", "malformed_text")).isPositive();
        assertThat(server.metric("sidetone_pbx_events_total", "media_out_of_place"))
                .isPositive();
    }

    @Test
    void shouldNotTalkWithCallsNobodyAnnounced() throws Exception {
        try (AudioSocketSwitch asterisk = new AudioSocketSwitch(audioSocketPort(), UUID.randomUUID())) {
            asterisk.call();
            asterisk.await("hung up", 0);
            assertThat(server.metric("sidetone_pbx_events_total", "access_refused"))
                    .isPositive();
        }
    }
}

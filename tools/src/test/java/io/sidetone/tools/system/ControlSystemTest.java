package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.audio.codec.G711;
import io.sidetone.audio.tone.Tone;
import io.sidetone.audio.wav.Wav;
import io.sidetone.audio.wav.WavWriter;
import io.sidetone.tools.softphone.script.Trigger;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Commands over HTTP to calls of a running server: transfer, hold and digits as sipp sees them, the conversation's own as a
 * reader of the call and a subscriber of its events do.
 */
@Tag("CARD-08")
class ControlSystemTest {
    private static final int MUSIC_HZ = 500;

    @TempDir
    private static Path folder;

    private static ServerProcess server;
    private static Sipp sipp;

    @BeforeAll
    static void start() throws Exception {
        short[] tone = new short[48_000];
        Tone.sine(MUSIC_HZ, 24_000, -10).fill(tone, 0, tone.length);
        Files.write(folder.resolve("music.wav"), WavWriter.toBytes(Wav.mono(24_000, tone)));
        server = ServerProcess.startConfigured(
                folder,
                """
                sip: {port: 0}
                http: {port: 0, transfer-to: ["sip:*@example.com"]}
                rtp: {ports: %s}
                limits: {max-calls: 10}
                hold: {music: music.wav}
                engines: {mock: {type: mock}}
                agents:
                  ring: {match: {called: [ring]}, answer-after: 20s,
                         recognizer: mock, dialogue: mock, synthesizer: mock}
                  desk: {recognizer: mock, dialogue: mock, synthesizer: mock}
                policies: {patient: {profile: hands-free}}
                """
                        .formatted(LeasedPorts.server(10)));
        sipp = new Sipp(folder, server);
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

    @Test
    void shouldTransferTheCallerAndHangUpAfterIt() throws Exception {
        assertThat(transferredWith("transferred.xml"))
                .contains("transfer to sip:desk@example.com: 202")
                .contains("transfer to sip:desk@example.com: 180")
                .contains("transfer to sip:desk@example.com: 200")
                .contains("the call was transferred");
    }

    @Test
    void shouldGoOnWhenTheTransferIsRefused() throws Exception {
        assertThat(transferredWith("transfer-refused.xml"))
                .contains("sip:desk@example.com: 603")
                .contains("the caller hung up");
    }

    @Test
    void shouldGoOnWhenTheOtherTelephoneIsBusy() throws Exception {
        assertThat(transferredWith("transfer-fails.xml"))
                .contains("sip:desk@example.com: 486")
                .contains("the caller hung up");
    }

    @Test
    void shouldHoldAfterA491AndTakeTheCallerBack() throws Exception {
        try (DatagramSocket phone = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            phone.setSoTimeout(20_000);
            String port = Integer.toString(phone.getLocalPort());
            Sipp.Running call = sipp.start("held-by-server.xml", "desk", 1, "-key", "hold_port", port);
            String id = upCall();
            ask(id, "hold", "{\"on\":true}");
            ServerProcess.awaitOrFail(
                    "the hold", 30, () -> server.body("/api/calls").contains("\"held\":true"));
            awaitMusic(phone);
            HttpResponse<String> digits = server.post("/api/calls/" + id + "/dtmf", "{\"digits\":\"1\"}");
            assertThat(digits.statusCode()).isEqualTo(409);
            assertThat(problem(digits).path("detail").asText()).contains("on hold");
            ask(id, "hold", "{\"on\":false}");
            call.awaitSuccess();
            server.awaitIdle();
            assertThat(server.detail(id)).contains("held by us").contains("resumed by us");
        }
    }

    /** Waits for half a second of packets in which there is the tone of the music and nothing else. */
    private static void awaitMusic(DatagramSocket phone) throws IOException {
        DatagramPacket packet = new DatagramPacket(new byte[2_048], 2_048);
        int inARow = 0;
        for (int i = 0; i < 1_000 && inARow < 25; i++) {
            phone.receive(packet);
            short[] pcm = new short[160];
            boolean sound = packet.getLength() == 172 && (packet.getData()[1] & 0x7F) == 0;
            if (sound) {
                G711.PCMU.decode(packet.getData(), 12, 160, pcm, 0);
            }
            inARow = sound && share(pcm) > 0.9 ? inARow + 1 : 0;
        }
        assertThat(inARow).as("packets with music in a row").isEqualTo(25);
    }

    /** How much of the energy is at the pitch of the music, 0 … 1. */
    private static double share(short[] pcm) {
        double real = 0;
        double imaginary = 0;
        double energy = 0;
        for (int i = 0; i < pcm.length; i++) {
            double angle = 2 * Math.PI * MUSIC_HZ * i / 8_000;
            real += pcm[i] * Math.cos(angle);
            imaginary += pcm[i] * Math.sin(angle);
            energy += (double) pcm[i] * pcm[i];
        }
        return energy == 0 ? 0 : 2 * (real * real + imaginary * imaginary) / (pcm.length * energy);
    }

    @Test
    void shouldSendDigitsAsTelephoneEvents() throws Exception {
        try (DatagramSocket phone = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            phone.setSoTimeout(20_000);
            String port = Integer.toString(phone.getLocalPort());
            Sipp.Running call = sipp.start("digits-from-server.xml", "desk", 1, "-key", "digit_port", port);
            String id = upCall();
            ask(id, "dtmf", "{\"digits\":\"19*#D\"}");
            assertThat(HeardDigits.on(phone, 5)).isEqualTo("19*#D");
            assertThat(server.delete("/api/calls/" + id).statusCode()).isEqualTo(202);
            call.awaitSuccess();
        }
    }

    @Test
    @Tag("ITE-REQ-008")
    @Tag("ITE-MSG-001")
    @Tag("VIP-01")
    @Tag("VIP-05")
    void shouldYieldAndGrantAndTellItsSubscribersInOrder() throws Exception {
        RealCall call = greetingCall();
        try (EventStream events = EventStream.of(server, call.callId())) {
            assertConflict(call.command("grant", "{}"), "SPEAKING");
            assertAccepted(call.command("yield", "{\"reason\":\"supervisor\"}"), call, "SPEAKING");
            events.await("the caller's turn", event -> turn(event).equals("turn-started user"));
            assertConflict(call.command("yield", "{}"), "LISTENING");
            assertAccepted(
                    call.command("grant", "{\"hints\":{\"expectResponse\":true,\"requestId\":\"r-7\"}}"),
                    call,
                    "LISTENING");
            events.await("the agent's turn", event -> turn(event).equals("turn-started assistant"));
            assertThat(RealCall.first(call.timeline(), "grant", "r-7")).isNotNull();
            call.hangUp();
            call.completed();
            ServerProcess.awaitOrFail("the end of the stream with the call", 30, events::ended);
            assertThat(events.problems()).as("messages beside the schema").isEmpty();
            List<JsonNode> all = events.events();
            assertThat(all.stream().map(ControlSystemTest::turn).filter(turn -> !turn.isEmpty()))
                    .as("one turn ends before the next begins")
                    .containsExactly(
                            "interruption assistant",
                            "turn-ended assistant",
                            "turn-started user",
                            "turn-ended user",
                            "turn-started assistant",
                            "turn-ended assistant");
            assertThat(all.stream()
                            .filter(event -> event.path("type").asText().equals("state-changed"))
                            .map(event -> event.path("state").asText()))
                    .containsSubsequence("listening", "idle", "speaking", "idle");
            long first = all.get(0).path("sequence").asLong();
            for (int i = 0; i < all.size(); i++) {
                assertThat(all.get(i).path("callId").asText()).isEqualTo(call.callId());
                assertThat(all.get(i).path("sequence").asLong()).as("no gap").isEqualTo(first + i);
                assertThat(events.ids().get(i)).isEqualTo(call.callId() + "/" + (first + i));
            }
            assertThat(server.get("/api/events?call=" + call.callId()).statusCode())
                    .as("a call that is over")
                    .isEqualTo(409);
        }
    }

    @Test
    @Tag("ITE-REQ-008")
    void shouldSaySentencesAfterItsTurnOrAtOnce() throws Exception {
        RealCall call = greetingCall();
        assertAccepted(call.command("say", "{\"text\":\"Your taxi is here.\"}"), call, "SPEAKING");
        call.await("the queued sentence", said("Your taxi is here."));
        assertThat(call.detail().path("interruptions")).isEmpty();
        assertThat(call.post("say", "{\"text\":\"This is a long sentence that nobody hears to its end.\"}"))
                .isEqualTo(202);
        call.await("speech", e -> speeches(call) == 3);
        assertThat(call.post("say", "{\"text\":\"Fire alarm.\",\"interrupt\":true}"))
                .isEqualTo(202);
        call.await("the sentence said at once", said("Fire alarm."));
        assertThat(call.detail().path("interruptions")).hasSize(1);
        assertThat(RealCall.all(call.timeline(), "agent").stream().map(RealCall.Entry::text))
                .containsExactly(
                        "Hello, this is the mock agent. How can I help you?", "Your taxi is here.", "Fire alarm.");
        call.hangUp();
        call.completed();
    }

    @Test
    @Tag("ITE-REQ-005")
    @Tag("ITE-AC-006")
    @Tag("ITE-SEC-002")
    void shouldChangeThePolicyByNameAndByFieldsWithinItsLimits() throws Exception {
        RealCall call = greetingCall();
        try (EventStream events = EventStream.of(server, call.callId())) {
            assertAccepted(call.command("policy", "{\"name\":\"patient\"}"), call, "SPEAKING");
            assertThat(events.await("policy-updated").at("/diagnostics/profile").asText())
                    .isEqualTo("hands-free");
            assertThat(call.post("policy", "{\"profile\":\"custom\",\"endSilenceMs\":640}"))
                    .isEqualTo(202);
            JsonNode custom = events.await(
                    "the fields",
                    event -> event.at("/diagnostics/profile").asText().equals("custom"));
            assertThat(custom.at("/diagnostics/endSilenceMs").asInt()).isEqualTo(640);
            HttpResponse<String> unsafe = call.command("policy", "{\"endSilenceMs\":20}");
            assertThat(unsafe.statusCode()).isEqualTo(400);
            assertThat(problem(unsafe).path("detail").asText())
                    .contains("endSilenceMs")
                    .contains("20")
                    .contains("150");
            HttpResponse<String> unknown = call.command("policy", "{\"name\":\"wild\"}");
            assertThat(unknown.statusCode()).isEqualTo(400);
            assertThat(problem(unknown).path("detail").asText())
                    .contains("'wild'")
                    .contains("patient");
            assertThat(events.events("policy-updated")).hasSize(2);
        }
        call.hangUp();
        call.completed();
    }

    @Test
    void shouldHangUpWhenAskedToAndRefuseEverythingAfterwards() throws Exception {
        RealCall call = greetingCall();
        String path = "/api/calls/" + call.callId();
        assertThat(server.delete(path).statusCode()).isEqualTo(202);
        call.completed();
        server.awaitIdle();
        assertThat(server.detail(call.callId())).contains("OPERATOR");
        assertConflict(server.delete(path), "ENDED");
        for (String[] command : new String[][] {
            {"yield", ""},
            {"grant", ""},
            {"say", "{\"text\":\"x\"}"},
            {"policy", "{\"name\":\"patient\"}"},
            {"hold", "{\"on\":true}"},
            {"transfer", "{\"to\":\"sip:desk@example.com\"}"},
            {"dtmf", "{\"digits\":\"1\"}"}
        }) {
            assertConflict(call.command(command[0], command[1]), "ENDED");
            HttpResponse<String> nobody =
                    server.post("/api/calls/01JABCDEFGHJKMNPQRSTVWXYZ0/" + command[0], command[1]);
            assertThat(nobody.statusCode()).as(command[0]).isEqualTo(404);
            problem(nobody);
        }
    }

    /** A call of our own telephone, in which the agent has begun to greet. */
    private static RealCall greetingCall() throws Exception {
        RealCall call = RealCall.dial(server, "desk", List.of(RealCall.hangUp(new Trigger.At(60_000))));
        call.await("the greeting", e -> e.text().contains("-> SPEAKING (VIP-T04"));
        return call;
    }

    private static Predicate<RealCall.Entry> said(String text) {
        return e -> e.kind().equals("agent") && e.text().equals(text);
    }

    private static long speeches(RealCall call) {
        try {
            return RealCall.rules(call.timeline()).stream()
                    .filter("VIP-T04"::equals)
                    .count();
        } catch (IOException | InterruptedException e) {
            return -1;
        }
    }

    /** {@code turn-started user} and the like; empty for what is no event of a turn. */
    private static String turn(JsonNode event) {
        String type = event.path("type").asText();
        boolean turn = type.startsWith("turn-") || type.equals("interruption");
        return turn ? type + " " + event.at("/turn/role").asText() : "";
    }

    private static void assertAccepted(HttpResponse<String> answer, RealCall call, String state) throws Exception {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
        JsonNode body = new ObjectMapper().readTree(answer.body());
        assertThat(body.path("callId").asText()).isEqualTo(call.callId());
        assertThat(body.path("state").asText()).isEqualTo(state);
    }

    private static void assertConflict(HttpResponse<String> answer, String state) throws Exception {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(409);
        assertThat(problem(answer).path("state").asText()).isEqualTo(state);
    }

    private static JsonNode problem(HttpResponse<String> answer) throws Exception {
        assertThat(answer.headers().firstValue("content-type")).contains("application/problem+json");
        JsonNode problem = new ObjectMapper().readTree(answer.body());
        assertThat(problem.path("status").asInt()).isEqualTo(answer.statusCode());
        assertThat(problem.path("detail").asText()).isNotBlank();
        return problem;
    }

    private static void ask(String id, String what, String json) throws Exception {
        var answer = server.post("/api/calls/" + id + "/" + what, json);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
    }

    /** Transfers the caller of a sipp scenario; returns what the server tells of that call when it is over. */
    private static String transferredWith(String scenario) throws Exception {
        Sipp.Running call = sipp.start(scenario, "desk", 1);
        String id = upCall();
        ask(id, "transfer", "{\"to\":\"sip:desk@example.com\"}");
        call.awaitSuccess();
        server.awaitIdle();
        return server.detail(id);
    }

    /** The one call that is up and greets. */
    private static String upCall() throws Exception {
        return server.awaitCall("\"state\":\"SPEAKING\"");
    }
}

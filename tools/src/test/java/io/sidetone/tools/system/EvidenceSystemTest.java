package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.tools.softphone.script.Trigger;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real call in which the source of speech evidence is exchanged: who is believed is who interrupts. */
class EvidenceSystemTest {
    private static final Trigger OVER_THE_AGENT = new Trigger.AfterTalkStart(1_200);
    private static final Trigger NEVER = new Trigger.At(80_000);

    @TempDir
    private Path folder;

    @Test
    @Tag("ITE-PAT-003")
    @Tag("ITE-AC-006")
    void shouldBelieveTheSourceOfThePolicyWhenItChangesDuringTheCall() throws Exception {
        RecordedSpeech speech = new RecordedSpeech();
        try (ServerProcess server = ServerProcess.startConfigured(folder, config());
                EventStream events = EventStream.of(server)) {
            RealCall call = RealCall.dial(
                    server,
                    "desk",
                    List.of(
                            RealCall.play(OVER_THE_AGENT, speech.utterance(0)),
                            RealCall.play(OVER_THE_AGENT, speech.utterance(1)),
                            RealCall.hangUp(NEVER)));
            assertThat(source(events, 1)).as("the recognizer, as configured").isEqualTo("azure-vad");

            HttpResponse<String> unknown = call.command("policy", "{\"vad\": \"webrtc\"}");
            assertThat(unknown.statusCode()).isEqualTo(400);
            assertThat(unknown.body()).contains("vad").contains("webrtc").contains("energy");
            assertThat(call.post("policy", "{\"vad\": \"energy\"}")).isEqualTo(202);
            call.await(
                    "the other source", e -> e.kind().equals("vad") && e.text().equals("energy"));
            assertThat(source(events, 2)).as("the detector of the server").isEqualTo("client-hint");

            call.hangUp();
            call.completed();
            server.awaitIdle();
            server.assertUnharmed();
            assertThat(events.problems()).isEmpty();
            assertThat(server.metric("sidetone_vad_evidence_total")).isPositive();
            assertThat(server.metric("sidetone_vad_source_refused_total")).isZero();
            assertThat(server.metric("sidetone_degradations_total")).isZero();
        }
    }

    /** Who is said to have noticed interruption {@code number}, from 1. */
    private static String source(EventStream events, int number) throws InterruptedException {
        events.await(
                "interruption " + number, event -> events.events("interruption").size() >= number);
        JsonNode interruption = events.events("interruption").get(number - 1).at("/turn/interruption");
        assertThat(interruption.path("type").asText()).isEqualTo("barge-in");
        assertThat(interruption.path("reasonCode").asText()).isEqualTo("speech");
        return interruption.path("source").asText();
    }

    private static String config() {
        return """
        sip: {port: 0}
        http: {port: 0}
        rtp: {ports: %s}
        limits: {max-calls: 1}
        engines: {mock: {type: mock}}
        policies: {heard: {vad: recognizer}}
        agents:
          desk: {recognizer: mock, dialogue: mock, synthesizer: mock, policy: heard}
        """
                .formatted(LeasedPorts.server(1));
    }
}

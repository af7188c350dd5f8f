package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.tools.softphone.script.Trigger;
import io.sidetone.tools.softphone.sound.CallerSound;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real call whose model cannot be reached: it goes on by hand. Times are those of the call's own events. */
class OutageSystemTest {
    private static final Trigger AFTER_AGENT = new Trigger.AfterAgentTurn();
    private static final Trigger NEVER = new Trigger.At(80_000);

    /** Far more silence than ends a turn. */
    private static final int LONG_SILENCE_MS = 2_500;

    @TempDir
    private Path folder;

    @Test
    @Tag("ITE-CON-002")
    @Tag("ITE-REQ-009")
    void shouldLeaveTheEndOfTurnsToTheCallerWhenTheModelCannotBeReached() throws Exception {
        RecordedSpeech speech = new RecordedSpeech();
        CallerSound third = speech.utterance(2);
        try (ServerProcess server = ServerProcess.startConfigured(folder, config());
                EventStream events = EventStream.of(server)) {
            RealCall call = RealCall.dial(
                    server,
                    "desk",
                    List.of(
                            RealCall.play(AFTER_AGENT, speech.utterance(0)),
                            RealCall.play(AFTER_AGENT, speech.utterance(1)),
                            RealCall.play(AFTER_AGENT, third),
                            RealCall.hangUp(NEVER)));
            JsonNode degraded = events.await("degraded");
            assertThat(degraded.at("/diagnostics/reason").asText()).isEqualTo("model_unreachable");
            assertThat(degraded.path("state").asText()).isEqualTo("recovering");
            RealCall.Entry guided = call.await(
                    "guidance", e -> e.kind().equals("agent") && e.text().contains("Press the hash key"));
            RealCall.Entry listens = call.await(
                    "speech begins a turn",
                    e -> e.atMs() > guided.atMs() && e.text().contains("-> LISTENING"));
            long quietMs = listens.atMs() + third.frames() * 20L + LONG_SILENCE_MS;
            ServerProcess.awaitOrFail("a long silence", 30, () -> ageMs(call) >= quietMs);
            assertThat(call.detail().path("state").asText())
                    .as("silence asks nobody")
                    .isEqualTo("LISTENING");
            assertThat(call.post("grant", "{}")).isEqualTo(202);
            RealCall.Entry committed =
                    call.await("the commit by hand", e -> e.text().contains("(VIP-T05, granted)"));
            assertThat(committed.atMs()).isGreaterThanOrEqualTo(quietMs);
            call.await(
                    "the apology",
                    e -> e.kind().equals("agent")
                            && e.atMs() > committed.atMs()
                            && e.text().contains("having trouble"));

            call.hangUp();
            call.completed();
            server.awaitIdle();
            server.assertUnharmed();
            assertThat(events.problems()).isEmpty();
            assertThat(events.events("degraded")).hasSize(1);
        }
    }

    private static long ageMs(RealCall call) {
        try {
            return call.detail().at("/metrics/ageMs").asLong();
        } catch (IOException | InterruptedException e) {
            return 0;
        }
    }

    private static String config() {
        return """
        sip: {port: 0}
        http: {port: 0}
        rtp: {ports: %s}
        limits: {max-calls: 1}
        engines: {mock: {type: mock}, away: {type: mock, error: unavailable}}
        policies: {patient: {noInputMs: 0}}
        agents:
          desk: {recognizer: mock, dialogue: away, synthesizer: mock, policy: patient}
        """
                .formatted(LeasedPorts.server(1));
    }
}

package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.tools.softphone.script.Trigger;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real call whose line goes dead on the caller's side and comes back. Times are those of the call's own events. */
class RecoverySystemTest {
    private static final String WIRE = "127.0.0.2";
    private static final String SERVER = "127.0.0.1";
    private static final long SEED = 20_261_122;
    private static final Trigger NEVER = new Trigger.At(80_000);

    @TempDir
    private Path folder;

    @Test
    @Tag("ITE-AC-004")
    @Tag("ITE-AC-008")
    @Tag("ITE-REQ-009")
    void shouldRecoverAndSayWhatToDoWhenNothingIsHeardForFiveSeconds() throws Exception {
        String ports = LeasedPorts.server(1);
        int first = Integer.parseInt(ports.substring(0, ports.indexOf('-')));
        RecordedSpeech speech = new RecordedSpeech();
        try (ServerProcess server = ServerProcess.startConfigured(folder, FaultyWire.config(WIRE, first));
                FaultyWire wire = new FaultyWire(WIRE, SERVER, first, first + 7, FaultyWire.Faults.NONE, SEED);
                EventStream events = EventStream.of(server)) {
            RealCall call = RealCall.dial(
                    server,
                    "desk",
                    List.of(RealCall.play(new Trigger.At(25_000), speech.utterance(1)), RealCall.hangUp(NEVER)));
            call.await("the greeting's end", e -> e.text().contains("SPEAKING -> IDLE (VIP-T10"));
            assertThat(events.events("degraded")).isEmpty();

            wire.blackOut(true);
            JsonNode degraded = events.await("degraded");
            assertThat(degraded.path("state").asText()).isEqualTo("recovering");
            assertThat(degraded.at("/diagnostics/reason").asText()).isEqualTo("no_speech_evidence");
            assertThat(call.detail().path("recovering").asBoolean()).isTrue();
            assertThat(call.detail().at("/view/ite").asText()).isEqualTo("recovering");
            call.await("guidance", e -> e.kind().equals("agent") && e.text().contains("trouble hearing you"));
            assertThat(call.post("say", "{\"text\": \"Please hold the line.\"}"))
                    .as("manual control works meanwhile")
                    .isEqualTo(202);
            call.await("the sentence", e -> e.kind().equals("agent") && e.text().contains("hold the line"));

            wire.blackOut(false);
            JsonNode recovered = events.await("recovered");
            assertThat(recovered.path("state").asText()).isNotEqualTo("recovering");
            assertThat(call.detail().path("recovering").asBoolean(true)).isFalse();
            assertThat(call.detail().at("/view/ite").asText()).isNotEqualTo("recovering");
            call.await("an answer afterwards", e -> e.text().contains("-> SPEAKING (VIP-T07"));
            call.hangUp();
            call.completed();
            server.awaitIdle();
            server.assertUnharmed();
            assertThat(events.problems()).isEmpty();
            assertThat(server.metric("sidetone_degradations_total")).isEqualTo(1);

            List<RealCall.Entry> timeline = call.timeline();
            JournaledCall.Gap dead = JournaledCall.of(server, call.callId()).longestGap();
            long degradedMs = RealCall.first(timeline, "degraded", "").atMs();
            long recoveredMs = RealCall.first(timeline, "recovered", "").atMs();
            System.out.printf(
                    "AC-004 dead line to degraded: %d ms; AC-008 first frame to recovered: %d ms%n",
                    degradedMs - dead.fromMs(), recoveredMs - dead.toMs());
            assertThat(degradedMs - dead.fromMs())
                    .as("ms from the last frame to degraded, event time; a report on the line may have come later")
                    .isBetween(5_000L, 11_000L);
            assertThat(recoveredMs - dead.toMs())
                    .as("ms from the first frame to recovered, event time")
                    .isBetween(0L, 1_000L);
        }
    }
}

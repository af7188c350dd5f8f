package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.tools.softphone.call.CallProgress;
import io.sidetone.tools.softphone.call.CallResult;
import io.sidetone.tools.softphone.call.PhoneCall;
import io.sidetone.tools.softphone.scenario.ScenarioLimits;
import io.sidetone.tools.softphone.script.CallScript;
import io.sidetone.tools.softphone.script.CallerAction;
import io.sidetone.tools.softphone.script.ScriptStep;
import io.sidetone.tools.softphone.script.Trigger;
import io.sidetone.tools.softphone.signalling.SipTarget;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real calls over a network that loses and reorders: what is heard, what is counted, what the journal keeps. */
@Execution(ExecutionMode.CONCURRENT)
class LossSystemTest {
    private static final String WIRE = "127.0.0.2";
    private static final String SERVER = "127.0.0.1";
    private static final long SEED = 3_389;
    private static final int UTTERANCES = 3;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"0.05, 0.10", "0.15, 0.20"})
    void shouldHearItsCallerAndTellHowMuchWasLost(double lost, double delayed) throws Exception {
        String ports = LeasedPorts.server(1);
        int first = Integer.parseInt(ports.substring(0, ports.indexOf('-')));
        FaultyWire.Faults faults = new FaultyWire.Faults(lost, 0.03, delayed, 45);
        System.out.println("loss: seed " + SEED + ", " + faults);
        RecordedSpeech speech = new RecordedSpeech();
        try (ServerProcess server = ServerProcess.startConfigured(folder, FaultyWire.config(WIRE, first));
                FaultyWire wire = new FaultyWire(WIRE, SERVER, first, first + 7, faults, SEED)) {
            Calling calling = new Calling(server, speech);
            calling.start();
            String id = server.awaitCall("\"agent\":\"desk\"");
            CallResult.Completed call = calling.completed();
            assertThat(call.scenario().complete()).as(call.scenario().text()).isTrue();
            server.awaitIdle();
            server.assertUnharmed();
            JsonNode detail = new ObjectMapper().readTree(server.detail(id));
            checkHearing(detail);
            checkCounters(detail.get("metrics"), wire, lost, server);
            JournaledCall.of(server, id);
        }
    }

    private static void checkHearing(JsonNode detail) {
        long heard = 0;
        for (JsonNode entry : detail.get("history")) {
            heard += entry.get("role").asText().equals("user") ? 1 : 0;
        }
        assertThat(heard).as("utterances heard: %s", detail.get("history")).isGreaterThanOrEqualTo(UTTERANCES);
    }

    private static void checkCounters(JsonNode metrics, FaultyWire wire, double lost, ServerProcess server)
            throws Exception {
        System.out.printf(
                "loss: %d lost, %d repeated, %d delayed on the wire; the server tells %s%n",
                wire.lost(), wire.repeated(), wire.delayed(), metrics);
        assertThat(metrics.get("lossFraction").asDouble())
                .as("share that never came")
                .isBetween(lost * 0.5, lost * 1.6);
        long givenUp = metrics.get("packetsLost").asLong();
        long late = metrics.get("packetsLate").asLong();
        assertThat(givenUp - late).as("given up and never come").isBetween(wire.lost() / 2, wire.lost());
        assertThat(metrics.get("packetsDuplicate").asLong()).isBetween(1L, wire.repeated());
        assertThat(metrics.get("packetsReordered").asLong() + late).isBetween(1L, wire.delayed() + wire.repeated());
        assertThat(metrics.get("packetsReordered").asLong())
                .as("in time, as disorder goes on")
                .isGreaterThan(late);
        assertThat(metrics.get("framesConcealed").asLong()).isBetween(givenUp / 2, givenUp);
        assertThat(metrics.get("jitterMs").asDouble()).isPositive();
        // The call's own figures are taken when it begins to end; packets may still come, or be missed, until its
        // sockets close.
        assertThat(server.metric("sidetone_packet_loss_total", "direction=\"in\""))
                .isBetween((double) givenUp, (double) wire.lost() + wire.delayed());
        assertThat(server.metric("sidetone_jitter_seconds_count", "direction=\"in\""))
                .isPositive();
    }

    /** The softphone's side, on a thread of its own. */
    private static final class Calling {
        private final Thread thread = new Thread(this::run, "caller");
        private final ServerProcess server;
        private final RecordedSpeech speech;
        private CallResult result;
        private Exception failure;

        Calling(ServerProcess server, RecordedSpeech speech) {
            this.server = server;
            this.speech = speech;
        }

        void start() {
            thread.start();
        }

        CallResult.Completed completed() throws Exception {
            thread.join(120_000);
            assertThat(thread.isAlive()).as("the call is over").isFalse();
            if (failure != null) {
                throw failure;
            }
            assertThat(result).isInstanceOf(CallResult.Completed.class);
            return (CallResult.Completed) result;
        }

        private void run() {
            List<ScriptStep> steps = new ArrayList<>();
            for (int i = 0; i < UTTERANCES; i++) {
                steps.add(new ScriptStep(
                        0, new Trigger.AfterAgentTurn(), new CallerAction.Play(speech.beginning(i, 1_500))));
            }
            steps.add(new ScriptStep(0, new Trigger.AfterAgentTurn(), new CallerAction.HangUp()));
            try {
                SipTarget target = SipTarget.resolve("sip:desk@" + server.sip());
                result = new PhoneCall(
                                target,
                                new CallScript(steps, false),
                                ScenarioLimits.DEFAULT,
                                CallProgress.NONE,
                                SEED,
                                System::nanoTime)
                        .run();
            } catch (Exception e) {
                failure = e;
            }
        }
    }
}

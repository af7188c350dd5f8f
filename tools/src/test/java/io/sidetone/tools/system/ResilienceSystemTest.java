package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real calls over a network that loses, repeats and delays packets, with a caller who interrupts again and again. */
@Tag("ITE-RES-001")
class ResilienceSystemTest {
    private static final String WIRE = "127.0.0.2";
    private static final String SERVER = "127.0.0.1";
    private static final long SEED = 20_261_122;

    @TempDir
    private Path folder;

    @Test
    void shouldKeepItsTurnsWhenPacketsAreLostRepeatedAndLate() throws Exception {
        String ports = LeasedPorts.server(1);
        int first = Integer.parseInt(ports.substring(0, ports.indexOf('-')));
        RecordedSpeech speech = new RecordedSpeech();
        FaultyWire.Faults faults = new FaultyWire.Faults(0.08, 0.05, 0.10, 45);
        System.out.println("resilience: seed " + SEED + ", " + faults);
        try (ServerProcess server = ServerProcess.startConfigured(folder, FaultyWire.config(WIRE, first));
                FaultyWire wire = new FaultyWire(WIRE, SERVER, first, first + 7, faults, SEED)) {
            CallResult result = call(server, speech);
            assertThat(result).isInstanceOf(CallResult.Completed.class);
            CallResult.Completed call = (CallResult.Completed) result;
            assertThat(call.scenario().complete()).as(call.scenario().text()).isTrue();
            long cut = call.report().plays().stream()
                    .filter(play -> play.onsetToLastAgentPacketMs() != null)
                    .count();
            System.out.printf(
                    "resilience: %d of %d interruptions cut the agent short; %d lost, %d repeated, %d delayed%n",
                    cut, call.report().plays().size(), wire.lost(), wire.repeated(), wire.delayed());
            assertThat(wire.lost()).isPositive();
            assertThat(wire.repeated()).isPositive();
            assertThat(wire.delayed()).isPositive();
            server.awaitIdle();
            server.assertUnharmed();
            assertThat(server.metric("sidetone_barge_ins_total"))
                    .as("interruptions that the server counted")
                    .isBetween(1.0, (double) call.report().plays().size());
            assertThat(server.metric("sidetone_illegal_transitions_total")).isZero();
        }
    }

    private static CallResult call(ServerProcess server, RecordedSpeech speech) throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        List<ScriptStep> steps = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Trigger trigger = new Trigger.AfterTalkStart(random.nextInt(600, 1_400));
            steps.add(new ScriptStep(0, trigger, new CallerAction.Play(speech.utterance(i))));
        }
        steps.add(new ScriptStep(0, new Trigger.AfterTalkStart(300), new CallerAction.HangUp()));
        SipTarget target = SipTarget.resolve("sip:desk@" + server.sip());
        return new PhoneCall(
                        target,
                        new CallScript(steps, false),
                        ScenarioLimits.DEFAULT,
                        CallProgress.NONE,
                        SEED,
                        System::nanoTime)
                .run();
    }
}

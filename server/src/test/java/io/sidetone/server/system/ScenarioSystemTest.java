package io.sidetone.server.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.server.scenario.file.ScenarioCase;
import io.sidetone.server.scenario.file.ScenarioReader;
import io.sidetone.server.scenario.real.RealScenarios;
import io.sidetone.server.scenario.real.ServerAddress;
import io.sidetone.server.scenario.run.ScenarioResult;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scenarios as real calls to the JAR: by voice and by keys, with an interruption, and with something expected in vain. */
class ScenarioSystemTest {
    private static final String SERVER =
            """
            sip: {port: 0}
            rtp: {ports: 24000-24999}
            http: {port: 0}
            engines: {embedded: {type: embedded}}
            agents:
              appointment-desk:
                recognizer: [embedded]
                dialogue: [embedded]
                synthesizer: [embedded]
                flow: classpath:agents/appointment-desk.yaml
            """;

    private static final String SCENARIOS =
            """
            agent: appointment-desk
            scenarios:
              books:
                caller:
                  - digits: "1"
                    into-answer: 1s
                    expect: {interrupted: true, said: [from Monday to Thursday]}
                  - say: I would like to book an appointment
                    into-answer: 2s
                    expect: {interrupted: true, said: [which day would you like]}
                  - digits: "2"
                    expect: {said: [at what time on Tuesday]}
                  - digits: "10"
                    expect: {said: [Tuesday at ten o'clock]}
                  - digits: "1"
                    expect:
                      actions: [{name: book_appointment, with: {day: tuesday, time: "10:00"}, result: ok}]
                      said: [is booked]
                      states: [action, speaking]
                  - hang-up: true
                expect: {hung-up-by: caller}
              is-wrong:
                agent: somebody
                caller:
                  - digits: "0"
                    expect: {said: [good night]}
                expect: {hung-up-by: agent}
            """;

    @TempDir
    private Path folder;

    @Test
    void shouldPlayTheSameFileAsRealCalls() throws Exception {
        Path file = Files.writeString(folder.resolve("calls.yaml"), SCENARIOS);
        List<ScenarioCase> cases = ScenarioReader.read(file, name -> null);
        List<ScenarioResult> results = new ArrayList<>();
        try (ServerProcess server = ServerProcess.startConfigured(folder, SERVER)) {
            RealScenarios calls = new RealScenarios(
                    new ServerAddress(server.sip(), URI.create("http://" + server.http()), Optional.empty()));
            calls.reach();
            for (ScenarioCase each : cases) {
                results.add(calls.play(each));
            }
            server.awaitIdle();
        }
        assertThat(results.get(0).failures())
                .as(results.get(0).conversation().toString())
                .isEmpty();
        assertThat(results.get(1).failures())
                .extracting(failure -> failure.part())
                .as(results.get(1).conversation().toString())
                .containsExactly("agent", "caller[0].expect.said[0]");
    }
}

package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.config.engine.EngineConfig;
import io.sidetone.speech.chat.ChatQuestion;
import io.sidetone.tools.scenario.file.ScenarioCase;
import io.sidetone.tools.scenario.file.ScenarioReader;
import io.sidetone.tools.scenario.persona.Personas;
import io.sidetone.tools.scenario.real.RealScenarios;
import io.sidetone.tools.scenario.real.ServerAddress;
import io.sidetone.tools.scenario.run.ScenarioResult;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Scenarios as real calls to the JAR: by voice and by keys, with an interruption, and with something expected in vain. */
@Execution(ExecutionMode.CONCURRENT)
class ScenarioSystemTest {
    private static final String SERVER =
            """
            sip: {port: 0}
            rtp: {ports: %s}
            http: {port: 0}
            limits: {max-calls: 10}
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

    private static final String PERSONA =
            """
            agent: appointment-desk
            scenarios:
              plays:
                from: "+4930123"
                headers: {X-Order: "4711", Via: nonsense}
                variables: {customer: Ada}
                line: {loss: 2, noise: -70}
                persona: {engine: caller, is: Somebody who wants an appointment.}
                expect: {said: [which day would you like], hung-up-by: caller}
              fails:
                persona: {engine: caller, is: Nobody.}
                expect: {said: [which day would you like]}
            """;

    private static final EngineConfig CALLER = new EngineConfig("caller", EngineConfig.Type.OPENAI);

    @TempDir
    private Path folder;

    private final List<String> heard = new CopyOnWriteArrayList<>();

    @Test
    void shouldPlayTheSameFileAsRealCalls() throws Exception {
        Path file = Files.writeString(folder.resolve("calls.yaml"), SCENARIOS);
        List<ScenarioCase> cases = ScenarioReader.read(file, name -> null);
        List<ScenarioResult> results = new ArrayList<>();
        try (ServerProcess server = ServerProcess.startConfigured(folder, SERVER.formatted(LeasedPorts.server(10)))) {
            RealScenarios calls = new RealScenarios(
                    new ServerAddress(server.sip(), URI.create("http://" + server.http()), Optional.empty()),
                    Personas.none());
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

    /** Books where it is somebody, and hears the answer before it hangs up; fails where it is nobody. */
    private CompletableFuture<String> answer(ChatQuestion question) {
        if (question.instructions().contains("Nobody.")) {
            return CompletableFuture.failedFuture(new IllegalStateException("refused"));
        }
        heard.addAll(question.said()
                .subList(question.said().size() - 1, question.said().size()));
        return CompletableFuture.completedFuture(
                question.said().size() == 1 ? "I would like to book an appointment" : "[hang up]");
    }

    @Test
    void shouldHaveAModelPlayTheCallerAndCarryWhatARealCallCanCarry() throws Exception {
        List<ScenarioCase> cases =
                ScenarioReader.read(Files.writeString(folder.resolve("calls.yaml"), PERSONA), name -> null);
        Personas personas = new Personas(Map.of("caller", CALLER), engine -> this::answer, false);
        personas.check(cases);
        List<ScenarioResult> results = new ArrayList<>();
        String call;
        try (ServerProcess server = ServerProcess.startConfigured(folder, SERVER.formatted(LeasedPorts.server(10)))) {
            RealScenarios calls = new RealScenarios(
                    new ServerAddress(server.sip(), URI.create("http://" + server.http()), Optional.empty()), personas);
            results.add(calls.play(cases.get(0)));
            String ended = server.body("/api/calls?state=ended");
            call = server.body("/api/calls/" + ended.replaceAll("(?s).*\"callId\":\"(\\w+)\".*", "$1"));
            results.add(calls.play(cases.get(1)));
            server.awaitIdle();
        }
        assertThat(results.get(0).failures())
                .as(results.get(0).conversation().toString())
                .isEmpty();
        assertThat(heard).hasSize(2).last().asString().containsIgnoringCase("which day");
        assertThat(results.get(0).notes())
                .satisfiesExactly(via -> assertThat(via).contains("headers.Via"), variables -> assertThat(variables)
                        .contains("variables"));
        assertThat(call)
                .contains("{\"name\":\"X-Order\",\"value\":\"4711\"}", "\"caller\":\"+4930123\"")
                .doesNotContain("nonsense", "\"lossFraction\":0.0,");
        assertThat(results.get(1).failures()).singleElement().satisfies(failure -> assertThat(failure.text())
                .isEqualTo("the caller's model caller: refused"));
    }
}

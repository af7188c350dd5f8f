package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.speech.loopback.HttpScript;
import io.sidetone.tools.softphone.call.CallResult;
import io.sidetone.tools.softphone.script.Trigger;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls whose first engine fails: another takes over, and the turn is not lost. */
@Execution(ExecutionMode.CONCURRENT)
class ServiceFallbackSystemTest {
    private static final String REFUSALS = "sidetone_engine_failures_total{engine=\"dg\",role=\"recognizer\"}";
    private static final String HAND_OVERS =
            "sidetone_engine_handovers_total{from=\"llm\",role=\"dialogue\",to=\"mock\"}";
    /** More than a turn ever tries. */
    private static final int TRIES = 8;

    @TempDir
    private Path folder;

    private LoopbackServices services;
    private ServerProcess server;

    @BeforeEach
    void start() throws Exception {
        services = new LoopbackServices();
        server = ServerProcess.startConfigured(
                folder, services.config("recognizer: [dg, mock], dialogue: [llm, mock], synthesizer: [sonic, mock]"));
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.close();
        }
        services.close();
    }

    /** One question, and whatever is answered. */
    private RealCall asked() throws Exception {
        return RealCall.dial(
                server,
                "desk",
                List.of(
                        RealCall.play(new Trigger.AfterAgentTurn(), ServicesSystemTest.sound(1, 1_500)),
                        RealCall.hangUp(new Trigger.AfterAgentTurn())));
    }

    private void assertAnswered(RealCall call, String heard, String answer) throws Exception {
        CallResult.Completed ended = call.completed();
        assertThat(ended.scenario().complete()).as(ended.scenario().text()).isTrue();
        server.awaitIdle();
        JsonNode history = call.detail().path("history");
        assertThat(history.toString()).contains(heard, answer);
        assertThat(history.size()).as("greeting, question, answer: %s", history).isEqualTo(3);
        services.assertLeftInOrder(server);
        server.assertUnharmed();
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 503})
    void shouldRecognizeTheSameTurnElsewhereWhenTheRecognizerRefuses(int status) throws Exception {
        double failures = shown(REFUSALS);
        services.stt.refuses = status;
        services.model.answers("[mock] utterance 1", "You are welcome.");
        assertAnswered(asked(), "[mock] utterance 1", "You are welcome.");
        assertThat(services.model.lastRequest().path("messages").toString()).contains("[mock] utterance 1");
        assertThat(shown(REFUSALS)).as("failures of a recognizer that refuses").isGreaterThan(failures);
    }

    @Test
    void shouldRecognizeTheSameTurnElsewhereWhenTheRecognizerHangsUpInTheMiddle() throws Exception {
        services.script("these words are lost with the connection");
        services.model.answers("[mock] utterance 1", "You are welcome.");
        RealCall call = asked();
        ServerProcess.awaitOrFail("half a second of the question", 30, () -> services.stt.streams.stream()
                .anyMatch(stream -> stream.positionMs >= 500));
        services.stt.refuses = 503;
        services.stt.last().peer.drop();
        assertAnswered(call, "[mock] utterance 1", "You are welcome.");
    }

    @Test
    void shouldAnswerElsewhereWhenTheModelFails() throws Exception {
        double handOvers = shown(HAND_OVERS);
        services.script("do you have tea");
        fail((seen, reply) -> reply.whole(500, Map.of(), "{\"error\":{\"message\":\"we are sorry\"}}"));
        assertAnswered(asked(), "do you have tea", "I heard do you have tea.");
        assertThat(shown(HAND_OVERS)).as("questions handed over").isGreaterThan(handOvers);
    }

    @Test
    void shouldAnswerElsewhereWhenTheModelHangs() throws Exception {
        services.script("do you have tea");
        fail((seen, reply) -> {});
        assertAnswered(asked(), "do you have tea", "I heard do you have tea.");
        assertThat(services.model.requests())
                .as("questions to the model that hangs")
                .isNotEmpty();
    }

    /** Returns the value of a series at /metrics. */
    private double shown(String series) {
        return server.body("/metrics")
                .lines()
                .filter(line -> line.startsWith(series + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(series.length() + 1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError(series + " is not shown"));
    }

    private void fail(HttpScript answer) {
        for (int i = 0; i < TRIES; i++) {
            services.model.next(answer);
        }
    }
}

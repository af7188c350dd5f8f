package io.sidetone.server.agents.services;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.config.ConfigEnvironment;
import io.sidetone.config.ConfigLoader;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.speech.chat.ChatService;
import io.sidetone.speech.chat.OpenAiService;
import io.sidetone.speech.loopback.LoopbackServer;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code check-engines} finds of a model service on this machine. */
class EngineTrialTest {
    private static final LocalDate TODAY = LocalDate.of(2026, 11, 22);

    private final LoopbackServer server = LoopbackServer.open();
    private final OpenAiService service = new OpenAiService(server, "/v1/chat/completions");

    @AfterEach
    void close() {
        server.close();
    }

    private EngineTrial.Report run(String keys) throws Exception {
        SidetoneConfig config = new ConfigLoader(new ConfigEnvironment(name -> null, 4, Path.of("")))
                .parse(
                        "engines:\n  e: {type: openai, url: '" + server.http("") + "', key: " + ChatService.KEY + keys
                                + "}\n  m: {type: mock}\n"
                                + "agents: {a: {recognizer: m, dialogue: e, synthesizer: m}}\n",
                        "test.yaml",
                        Path.of("").toAbsolutePath(),
                        Optional.empty())
                .config();
        return EngineTrial.run(config, TODAY);
    }

    private static EngineTrial.Outcome model(EngineTrial.Report report) {
        return report.outcomes().stream()
                .filter(outcome -> outcome.name().equals("e (dialogue)"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldWarnOfTheEndThatTheServiceNames() throws Exception {
        service.shutdownDate = "2027-01-14";
        EngineTrial.Report report = run(", model: gpt-4.1-mini");
        assertThat(model(report).ok()).isTrue();
        assertThat(report.warnings())
                .containsExactly("e (dialogue): WARNING: gpt-4.1-mini is switched off on 2027-01-14 (in 53 days); set"
                        + " engines.e.model to gpt-6-luna");
        assertThat(server.violations()).isEmpty();
    }

    @Test
    void shouldBeContentWithTheUsualModel() throws Exception {
        EngineTrial.Report report = run("");
        assertThat(model(report).detail()).isEqualTo("gpt-6-luna answers");
        assertThat(report.warnings()).isEmpty();
        assertThat(server.violations()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 402, 403, 404, 408, 422, 429, 500, 503, 504})
    void shouldNameTheKeyToLookAtInEveryFailure(int status) throws Exception {
        service.next(
                (seen, reply) -> reply.whole(status, Map.of("retry-after", "9"), "{\"error\":{\"message\":\"no\"}}"));
        EngineTrial.Outcome found = model(run(""));
        assertThat(found.ok()).isFalse();
        assertThat(found.detail()).contains(": no; ", "engines.e.");
    }

    @Test
    void shouldNameTheKeyToLookAtWhenTheServiceHangsUp() throws Exception {
        for (int i = 0; i < 2; i++) {
            service.next((seen, reply) -> reply.whole(200, ChatService.SSE, "data: {\"choices\":[]}\n\n"));
        }
        assertThat(model(run("")).detail()).contains("in the middle of an answer", "check engines.e.url");
    }
}

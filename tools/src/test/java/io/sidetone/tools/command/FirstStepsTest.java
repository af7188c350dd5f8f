package io.sidetone.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.config.ConfigEnvironment;
import io.sidetone.config.ConfigLoader;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a terminal shows when a server is ready. */
class FirstStepsTest {
    @Test
    void shouldNameWhatCanBeOpenedCalledAndTyped() throws Exception {
        assertThat(FirstSteps.of(
                        new ConfigLoader(ConfigEnvironment.system())
                                .parse(
                                        """
                                sip: {port: 5070}
                                http: {port: 8081}
                                engines: {mock: {type: mock}}
                                agents:
                                  sales: {match: {called: ["+49*", "200"]}, recognizer: mock, dialogue: mock, synthesizer: mock}
                                  web: {match: {path: [/media/twilio]}, recognizer: mock, dialogue: mock, synthesizer: mock}
                                  desk: {recognizer: mock, dialogue: mock, synthesizer: mock}
                                """,
                                        "test",
                                        Path.of(""),
                                        Optional.empty())
                                .config(),
                        "sidetone.jar",
                        "shipped"))
                .containsExactly(
                        "  open  http://127.0.0.1:8081/  (press Talk there to speak with an agent)",
                        "  call  sip:200@127.0.0.1:5070  or: java -jar sidetone.jar call sip:200@127.0.0.1:5070",
                        "  call  sip:desk@127.0.0.1:5070  or: java -jar sidetone.jar call sip:desk@127.0.0.1:5070",
                        "  type  java -jar sidetone.jar chat sales");
    }
}

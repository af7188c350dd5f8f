package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A caller who is greeted before the answer, acknowledges that and moves its media by UPDATE. */
class EarlyGreetingSystemTest {
    @TempDir
    private Path folder;

    @Test
    void shouldGreetAndTakeAnUpdateBeforeItAnswers() throws Exception {
        String config =
                """
                sip:
                  port: 0
                  trunks: [{name: carrier, from: [127.0.0.0/8], answer: after-greeting}]
                http: {port: 0}
                rtp: {ports: %s}
                limits: {max-calls: 10}
                engines: {mock: {type: mock}}
                agents:
                  desk: {recognizer: mock, dialogue: mock, synthesizer: mock}
                """
                        .formatted(LeasedPorts.server(10));
        try (ServerProcess server = ServerProcess.startConfigured(folder, config)) {
            Sipp.Running call = new Sipp(folder, server).start("early-greeting.xml", "desk", 1, "-d", "300");
            String id = server.awaitCall("");
            call.awaitSuccess();
            server.awaitIdle();
            assertThat(server.detail(id)).contains("CALLER_HUNG_UP");
            JournaledCall.of(server, id);
            server.assertUnharmed();
        }
    }
}

package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Who calls and what came with the call, from sipp's INVITE to the API; headers of ours in the 200 and the BYE. */
@Tag("CARD-08")
class HeadersSystemTest {
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path folder;

    @Test
    void shouldShowTheHeadersOfACallAndSendItsOwn() throws Exception {
        try (ServerProcess server = ServerProcess.startConfigured(
                folder,
                """
                sip:
                  port: 0
                  trunks:
                    - name: carrier
                      from: 127.0.0.1
                      numbers: {country: "+49", national-prefix: "0", international-prefix: "00"}
                      headers: {X-Tenant: example}
                http: {port: 0}
                rtp: {ports: %s}
                limits: {max-calls: 10}
                engines: {mock: {type: mock}}
                agents:
                  desk: {recognizer: mock, dialogue: mock, synthesizer: mock}
                """
                        .formatted(LeasedPorts.server(10)))) {
            Sipp.Running sipp = new Sipp(folder, server).start("headers.xml", "desk", 1);
            String id = server.awaitCall("\"state\":\"SPEAKING\"");
            JsonNode call = new ObjectMapper().readTree(server.detail(id));
            assertThat(call.path("from").asText())
                    .startsWith("sip:004930123456;verstat=TN-Validation-Passed@127.0.0.1");
            assertThat(call.path("caller").asText()).isEqualTo("+4930123456");
            assertThat(call.path("called").asText()).isEqualTo("+4930999");
            assertThat(call.path("headers").toString())
                    .contains("{\"name\":\"X-Customer\",\"value\":\"42\"}")
                    .contains("reason=no-answer", "switchboard", "Anna")
                    .doesNotContain("Via", "Contact");
            assertThat(server.post("/api/calls/" + id + "/hangup", "{\"headers\":{\"X-Reason\":\"closed\"}}")
                            .statusCode())
                    .isEqualTo(202);
            sipp.awaitSuccess();
            server.awaitIdle();
            assertThat(server.body("/api/calls/" + id)).contains("OPERATOR");
            server.assertUnharmed();
        }
    }
}

package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** A call out to baresip, which takes none without encryption and is registered at Kamailio; all signalling over TLS. */
@Tag("CARD-08")
class CalledBaresipSystemTest {
    private static final int SPEAKS_AFTER_S = 3;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path folder;

    @Test
    void shouldHearAndBeHeardByWhomItCallsOverTls() throws Exception {
        OpensslAuthority authority = new OpensslAuthority(folder.resolve("ca"));
        OpensslAuthority.Identity own = authority.issue("IP:127.0.0.1", 2);
        try (KamailioProcess kamailio = KamailioProcess.startEncrypted(folder, authority.issue("IP:127.0.0.1", 2))) {
            String phone = "sip:phone@" + kamailio.encrypted();
            Baresip baresip = new Baresip(folder, HeardCall.RATE_HZ, "g711", "PCMU/8000/1", "srtp-mand");
            baresip.trusts(authority.file());
            baresip.shows(authority.issue("IP:127.0.0.1", 2));
            baresip.registers(phone + ";transport=tls", "secret");
            baresip.says(HeardCall.after(SPEAKS_AFTER_S, HeardCall.speech()));
            Process waiting = baresip.waits(60);
            try (ServerProcess server = ServerProcess.startConfigured(
                    folder,
                    """
                    sip:
                      port: 0
                      tls: {port: 0, %s, ca: %s}
                      trunks: [{name: pbx, to: 'sip:%s;transport=tls', options-interval: 0s, srtp: required}]
                    http: {port: 0}
                    outbound: {allow: ['%s'], on-voicemail: hang-up}
                    rtp: {ports: %s}
                    limits: {max-calls: 10}
                    engines: {mock: {type: mock, greeting: "Good morning, what can I do for you?"}}
                    agents:
                      desk: {recognizer: mock, dialogue: mock, synthesizer: mock}
                    """
                            .formatted(
                                    own.yaml(),
                                    authority.file(),
                                    kamailio.encrypted(),
                                    phone,
                                    LeasedPorts.server(10)))) {
                server.await("the phone to be registered\n" + kamailio.log(), 20, () -> kamailio.log()
                        .contains("saved phone "));
                HttpResponse<String> placed =
                        server.post("/api/calls", "{\"to\": \"" + phone + "\", \"agent\": \"desk\"}");
                assertThat(placed.statusCode()).as(placed.body()).isEqualTo(201);
                String id = new ObjectMapper()
                        .readTree(placed.body())
                        .path("callId")
                        .asText();
                server.await(
                        "an answer to what baresip said\n" + baresip.log(), 40, () -> HeardCall.answered(server, id));
                Baresip.hangUp(waiting);
                JsonNode detail = HeardCall.awaitEnd(server, id);
                assertThat(detail.at("/end/cause").asText()).isEqualTo("CALLEE_HUNG_UP");
                assertThat(detail.at("/media/srtp").asText()).isEqualTo("AES_CM_128_HMAC_SHA1_80");
                assertThat(server.metric("sidetone_sip_events_total", "\"tls_handshakes\""))
                        .isPositive();
                assertThat(baresip.log()).contains("SRTP is Enabled (cryptosuite=AES_CM_128_HMAC_SHA1_80)");
                server.assertUnharmed();
            } finally {
                Baresip.hangUp(waiting);
            }
            assertThat(HeardCall.audible(baresip.heard().channel(0), 0, 60))
                    .as("frames of the agent that baresip heard")
                    .isGreaterThan(25);
        }
    }
}

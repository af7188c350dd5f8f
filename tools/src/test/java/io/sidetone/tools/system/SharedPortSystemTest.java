package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.tools.softphone.call.CallResult;
import io.sidetone.tools.softphone.script.Trigger;
import io.sidetone.tools.softphone.sound.CallerSound;
import io.sidetone.transport.sip.sdp.SdpCodec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Calls of baresip and of our phones that go through one port at the same time. */
class SharedPortSystemTest {
    private static final Trigger AFTER_AGENT = new Trigger.AfterAgentTurn();
    private static final int SPEAKS_AFTER_S = 3;

    /** Recordings of a test that failed are kept. */
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private static Path folder;

    private static RealCall dial(ServerProcess server, SdpCodec codec, CallerSound sound) throws Exception {
        return RealCall.dial(
                server,
                codec.name(),
                List.of(codec),
                List.of(RealCall.play(AFTER_AGENT, sound), RealCall.hangUp(AFTER_AGENT)));
    }

    private static int turns(JsonNode detail) {
        int turns = 0;
        for (JsonNode said : detail.path("history")) {
            turns += said.path("role").asText().equals("user") ? 1 : 0;
        }
        return turns;
    }

    @Test
    void shouldHoldTheConversationsOfManyPhonesOnOnePort() throws Exception {
        String ports = LeasedPorts.sharing();
        String agents =
                """
                sip: {port: 0, codecs: [PCMU, PCMA, G722]}
                http: {port: 0}
                rtp: {ports: %s, shared-port: true}
                limits: {max-calls: 10}
                engines: {mock: {type: mock, greeting: "Good morning, what can I do for you?"}}
                agents:
                  desk: {recognizer: mock, dialogue: mock, synthesizer: mock}
                """
                        .formatted(ports);
        Baresip baresip = new Baresip(folder, HeardCall.RATE_HZ, "g711", "PCMU/8000/1", null);
        baresip.says(HeardCall.after(SPEAKS_AFTER_S, HeardCall.speech()));
        CallerSound question = new RecordedSpeech().utterance(0);
        try (ServerProcess server = ServerProcess.startConfigured(folder, agents)) {
            Process calling = baresip.dial("sip:baresip@" + server.sip(), 60);
            List<RealCall> calls = new ArrayList<>();
            String id;
            try {
                id = HeardCall.awaitCall(server, "baresip");
                for (SdpCodec codec : List.of(SdpCodec.PCMU, SdpCodec.PCMA, SdpCodec.G722)) {
                    calls.add(dial(server, codec, question));
                }
                server.await("an answer to what baresip said", 40, () -> HeardCall.answered(server, id));
                server.await("RTCP of baresip", 20, () -> HeardCall.roundTripMs(server, id) >= 0);
            } finally {
                Baresip.hangUp(calling);
            }
            for (RealCall call : calls) {
                CallResult.Completed completed = call.completed();
                assertThat(completed.media()).contains("127.0.0.1:" + ports.substring(0, ports.indexOf('-')));
                assertThat(completed.scenario().complete())
                        .as(completed.scenario().toString())
                        .isTrue();
                JsonNode detail = HeardCall.awaitEnd(server, call.callId());
                assertThat(turns(detail)).as(detail.toString()).isEqualTo(1);
            }
            assertThat(turns(HeardCall.awaitEnd(server, id))).isGreaterThanOrEqualTo(1);
            server.awaitIdle();
            server.assertUnharmed();
        }
    }
}

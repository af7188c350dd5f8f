package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.audio.frame.Level;
import io.sidetone.audio.resample.Resampler;
import io.sidetone.audio.resample.Resamplers;
import io.sidetone.speech.codec.OpusLibrary;
import io.sidetone.tools.softphone.call.CallResult;
import io.sidetone.tools.softphone.script.ScriptStep;
import io.sidetone.tools.softphone.script.Trigger;
import io.sidetone.transport.sip.sdp.SdpCodec;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A call in Opus with baresip, which has its own libopus: both sides hear each other, and the journal comes out the same. */
@Tag("CARD-08")
@Execution(ExecutionMode.CONCURRENT)
class OpusSystemTest {
    private static final int RATE_HZ = 48_000;
    private static final int FRAME = RATE_HZ / 50;
    private static final int SPEAKS_AFTER_S = 6;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path folder;

    /** A recorded question, after the greeting. */
    private static short[] question() throws Exception {
        short[] said = HeardCall.speech();
        Resampler resampler = Resamplers.create(8_000, RATE_HZ);
        short[] pcm = new short[(SPEAKS_AFTER_S + 1) * RATE_HZ + 6 * said.length];
        for (int at = 0; at < said.length; at += 160) {
            resampler.process(said, at, 160, pcm, SPEAKS_AFTER_S * RATE_HZ + 6 * at);
        }
        return pcm;
    }

    private static int audible(short[] pcm, int toS) {
        int frames = 0;
        for (int at = 0; at + FRAME <= Math.min(pcm.length, toS * RATE_HZ); at += FRAME) {
            frames += Level.isAgentAudio(pcm, at, FRAME) ? 1 : 0;
        }
        return frames;
    }

    @Test
    void shouldHearAndBeHeardByBaresip() throws Exception {
        assumeTrue(OpusLibrary.missing().isEmpty(), "libopus.so.0 is not installed (package libopus0)");
        Baresip baresip = new Baresip(folder, RATE_HZ, "opus", "opus/48000/2", null);
        baresip.says(question());
        try (ServerProcess server = server()) {
            Process calling = baresip.dial("sip:desk@" + server.sip(), 60);
            String id;
            try {
                id = server.awaitCall("");
                server.await("an answer to what baresip said", 40, () -> HeardCall.answered(server, id));
            } finally {
                Baresip.hangUp(calling);
            }
            server.awaitIdle();
            JsonNode detail = HeardCall.detail(server, id);
            assertThat(detail.at("/media/codec").asText()).as(detail.toString()).isEqualTo("opus");
            assertThat(detail.at("/metrics/packetsLost").asLong(-1)).isZero();
            JournaledCall.of(server, id);
            server.assertUnharmed();
        }
        assertThat(audible(baresip.heard().channel(0), SPEAKS_AFTER_S))
                .as("frames of the greeting that baresip heard")
                .isGreaterThan(25);
    }

    private ServerProcess server() throws Exception {
        return ServerProcess.startConfigured(
                folder,
                """
                sip: {port: 0, codecs: [OPUS, PCMU]}
                http: {port: 0}
                rtp: {ports: %s}
                limits: {max-calls: 10}
                engines: {mock: {type: mock}}
                agents:
                  desk: {recognizer: mock, dialogue: mock, synthesizer: mock}
                """
                        .formatted(LeasedPorts.server(10)));
    }

    @Test
    void shouldCallWithTheSoftphone() throws Exception {
        assumeTrue(OpusLibrary.missing().isEmpty(), "libopus.so.0 is not installed (package libopus0)");
        List<ScriptStep> steps = List.of(
                RealCall.play(new Trigger.AfterAgentTurn(), new RecordedSpeech().utterance(0)),
                RealCall.dial(new Trigger.AfterAgentTurn(), "7"),
                RealCall.hangUp(new Trigger.AfterAgentTurn()));
        try (ServerProcess server = server()) {
            RealCall call = RealCall.dial(server, "desk", List.of(SdpCodec.OPUS), steps);
            CallResult.Completed ended = call.completed();
            assertThat(ended.scenario().complete()).as(ended.scenario().text()).isTrue();
            assertThat(ended.media()).startsWith("OPUS with ");
            assertThat(ended.report().packetsLost()).isZero();
            assertThat(ended.report().agentTalk()).as("greeting and answers").hasSizeGreaterThan(1);
            assertThat(ended.recording().wav().sampleRateHz()).isEqualTo(SdpCodec.OPUS.sampleRateHz());
            assertThat(call.said()).anyMatch(line -> line.startsWith("user: "));
            assertThat(RealCall.first(call.timeline(), "digit", "7")).isNotNull();
            JournaledCall.of(server, call.callId());
            server.assertUnharmed();
        }
    }
}

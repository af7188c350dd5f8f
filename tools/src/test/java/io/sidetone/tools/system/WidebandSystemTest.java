package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.audio.SampleRate;
import io.sidetone.audio.frame.Level;
import io.sidetone.audio.wav.Wav;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.tools.softphone.call.CallResult;
import io.sidetone.tools.softphone.script.ScriptStep;
import io.sidetone.tools.softphone.script.Trigger;
import io.sidetone.transport.sip.sdp.SdpCodec;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Calls in G.722, both ways: sound above 4 kHz arrives, the caller is heard, and the journal comes out the same. */
@Tag("CARD-08")
@Execution(ExecutionMode.CONCURRENT)
class WidebandSystemTest {
    private static final List<SdpCodec> WIDEBAND = List.of(SdpCodec.G722);
    private static final Trigger AFTER_AGENT = new Trigger.AfterAgentTurn();

    /** What no narrowband codec carries. */
    private static final int ABOVE_HZ = 4_200;

    @TempDir
    private Path folder;

    private static CallResult.Completed completed(RealCall call) throws Exception {
        CallResult.Completed ended = call.completed();
        assertThat(ended.media()).startsWith("G722 with ");
        assertThat(ended.report().packetsLost()).isZero();
        assertThat(ended.recording().wav().sampleRateHz()).isEqualTo(SampleRate.WIDEBAND_HZ);
        return ended;
    }

    @Test
    void shouldCarryWhatAWidebandVoiceSaysAboveFourKilohertz() throws Exception {
        String agents =
                """
                engines: {embedded: {type: embedded}}
                agents:
                  desk: {recognizer: embedded, dialogue: embedded, synthesizer: embedded,
                         flow: "classpath:agents/appointment-desk.yaml"}
                """;
        try (ServerProcess server = ServerProcess.startWith(folder, agents)) {
            RealCall call = RealCall.dial(server, "desk", WIDEBAND, List.of(RealCall.hangUp(AFTER_AGENT)));
            Wav wav = completed(call).recording().wav();
            double share = shareAbove(wav.channel(1), wav.sampleRateHz());
            System.out.printf("share of the greeting's energy above %d Hz: %.2f %%%n", ABOVE_HZ, 100 * share);
            assertThat(share).isGreaterThan(0.003);
            JournaledCall.of(server, call.callId());
            server.assertUnharmed();
        }
    }

    @Test
    void shouldListenAtOnceWhenTheCallerSpeaksOverTheAgent() throws Exception {
        RecordedSpeech speech = new RecordedSpeech();
        List<ScriptStep> steps = List.of(
                RealCall.play(new Trigger.AfterTalkStart(1_200), speech.utterance(0)),
                RealCall.dial(AFTER_AGENT, "7"),
                RealCall.hangUp(AFTER_AGENT));
        try (ServerProcess server = ServerProcess.start(folder, 1)) {
            RealCall call =
                    SteadyCall.of(() -> RealCall.dial(server, "desk", WIDEBAND, steps), WidebandSystemTest::completed);
            CallResult.Completed ended = completed(call);
            List<RealCall.Entry> timeline = call.timeline();
            assertThat(RealCall.rules(timeline))
                    .as("interrupted, heard, answered")
                    .containsSubsequence("VIP-T11", "VIP-T12", "VIP-T05", "VIP-T16", "VIP-T07");
            long listensMs =
                    RealCall.first(timeline, "state", "-> LISTENING (VIP-T12").atMs();
            assertThat(listensMs - RealCall.first(timeline, "yield", "").atMs())
                    .as("ms from the yield to listening, event time")
                    .isBetween(0L, (long) PolicyNumber.MIN_SPEECH.standard());
            assertThat(ended.report().plays().get(0).onsetToLastAgentPacketMs()).isNotNull();
            System.out.printf(
                    "G.722: onset to the last agent packet %.0f ms, agent's pacing p99 %.2f ms%n",
                    ended.report().plays().get(0).onsetToLastAgentPacketMs(),
                    ended.report().pacing().p99());
            JournaledCall.of(server, call.callId());
            server.assertUnharmed();
            assertThat(server.metric("sidetone_stale_frames_sent_total")).isZero();
        }
    }

    /** Of the energy of audible frames, by their discrete Fourier transforms. */
    private static double shareAbove(short[] pcm, int rateHz) {
        int frame = SampleRate.frameSamples(rateHz);
        double above = 0;
        double all = 0;
        for (int at = 0; at + frame <= pcm.length; at += frame) {
            if (!Level.isAgentAudio(pcm, at, frame)) {
                continue;
            }
            for (int bin = 1; bin < frame / 2; bin++) {
                double energy = energy(pcm, at, frame, bin);
                all += energy;
                above += bin * rateHz / frame >= ABOVE_HZ ? energy : 0;
            }
        }
        return above / all;
    }

    private static double energy(short[] pcm, int at, int frame, int bin) {
        double c = 0;
        double s = 0;
        for (int i = 0; i < frame; i++) {
            // A window keeps what is loud below from leaking above.
            double x = pcm[at + i] * (1 - Math.cos(2 * Math.PI * (i + 0.5) / frame));
            c += x * Math.cos(2 * Math.PI * bin * i / frame);
            s += x * Math.sin(2 * Math.PI * bin * i / frame);
        }
        return c * c + s * s;
    }
}

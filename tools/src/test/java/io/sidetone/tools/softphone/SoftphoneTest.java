package io.sidetone.tools.softphone;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.audio.frame.Level;
import io.sidetone.audio.wav.Wav;
import io.sidetone.audio.wav.WavReader;
import io.sidetone.audio.wav.WavWriter;
import io.sidetone.server.ExitCode;
import io.sidetone.tools.command.CallOptions;
import io.sidetone.tools.softphone.signalling.SipPhone;
import io.sidetone.transport.sip.sdp.LocalMedia;
import io.sidetone.transport.sip.sdp.SrtpPolicy;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("real-time")
class SoftphoneTest {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /** Returns what was said of the call, without the line about how its script is written. */
    private String said() {
        return err.toString()
                .lines()
                .filter(line -> !line.contains(" is written in lines"))
                .collect(Collectors.joining("\n"));
    }

    private ExitCode call(CallOptions options) throws Exception {
        return new Softphone().call(options, new PrintWriter(out), new PrintWriter(err));
    }

    private CallOptions script(String uri, String text, boolean json) throws IOException {
        Files.write(
                folder.resolve("hello.wav"),
                WavWriter.toBytes(Wav.mono(
                        16_000, Speech.join(Speech.silence(200), Speech.sentence(1, 900), Speech.silence(400)))));
        Path file = Files.writeString(folder.resolve("script.txt"), text);
        return new CallOptions(
                uri,
                Optional.empty(),
                Optional.empty(),
                Optional.of(folder.resolve("call.wav")),
                Optional.empty(),
                Optional.of(file),
                LocalMedia.NARROWBAND,
                Optional.empty(),
                SrtpPolicy.OFF,
                json,
                Optional.empty(),
                Optional.empty(),
                SipPhone.Invitation.PLAIN);
    }

    @Test
    void shouldPlayMeasureAndRecordWhenTheAgentAnswers() throws Exception {
        try (FakeAgent agent = FakeAgent.answering()) {
            ExitCode code = call(
                    script(agent.uri(), "talk+300: play hello.wav\nafter-agent-turn: dtmf 5#\nat 1: hangup\n", true));

            assertThat(err.toString()).as("a program reads both outputs").isEmpty();
            assertThat(code).isEqualTo(ExitCode.OK);
            assertThat(agent.requests()).containsExactly("INVITE", "ACK", "BYE");
            assertThat(agent.events()).containsExactly(5, 11);
            // The file is half as long at 8 kHz as its samples say: 450 ms of voice.
            assertThat(agent.voicedFramesHeard()).isBetween(17, 24);
        }
        JsonNode json = new ObjectMapper().readTree(out.toString());
        assertThat(json.get("agentTalkMs")).hasSize(2);
        JsonNode play = json.get("plays").get(0);
        assertThat(play.get("file").asText()).isEqualTo("hello.wav");
        double talkStart = json.get("agentTalkMs").get(0).get(0).asDouble();
        assertThat(json.get("firstAgentAudioMs").asDouble()).isEqualTo(talkStart);
        // 300 ms after the talk began, on our own 20 ms grid, and 100 ms of silence before the first word.
        assertThat(play.get("onsetMs").asDouble() - talkStart).isGreaterThanOrEqualTo(400);
        assertThat(play.get("endMs").asDouble())
                .isGreaterThan(play.get("onsetMs").asDouble() + 300);
        assertThat(play.get("onsetToLastAgentPacketMs").isNumber()).isTrue();
        assertThat(play.get("endToNextAgentMs").asDouble()).isPositive();
        assertThat(json.get("packetsIn").asLong()).isPositive();
        assertThat(json.get("packetsLost").asLong()).isZero();
        assertThat(json.get("pacingMs").get("p99").isNumber()).isTrue();
        assertRecording(WavReader.read(Files.readAllBytes(folder.resolve("call.wav"))), json);
    }

    /** Both sides are on the recording, and its first voiced frames are as far apart as the measured onsets. */
    private static void assertRecording(Wav wav, JsonNode json) {
        assertThat(wav.channels()).isEqualTo(2);
        assertThat(wav.sampleRateHz()).isEqualTo(8_000);
        double apart = json.get("plays").get(0).get("onsetMs").asDouble()
                - json.get("agentTalkMs").get(0).get(0).asDouble();
        double heardApart = (firstVoiced(wav.channel(0)) - firstVoiced(wav.channel(1))) / 8.0;
        assertThat(Math.abs(heardApart - apart)).isLessThan(60);
    }

    private static int firstVoiced(short[] pcm) {
        int at = 0;
        while (!Level.isAgentAudio(pcm, at, 160)) {
            at += 8;
        }
        return at;
    }

    @Test
    void shouldInterruptAndTellAPersonWhenItIsToldTo() throws Exception {
        try (FakeAgent agent = FakeAgent.answering()) {
            Path stop = Files.write(
                    folder.resolve("stop.wav"), WavWriter.toBytes(Wav.mono(8_000, Speech.sentence(2, 600))));
            CallOptions options = new CallOptions(
                    agent.uri(),
                    Optional.of(stop),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(200),
                    Optional.empty(),
                    LocalMedia.NARROWBAND,
                    Optional.empty(),
                    SrtpPolicy.OFF,
                    false,
                    Optional.empty(),
                    Optional.empty(),
                    SipPhone.Invitation.PLAIN);

            assertThat(call(options)).isEqualTo(ExitCode.OK);
        }
        assertThat(err.toString()).isEmpty();
        assertThat(out.toString())
                .contains("progress 180 Ringing")
                .contains("answered, PCMA with 127.0.0.1:")
                .contains("caller  " + folder.resolve("stop.wav") + ", interrupts: the agent's last packet ")
                .contains("stop.wav: onset → last agent packet")
                .contains("stop.wav: end → next agent audio")
                .contains("ended by the caller");
    }

    @Test
    void shouldSayTheStatusWhenTheAgentIsBusy() throws Exception {
        try (FakeAgent agent = new FakeAgent("486 Busy Here", "8", 0)) {
            assertThat(call(script(agent.uri(), "at 0: hangup", false))).isEqualTo(ExitCode.CHECK_FAILED);

            assertThat(said()).isEqualTo("call: 486 Busy Here");
            assertThat(folder.resolve("call.wav")).doesNotExist();
        }
    }

    @Test
    void shouldSayWhyTheAgentRefusesInItsOwnWords() throws Exception {
        String refusal = "488 Not Acceptable Here\r\nWarning: 305 h \"Incompatible media format\"\r\n"
                + "Reason: Q.850;cause=88;text=\"no codec\"";
        try (FakeAgent agent = new FakeAgent(refusal, "8", 0)) {
            assertThat(call(script(agent.uri(), "at 0: hangup", false))).isEqualTo(ExitCode.CHECK_FAILED);
            assertThat(said())
                    .isEqualTo("call: 488 Not Acceptable Here; Warning: 305 h \"Incompatible media format\";"
                            + " Reason: Q.850;cause=88;text=\"no codec\"");
        }
    }

    @Test
    void shouldHangUpAndSayWhyWhenThereIsNoMediaInCommon() throws Exception {
        try (FakeAgent agent = new FakeAgent("200 OK", "18", 0)) {
            assertThat(call(script(agent.uri(), "at 0: hangup", true))).isEqualTo(ExitCode.CHECK_FAILED);

            assertThat(said()).startsWith("call: no media in common: no common codec");
            assertThat(out.toString()).isEmpty();
            assertThat(agent.requests()).startsWith("INVITE", "ACK").contains("BYE");
        }
    }

    @Test
    void shouldEndWithoutErrorWhenTheAgentHangsUpFirst() throws Exception {
        try (FakeAgent agent = new FakeAgent("200 OK", "8", 30)) {
            assertThat(call(script(agent.uri(), "after-agent-turn: hangup", false)))
                    .isEqualTo(ExitCode.OK);
        }
        assertThat(out.toString()).contains("ended by the agent (we close, cause 31)");
        assertThat(err.toString().lines()).singleElement().asString().contains("is written in lines");
    }

    @Test
    void shouldSayWhatDidNotRunWhenTheAgentHangsUpTooEarly() throws Exception {
        try (FakeAgent agent = new FakeAgent("200 OK", "8", 5)) {
            assertThat(call(script(agent.uri(), "# greets\nafter-agent-turn: play hello.wav", false)))
                    .isEqualTo(ExitCode.CHECK_FAILED);
        }
        assertThat(said()).isEqualTo("call: line 2: the call ended before it was done");
    }

    @Test
    void shouldPlaceNoCallWhenTheScriptIsWrong() throws Exception {
        CallOptions options = script("sip:desk@127.0.0.1:9", "soon: hangup\nat 1: play none.wav", false);

        assertThat(call(options)).isEqualTo(ExitCode.USAGE);

        String file = folder.resolve("script.txt").toString();
        assertThat(err.toString().lines())
                .satisfiesExactly(
                        first -> assertThat(first).startsWith(file + ": line 1: condition 'soon' is unknown"),
                        second -> assertThat(second).startsWith(file + ": line 2: sound 'none.wav' cannot be read"));
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void shouldPlaceNoCallWhenTheAddressOrTheRecordingCannotBe() throws Exception {
        CallOptions good = script("sip:desk@127.0.0.1;transport=sctp", "at 0: hangup", false);
        assertThat(call(good)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("asks for transport sctp; write udp, tcp or tls");

        CallOptions nowhere = new CallOptions(
                "sip:desk@127.0.0.1:9",
                Optional.empty(),
                Optional.empty(),
                Optional.of(folder.resolve("none/call.wav")),
                Optional.empty(),
                good.script(),
                good.codecs(),
                Optional.empty(),
                SrtpPolicy.OFF,
                false,
                Optional.empty(),
                Optional.empty(),
                SipPhone.Invitation.PLAIN);
        assertThat(call(nowhere)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("cannot be written; name a file in a folder that exists");
    }
}

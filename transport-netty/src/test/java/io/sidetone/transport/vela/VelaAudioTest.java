package io.sidetone.transport.vela;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.turn.ClientInput;
import io.sidetone.transport.stream.StreamFormat;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The same envelope with engines that really listen: audio in, words and audio out. */
@Tag("VEL-08")
class VelaAudioTest {
    private static final int FRAME_BYTES = 640;

    private final VelaRig rig = new VelaRig();
    private FakeSocket socket;

    @BeforeEach
    void connect() throws Exception {
        rig.stt = new HeardWords();
        socket = rig.connect();
        socket.sink();
    }

    private void append(int bytes) {
        byte[] sound = new byte[bytes];
        for (int i = 0; i + 1 < bytes; i += 2) {
            sound[i + 1] = (byte) (i % 8 < 4 ? 20 : -20);
        }
        socket.say("input_audio.append", "{\"chunk\":\"" + Base64.getEncoder().encodeToString(sound) + "\"}");
    }

    private void speak(int frames) {
        for (int i = 0; i < frames; i++) {
            append(FRAME_BYTES);
            rig.advance(20);
        }
    }

    @Test
    void shouldHearAnswerAndSpeak() {
        speak(12);
        assertThat(socket.sink()).containsSubsequence("listening", "partial frames 5", "partial frames 10");
        socket.say("input_audio.commit", "{}");
        rig.advance(500);
        List<String> sink = socket.sink();
        assertThat(sink).startsWith("final frames 12", "thinking", "speaking");
        assertThat(sink.get(3)).startsWith("delta You said: frames 12.");
        assertThat(socket.audio).isNotEmpty();
        for (int i = 0; i < socket.audio.size(); i++) {
            assertThat(socket.audio.get(i).get("payload").get("seq").asInt()).isEqualTo(i + 1);
            assertThat(socket.audio.get(i).has("seq"))
                    .as("the document's client gets no numbers")
                    .isFalse();
            byte[] sound = Base64.getDecoder()
                    .decode(socket.audio.get(i).get("payload").get("audio").asText());
            assertThat(sound).hasSize(FRAME_BYTES);
        }
        rig.advance(15_000);
        assertThat(socket.sink()).containsExactly("completed", "idle");
        rig.advance(30_000);
        assertThat(socket.sink())
                .as("who holds a button is not asked whether he is there")
                .isEmpty();
        assertThat(rig.illegal() + rig.faults()).isZero();
    }

    @Test
    @Tag("VEL-07")
    void shouldStopEverythingWhenCancelled() {
        speak(5);
        socket.say("input_audio.commit", "{}");
        rig.advance(600);
        assertThat(socket.sink()).contains("speaking");
        assertThat(socket.audio).isNotEmpty();
        socket.say("response.cancel", "{}");
        assertThat(socket.sink()).containsExactly("idle");
        socket.audio.clear();
        rig.advance(2_000);
        assertThat(socket.audio).as("nothing of a cancelled turn is sent").isEmpty();
        assertThat(socket.sink()).isEmpty();
        speak(5);
        assertThat(socket.sink()).startsWith("listening");
    }

    @Test
    @Tag("VIP-T11")
    void shouldBargeInByThePressOfTheButton() {
        speak(5);
        socket.say("input_audio.commit", "{}");
        rig.advance(600);
        socket.sink();
        socket.audio.clear();
        append(FRAME_BYTES);
        assertThat(socket.sink())
                .as("one change: the agent stops, the caller has the floor")
                .containsExactly("listening");
        rig.advance(500);
        assertThat(socket.audio).isEmpty();
        speak(9);
        socket.say("input_audio.commit", "{}");
        rig.advance(400);
        assertThat(socket.sink()).contains("final frames 10", "speaking");
        assertThat(rig.illegal() + rig.faults()).isZero();
    }

    @Test
    @Tag("VIP-T06")
    void shouldBeginAgainWhenTheInputIsCancelled() {
        speak(5);
        socket.say("response.cancel", "{}");
        assertThat(socket.sink()).endsWith("idle");
        speak(5);
        assertThat(socket.sink()).as("listening, restart").startsWith("listening");
    }

    @Test
    void shouldRefuseTheEndOfAnInputThatNeverBegan() {
        socket.say("input_audio.commit", "{}");
        assertThat(socket.sink()).containsExactly("error not_allowed");
    }

    @Test
    @Tag("VEL-04")
    void shouldRefuseACommitWhileAMockedTurnRuns() {
        socket.say("mocked.turn.trigger", "{}");
        socket.sink();
        socket.say("input_audio.commit", "{}");
        assertThat(socket.sink()).containsExactly("error mocked_turn_in_flight");
        rig.advance(1_000);
        assertThat(socket.sink()).endsWith("completed", "idle");
    }

    @Test
    void shouldSayWhatIsWrongWithAudio() {
        for (String chunk : List.of("%%%", "A", "", "AAAA", "A".repeat(85_400))) {
            socket.say("input_audio.append", "{\"chunk\":\"" + chunk + "\"}");
            assertThat(socket.lastError()).contains("payload.chunk");
            assertThat(socket.sink()).as(chunk).containsExactly("error invalid_message");
        }
        speak(3);
        assertThat(socket.sink()).containsExactly("listening");
    }

    @Test
    void shouldRefuseAudioThatComesMuchFasterThanItIsSpoken() {
        int refused = 0;
        for (int i = 0; i < 40; i++) {
            append(32_000);
            refused += socket.sink().contains("error invalid_message") ? 1 : 0;
        }
        assertThat(refused).isBetween(8, 10);
        rig.advance(5_000);
        append(32_000);
        assertThat(socket.sink()).doesNotContain("error invalid_message");
    }

    @Test
    void shouldNegotiateBothDirections() {
        socket.say(
                "session.start",
                "{\"audio\":{\"input\":{\"encoding\":\"mulaw\",\"sampleRateHz\":8000},"
                        + "\"output\":{\"encoding\":\"pcm16\",\"sampleRateHz\":48000}}}");
        assertThat(socket.last("session.ready").get("audio"))
                .hasToString("{\"input\":{\"encoding\":\"mulaw\",\"sampleRateHz\":8000},"
                        + "\"output\":{\"encoding\":\"pcm16\",\"sampleRateHz\":48000}}");
        assertThat(rig.lines.get(0).formats)
                .containsExactly(
                        new StreamFormat(StreamFormat.Encoding.PCMU, 8_000),
                        new StreamFormat(StreamFormat.Encoding.L16_LE, 48_000));
        socket.sink();
        append(161);
        assertThat(socket.sink()).as("bytes of one sample each").containsExactly("listening");
    }

    @Test
    void shouldBeMuteForWhoWantsNoAudio() {
        socket.say("session.start", "{\"audio\":{\"output\":null}}");
        socket.sink();
        speak(5);
        socket.say("input_audio.commit", "{}");
        rig.advance(15_000);
        assertThat(socket.sink()).endsWith("completed", "idle");
        assertThat(socket.audio).isEmpty();
    }

    @Test
    void shouldStreamWithAnOpenMicrophone() {
        socket.say("session.start", "{\"mode\":\"open\"}");
        rig.advance(5_000);
        assertThat(socket.sink()).as("the agent speaks first").containsSubsequence("ready", "idle", "speaking", "idle");
        rig.advance(500);
        socket.sink();
        for (int i = 0; i < 40; i++) {
            append(FRAME_BYTES);
            rig.advance(20);
        }
        socket.say("input_audio.commit", "{}");
        rig.advance(500);
        assertThat(inputs())
                .as("no button, and the input has its end")
                .containsExactly("CLIENT_INPUT " + ClientInput.END.ordinal());
    }

    @Test
    void shouldHoldAButtonWhereTheMicrophoneIsNotOpen() {
        speak(5);
        socket.say("input_audio.commit", "{}");
        speak(2);
        assertThat(inputs())
                .containsExactly(
                        "CLIENT_INPUT " + ClientInput.TALK.ordinal(),
                        "CLIENT_INPUT " + ClientInput.END.ordinal(),
                        "CLIENT_INPUT " + ClientInput.TALK.ordinal());
    }

    /** What the client said of the caller's input, on all of its calls. */
    private List<String> inputs() {
        return rig.lines.stream()
                .flatMap(line -> line.published.stream())
                .filter(event -> event.startsWith("CLIENT_INPUT "))
                .map(event -> event.substring(0, event.lastIndexOf(' ')))
                .toList();
    }

    @Test
    @Tag("VEL-03")
    void shouldTellOfNoAudioBeforeItTellsOfTheTurn() {
        speak(5);
        socket.say("input_audio.commit", "{}");
        for (int i = 0; i < 200 && socket.audio.isEmpty(); i++) {
            rig.advance(5);
        }
        assertThat(socket.sink()).contains("speaking");
    }
}

package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.audio.codec.G711;
import io.sidetone.tools.softphone.sound.CallerSound;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code /ws} with engines that really listen and speak: audio both ways in two formats, and a cancel in mid-sentence. */
@Tag("VEL-08")
class WsVoiceSystemTest {
    private static final int FRAME_MS = 20;
    private static final int OUT_FRAME_BYTES = 960;

    @TempDir
    private Path folder;

    /** Sends {@code sound} as µ-law, a frame at its time. */
    private static void speak(WsClient client, CallerSound sound) throws Exception {
        short[] frame = new short[sound.frameSamples()];
        byte[] coded = new byte[frame.length];
        ScheduledExecutorService pace = Executors.newSingleThreadScheduledExecutor();
        try {
            int[] next = {0};
            var sending = pace.scheduleAtFixedRate(
                    () -> {
                        if (next[0] >= sound.frames()) {
                            throw new IllegalStateException("all is said");
                        }
                        sound.copyFrame(next[0]++, frame);
                        G711.PCMU.encode(frame, 0, frame.length, coded, 0);
                        try {
                            client.say(
                                    "input_audio.append",
                                    "{\"chunk\":\"" + Base64.getEncoder().encodeToString(coded) + "\"}");
                        } catch (Exception e) {
                            throw new IllegalStateException(e);
                        }
                    },
                    0,
                    FRAME_MS,
                    TimeUnit.MILLISECONDS);
            ServerProcess.awaitOrFail("the end of what is said", 30, sending::isDone);
        } finally {
            pace.shutdownNow();
        }
    }

    @Test
    void shouldHearAndAnswerAloud() throws Exception {
        try (ServerProcess server = ServerProcess.startWith(
                        folder,
                        """
                        engines: {embedded: {type: embedded}}
                        agents:
                          desk: {recognizer: embedded, dialogue: embedded, synthesizer: embedded,
                                 flow: "classpath:agents/appointment-desk.yaml"}
                        """);
                WsClient client = WsClient.connect(server)) {
            client.await("idle");
            client.say(
                    "session.start",
                    "{\"protocol\":2,\"audio\":{\"input\":{\"encoding\":\"mulaw\",\"sampleRateHz\":8000},"
                            + "\"output\":{\"encoding\":\"pcm16\",\"sampleRateHz\":24000}}}");
            speak(client, new RecordedSpeech().utterance(1));
            assertThat(client.told()).contains("listening").doesNotContain("thinking");
            client.say("input_audio.commit", "{}");
            client.await("response.audio.delta");
            client.say("response.cancel", "{}");
            client.await("response.cancelled");
            // The clear comes with the audio, the state with the events: either may be first.
            ServerProcess.awaitOrFail("the clear, and idle after the cancel", 30, () -> {
                List<String> told = client.told();
                return told.contains("response.audio.clear")
                        && told.subList(told.indexOf("response.cancelled"), told.size())
                                .contains("idle");
            });
            int cancelledAt = client.messages.size();
            client.say("input_text", "{\"text\":\"I would like an appointment\"}");
            ServerProcess.awaitOrFail("another answer", 30, () -> client.told()
                    .subList(cancelledAt, client.messages.size())
                    .contains("response.audio.delta"));
            List<JsonNode> audio = client.messages.stream()
                    .filter(message -> message.get("type").asText().equals("response.audio.delta"))
                    .map(message -> message.get("payload"))
                    .toList();
            long turn = 0;
            for (int i = 0; i < audio.size(); i++) {
                assertThat(audio.get(i).get("seq").asInt()).isEqualTo(i + 1);
                assertThat(Base64.getDecoder().decode(audio.get(i).get("audio").asText()))
                        .hasSize(OUT_FRAME_BYTES);
                assertThat(audio.get(i).get("turn").asLong())
                        .as("no old turn after a new one")
                        .isGreaterThanOrEqualTo(turn);
                turn = audio.get(i).get("turn").asLong();
            }
            List<String> told = client.told();
            assertThat(told.subList(told.indexOf("response.cancelled"), cancelledAt))
                    .as("nothing more of a cancelled turn")
                    .doesNotContain("response.audio.delta");
            assertThat(client.problems).isEmpty();
            client.end();
            server.awaitIdle();
            server.assertUnharmed();
        }
    }
}

package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.audio.tone.SpeechNoise;
import io.sidetone.audio.wav.Wav;
import io.sidetone.audio.wav.WavWriter;
import io.sidetone.server.calls.voice.SyntheticVoice;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.loopback.Peer;
import io.sidetone.speech.loopback.SocketScript;
import io.sidetone.tools.softphone.call.CallResult;
import io.sidetone.tools.softphone.script.Trigger;
import io.sidetone.tools.softphone.sound.CallerSound;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** A real call whose agent of one's own gets partial words, has a sound played, changes the language and may not be interrupted. */
class RelayExtrasSystemTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int GONG_MS = 3_000;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path folder;

    private final LoopbackServices services;
    private final LoopbackServer agent = LoopbackServer.realTime();
    private final List<JsonNode> got = new CopyOnWriteArrayList<>();
    private final List<String> handshakes = new CopyOnWriteArrayList<>();

    RelayExtrasSystemTest() throws IOException {
        services = new LoopbackServices();
    }

    @AfterEach
    void close() {
        agent.close();
        services.close();
    }

    private static CallerSound voice(int seed) {
        short[] pcm = new short[8 * 1_500];
        new SyntheticVoice(8_000, seed, -20).fill(pcm, 0, pcm.length);
        return new CallerSound("voice " + seed, pcm);
    }

    private static byte[] gong() {
        short[] pcm = new short[22_050 * GONG_MS / 1_000];
        new SpeechNoise(22_050, 5).fill(pcm, 0, pcm.length);
        return WavWriter.toBytes(Wav.mono(22_050, pcm));
    }

    private static String text(String token, String more) {
        return "{\"type\":\"text\",\"token\":\"" + token + "\",\"last\":true" + more + "}";
    }

    private void answer(Peer peer, JsonNode message) {
        boolean said = message.path("type").asText().equals("prompt")
                && message.path("last").asBoolean();
        if (said && message.path("voicePrompt").asText().contains("deutsch")) {
            peer.text("{\"type\":\"text\",\"token\":\"One moment. \",\"last\":false}");
            peer.text("{\"type\":\"play\",\"source\":\"" + agent.http("/gong.wav") + "\"}");
            peer.text("{\"type\":\"language\",\"ttsLanguage\":\"de\",\"transcriptionLanguage\":\"de\"}");
            peer.text(text("Guten Tag.", ""));
        } else if (said) {
            peer.text(text(
                    "Das ist ein langer Satz, den man bis zu seinem Ende hören soll, was man auch sagt.",
                    ",\"interruptible\":\"none\""));
        }
    }

    private void serve() {
        agent.page("/gong.wav", (seen, reply) -> reply.head(200, Map.of("Content-Type", "audio/wav"))
                .chunk(gong())
                .end());
        agent.socket("/agent", seen -> {
            handshakes.add(seen.path());
            return new SocketScript() {
                @Override
                public void text(Peer from, String message) {
                    try {
                        got.add(JSON.readTree(message));
                        answer(from, JSON.readTree(message));
                    } catch (JsonProcessingException e) {
                        from.violation("no JSON: " + message);
                    }
                }
            };
        });
    }

    private List<JsonNode> got(String type) {
        return got.stream()
                .filter(message -> message.path("type").asText().equals(type))
                .toList();
    }

    private static List<String> words(List<JsonNode> prompts, boolean last) {
        return prompts.stream()
                .filter(prompt -> prompt.path("last").asBoolean() == last)
                .map(prompt -> prompt.path("lang").asText() + " "
                        + prompt.path("voicePrompt").asText())
                .toList();
    }

    @Test
    void shouldDoWhatAnAgentOfOnesOwnAsksForBesideWords() throws Exception {
        serve();
        services.script("bitte auf deutsch", "haben sie tee", "nein danke");
        String config = services.config(
                        "recognizer: dg, dialogue: mine, synthesizer: sonic, hand-over: {languages: [de]}")
                .replace(
                        "  mock: {type: mock",
                        "  mine: {type: relay, url: \"" + agent.ws("/agent")
                                + "\", options: {partial-prompts: true, turn-metrics: true}}\n  mock: {type: mock");
        try (ServerProcess server = ServerProcess.startConfigured(folder, config)) {
            RealCall call = RealCall.dial(
                    server,
                    "desk",
                    List.of(
                            RealCall.play(new Trigger.AfterAgentTurn(), voice(1)),
                            RealCall.play(new Trigger.At(13_000), voice(2)),
                            RealCall.play(new Trigger.AfterTalkStart(1_000), voice(3)),
                            RealCall.hangUp(new Trigger.AfterAgentTurn())));
            CallResult.Completed ended = call.completed();
            assertThat(ended.scenario().complete()).as(ended.scenario().text()).isTrue();
            server.awaitIdle();

            assertThat(handshakes).as("one connection for the whole call").hasSize(1);
            assertThat(got("setup")).hasSize(1);
            assertThat(got("error")).isEmpty();
            assertThat(words(got("prompt"), true)).startsWith("en-US bitte auf deutsch", "de haben sie tee");
            assertThat(words(got("prompt"), false)).isNotEmpty().allSatisfy(words -> assertThat(words)
                    .matches("(en-US|de) (bitte|haben|nein).*"));
            assertThat(got("interrupt"))
                    .as("the caller spoke over what he cannot interrupt")
                    .isEmpty();
            assertThat(got("turnMetrics")).hasSizeGreaterThanOrEqualTo(2).allSatisfy(metrics -> {
                assertThat(metrics.path("audioMs").asInt()).isPositive();
                assertThat(metrics.path("slowest").asText()).isNotEmpty();
            });
            assertThat(services.stt.asked.stream()
                            .filter(seen -> seen.parameter("language").equals("de")))
                    .as("streams in the other language")
                    .isNotEmpty();
            assertThat(ended.report().agentTalk())
                    .as("the sound behind the words")
                    .anyMatch(span -> span.toMs() - span.fromMs() >= GONG_MS + 400);
            assertThat(call.detail().path("history").toString())
                    .contains("One moment.", "Guten Tag.", "was man auch sagt.");
            server.assertUnharmed();
        }
        assertThat(agent.violations()).isEmpty();
    }
}

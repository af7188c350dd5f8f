package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.server.calls.voice.SyntheticVoice;
import io.sidetone.tools.softphone.call.CallResult;
import io.sidetone.tools.softphone.script.Trigger;
import io.sidetone.tools.softphone.sound.CallerSound;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whole calls with Deepgram, OpenAI and Cartesia as strict services on this machine: a question, a tool call, an answer, and
 * an interruption while the next answer is still being thought, spoken and played.
 */
class ServicesSystemTest {
    private static final String QUESTION = "do you have tea in stock";
    private static final String REQUEST = "tell me all about it";
    private static final String INTERRUPTION = "no stop please";
    private static final String[] STORY = story();
    private static final int WORD_EVERY_MS = 150;

    /** The voice makes 40 ms of sound in as much time: of a story whose words come faster, a clause is always being made. */
    private static final int VOICE_PACE_MS = 40;

    @TempDir
    private static Path folder;

    private static LoopbackServices services;
    private static ServerProcess server;

    private volatile LoopbackServices.Drip story;
    private int cancels;

    /** 80 words in sentences of five, each word another. */
    private static String[] story() {
        String[] words = new String[80];
        for (int i = 0; i < words.length; i++) {
            words[i] = "tale" + i + (i % 5 == 4 ? ". " : " ");
        }
        return words;
    }

    @BeforeAll
    static void start() throws Exception {
        services = new LoopbackServices();
        services.voice.paceMs = VOICE_PACE_MS;
        server = ServerProcess.startConfigured(
                folder, services.config("recognizer: dg, dialogue: llm, synthesizer: sonic"));
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
        services.close();
    }

    @BeforeEach
    void script() {
        services.shop.bodies.clear();
        services.conversation(QUESTION, REQUEST, INTERRUPTION, (seen, reply) -> {
            story = new LoopbackServices.Drip(services.model.words(STORY), WORD_EVERY_MS);
            story.request(seen, reply);
        });
        cancels = services.voice.cancels.get();
    }

    @Test
    @Tag("VAN-01")
    @Tag("VAN-01.c")
    void shouldAnswerActAndBeInterruptedOverSip() throws Exception {
        RealCall call = RealCall.dial(
                server,
                "desk",
                List.of(
                        RealCall.play(new Trigger.AfterAgentTurn(), sound(1, 1_500)),
                        RealCall.play(new Trigger.AfterAgentTurn(), sound(2, 1_500)),
                        RealCall.play(new Trigger.AfterTalkStart(2_000), sound(3, 1_500)),
                        RealCall.hangUp(new Trigger.AfterAgentTurn())));
        CallResult.Completed ended = call.completed();
        assertThat(ended.scenario().complete()).as(ended.scenario().text()).isTrue();
        Double stoppedMs = ended.report().plays().get(2).onsetToLastAgentPacketMs();
        System.out.printf("services over SIP: the agent was silent %.0f ms after the interruption began%n", stoppedMs);
        assertThat(stoppedMs).as("the agent talked when it was interrupted").isNotNull();
        server.awaitIdle();
        assertTold(call.callId());
    }

    @Test
    void shouldAnswerActAndBeInterruptedOverAMediaStream() throws Exception {
        FakeTwilio twilio = new FakeTwilio(server.http(), "/media/twilio", null);
        twilio.start("+14155550100", "+14155550199");
        talkedOut(twilio, 60);
        twilio.live(75, true, () -> false);
        talkedOut(twilio, 90);
        twilio.live(75, true, () -> false);
        int before = twilio.voicedFrames;
        twilio.live(500, false, () -> twilio.voicedFrames >= before + 100);
        assertThat(twilio.voicedFrames).as("frames of the story").isGreaterThanOrEqualTo(before + 100);
        assertThat(twilio.clears).isZero();
        twilio.live(100, true, () -> twilio.clears > 0);
        assertThat(twilio.clears).as("clears").isEqualTo(1);
        twilio.live(40, true, () -> false);
        assertThat(twilio.voicedAfterClear).as("frames of the old answer").isZero();
        talkedOut(twilio, 20);
        String id = server.awaitCall("twilio");
        twilio.stop();
        server.awaitIdle();
        assertTold(id);
    }

    /** The caller listens until at least {@code frames} were heard, and nothing more for a while. */
    private static void talkedOut(FakeTwilio twilio, int frames) throws Exception {
        int before = twilio.voicedFrames;
        int heard = -1;
        for (int i = 0; i < 30 && (twilio.voicedFrames < before + frames || twilio.voicedFrames != heard); i++) {
            heard = twilio.voicedFrames;
            twilio.live(35, false, () -> false);
        }
        assertThat(twilio.voicedFrames - before).as("frames of the agent").isGreaterThanOrEqualTo(frames);
    }

    static CallerSound sound(int seed, int ms) {
        short[] pcm = new short[8 * ms];
        new SyntheticVoice(8_000, seed, -20).fill(pcm, 0, pcm.length);
        return new CallerSound("synthetic " + seed, pcm);
    }

    private void assertTold(String id) throws Exception {
        assertThat(services.model.lastRequest().at("/messages/0/content").toString())
                .as("the prompt of the agent")
                .contains("You work in a shop.");
        assertThat(services.voice.voices).as("the voice of the engine").containsOnly(LoopbackServices.VOICE);
        JsonNode history = new ObjectMapper().readTree(server.detail(id)).path("history");
        assertThat(texts(history, "user")).containsExactly(QUESTION, REQUEST, INTERRUPTION);
        List<String> said = texts(history, "assistant");
        assertThat(said.get(0)).isEqualTo(LoopbackServices.GREETING);
        assertThat(String.join(" ", said))
                .contains("Let me look.", "There are twelve pieces left.", "As you wish.")
                .contains(STORY[0].strip())
                .doesNotContain(STORY[STORY.length - 1].strip());
        assertThat(services.shop.bodies)
                .singleElement()
                .asString()
                .contains("\"action\":\"check_stock\",\"parameters\":{\"article\":\"tea\"}");
        assertInterrupted(history);
        services.assertLeftInOrder(server);
        server.assertUnharmed();
    }

    private void assertInterrupted(JsonNode history) throws Exception {
        String heard = null;
        for (JsonNode line : history) {
            String text = line.path("text").asText().strip();
            heard = line.path("interrupted").asBoolean() && text.startsWith(STORY[0]) ? text : heard;
        }
        assertThat(heard).as("what was heard of the story, in %s", history).isNotNull();
        assertThat(String.join("", STORY)).startsWith(heard);
        assertThat(story.gone.await(30, TimeUnit.SECONDS))
                .as("the model's stream was closed")
                .isTrue();
        assertThat(story.sent.get()).as("pieces that the model sent").isLessThan(story.events.size());
        assertThat(services.voice.cancels.get())
                .as("cancels that the voice got")
                .isGreaterThan(cancels);
        JsonNode last = services.model.lastRequest().path("messages");
        System.out.printf("services: %d of %d words came, heard: '%s'%n", story.sent.get(), STORY.length, heard);
        String told = last.toString();
        assertThat(told).as("what the model is told").contains(INTERRUPTION, QUESTION, "twelve pieces");
        int words = heard.split(" ").length;
        assertThat(told).contains("tale" + (words - 2)).doesNotContain("tale" + (words + 1) + " ");
        assertThat(Arrays.stream(STORY)
                        .filter(word -> told.contains(word.strip()))
                        .count())
                .as("words of the story that the model takes for said")
                .isBetween(words - 1L, words + 1L);
    }

    private static List<String> texts(JsonNode history, String role) {
        java.util.ArrayList<String> texts = new java.util.ArrayList<>();
        for (JsonNode line : history) {
            if (line.path("role").asText().equalsIgnoreCase(role)) {
                texts.add(line.path("text").asText().strip());
            }
        }
        return texts;
    }
}

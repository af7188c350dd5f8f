package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.server.calls.voice.SyntheticVoice;
import io.sidetone.tools.softphone.call.CallResult;
import io.sidetone.tools.softphone.script.Trigger;
import io.sidetone.tools.softphone.sound.CallerSound;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole calls whose model is asked before the caller's turn is over, with strict services on this machine. */
class PreemptionSystemTest {
    private static final String QUESTION = "do you have tea in stock";
    private static final String BEGINNING = "book a table please";
    private static final String REST = "for two people tonight";
    private static final String ENGINES = "recognizer: dg, dialogue: llm, synthesizer: sonic";
    private static final String MORE =
            """
              desk-ahead: {match: {called: [desk-ahead]}, greeting: "%s", prompt: You work in a shop., policy: ahead, %s}
              patient-ahead: {match: {called: [patient-ahead]}, greeting: "%s", prompt: You work in a shop.,
                              policy: patient-ahead, %s}
            policies:
              waiting: {preemptiveAfterMs: 0}
              ahead: {preemptiveAfterMs: 150}
              patient-ahead: {preemptiveAfterMs: 600, endSilenceMs: 2000, endSilenceSoonerMs: 0, endSilenceLaterMs: 0}
            """;

    /** How long the recognizer and the model take where a figure is printed. */
    private static final int HEARD_MS = 200;

    private static final int FIRST_TOKEN_MS = 300;

    @TempDir
    private static Path folder;

    private static LoopbackServices services;
    private static ServerProcess server;

    @BeforeAll
    static void start() throws Exception {
        services = new LoopbackServices();
        server = ServerProcess.startConfigured(
                folder,
                services.config(ENGINES + ", policy: waiting")
                        + MORE.formatted(LoopbackServices.GREETING, ENGINES, LoopbackServices.GREETING, ENGINES));
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
        services.close();
    }

    @BeforeEach
    void atOnce() {
        services.stt.delayMs = 0;
        services.model.thinking(0);
    }

    private static short[] voice(int seed, int ms) {
        short[] pcm = new short[8 * ms];
        new SyntheticVoice(8_000, seed, -20).fill(pcm, 0, pcm.length);
        return pcm;
    }

    /** Speech, a pause in which a request is due, and speech. */
    private static CallerSound withPause() {
        short[] pcm = new short[8 * 3_900];
        System.arraycopy(voice(4, 1_200), 0, pcm, 0, 8 * 1_200);
        System.arraycopy(voice(5, 1_200), 0, pcm, 8 * 2_700, 8 * 1_200);
        return new CallerSound("with a pause", pcm);
    }

    /** The caller hears the greeting, says {@code sound}, hears the answer and hangs up. */
    private static RealCall ask(String agent, CallerSound sound) throws Exception {
        return RealCall.dial(
                server,
                agent,
                List.of(
                        RealCall.play(new Trigger.AfterAgentTurn(), sound),
                        RealCall.hangUp(new Trigger.AfterAgentTurn())));
    }

    private static String lastUser(JsonNode request) {
        String last = "";
        for (JsonNode message : request.path("messages")) {
            last = message.path("role").asText().equals("user")
                    ? message.path("content").asText()
                    : last;
        }
        return last;
    }

    @Test
    void shouldAskBeforeTheTurnIsOverAndAnswerOnce() throws Exception {
        services.script(QUESTION);
        int before = services.model.requests().size();
        int[] finalized = {-1};
        services.model.next((seen, reply) -> {
            finalized[0] = (int) services.stt.last().commands.stream()
                    .filter(command -> command.contains("Finalize"))
                    .count();
            io.sidetone.speech.chat.ChatService.send(reply, services.model.words("Twelve pieces ", "are left."));
        });
        RealCall call = ask("patient-ahead", new CallerSound("a question", voice(1, 1_500)));
        CallResult.Completed ended = call.completed();
        assertThat(ended.scenario().complete()).as(ended.scenario().text()).isTrue();
        server.awaitIdle();

        List<RealCall.Entry> timeline = call.timeline();
        RealCall.Entry asked = RealCall.first(timeline, "preempt", "asked before");
        RealCall.Entry over = RealCall.first(timeline, "state", "-> FINALIZING");
        RealCall.first(timeline, "preempt", "adopted");
        assertThat(asked.atMs()).as("asked before the end of the turn").isLessThan(over.atMs());
        assertThat(finalized[0]).as("finals asked for when the request came").isZero();
        assertThat(services.model.requests()).as("requests").hasSize(before + 1);
        assertThat(call.said())
                .containsExactly(
                        "assistant: " + LoopbackServices.GREETING,
                        "user: " + QUESTION,
                        "assistant: Twelve pieces are left.");
        JsonNode metrics = call.detail().path("metrics");
        assertThat(metrics.path("preemptiveAdopted").asInt()).isEqualTo(1);
        assertThat(metrics.path("preemptiveSavedMs").asInt()).isPositive();
        leftInOrder(call);
    }

    @Test
    void shouldCloseTheRequestOfACallerWhoGoesOn() throws Exception {
        services.script(BEGINNING, REST);
        int before = services.model.requests().size();
        CountDownLatch gone = new CountDownLatch(1);
        services.model.next((seen, reply) -> reply.onGone(gone::countDown));
        services.model.answers(BEGINNING + " " + REST, "As you wish.");
        RealCall call = ask("patient-ahead", withPause());
        CallResult.Completed ended = call.completed();
        assertThat(ended.scenario().complete()).as(ended.scenario().text()).isTrue();
        server.awaitIdle();

        assertThat(gone.await(30, TimeUnit.SECONDS)).as("the first was closed").isTrue();
        List<JsonNode> requests = services.model.requests();
        List<JsonNode> early = requests.subList(before, requests.size() - 1);
        // A softphone that gets no processor time leaves a gap in the speech: what is asked there holds less of it.
        assertThat(early).as("requests before the last").isNotEmpty().allSatisfy(request -> assertThat(
                        lastUser(request))
                .startsWith("book")
                .isSubstringOf(BEGINNING));
        assertThat(lastUser(requests.get(requests.size() - 1))).contains(BEGINNING + " " + REST);
        assertThat(call.said())
                .containsExactly(
                        "assistant: " + LoopbackServices.GREETING,
                        "user: " + BEGINNING + " " + REST,
                        "assistant: As you wish.");
        RealCall.first(call.timeline(), "preempt", "given up");
        leftInOrder(call);
    }

    private static void leftInOrder(RealCall call) throws Exception {
        JournaledCall.of(server, call.callId());
        services.assertLeftInOrder(server);
        server.assertUnharmed();
    }

    @Test
    void shouldAnswerSoonerThanWithout() throws Exception {
        services.stt.delayMs = HEARD_MS;
        services.model.thinking(FIRST_TOKEN_MS);
        List<Double> without = new ArrayList<>();
        List<Double> ahead = new ArrayList<>();
        List<Integer> savedMs = new ArrayList<>();
        for (String agent : List.of("desk", "desk-ahead")) {
            services.script(QUESTION);
            RealCall call = ask(agent, new CallerSound("a question", voice(1, 1_500)));
            CallResult.Completed ended = call.completed();
            assertThat(ended.scenario().complete()).as(ended.scenario().text()).isTrue();
            server.awaitIdle();
            Double endToAnswerMs = ended.report().plays().get(0).endToNextAgentMs();
            assertThat(endToAnswerMs).as("an answer").isNotNull();
            JsonNode metrics = call.detail().path("metrics");
            boolean wants = agent.equals("desk-ahead");
            (wants ? ahead : without).add(endToAnswerMs);
            assertThat(metrics.path("preemptiveStarted").asInt() > 0).isEqualTo(wants);
            if (wants) {
                savedMs.add(metrics.path("preemptiveSavedMs").asInt());
            }
        }
        System.out.printf(
                "caller's end to the agent's first sound, recognizer %d ms, first token %d ms: %s ms without, %s ms ahead"
                        + " (requests %s ms earlier)%n",
                HEARD_MS, FIRST_TOKEN_MS, without, ahead, savedMs);
        services.assertLeftInOrder(server);
    }
}

package io.sidetone.speech.realtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.setting.Altered;
import io.sidetone.speech.embedded.Eventually;
import io.sidetone.speech.loopback.LogWatch;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RealtimeTurnTest {
    private final RealtimeRig rig = new RealtimeRig();

    private RealtimeSettings manual() {
        return Altered.with(rig.service.settings(), "format", WireFormat.PCM, "turnDetection", TurnDetection.MANUAL);
    }

    @AfterEach
    void leaveNothing() {
        rig.hangUp();
        assertThat(rig.server.violations()).isEmpty();
        assertThat(rig.log.lines())
                .noneMatch(line -> line.startsWith("stale") || line.startsWith("stray") || line.equals("SECRET"));
        assertThat(rig.model.calls()).isZero();
        rig.close();
    }

    private void countsFromZero(int samples) {
        assertThat(rig.played).hasSizeGreaterThanOrEqualTo(samples);
        for (int i = 0; i < samples; i++) {
            assertThat(rig.played.get(i)).as("sample %d", i).isEqualTo((short) (i % 32_000));
        }
    }

    @Test
    @Tag("ITE-REQ-010")
    @Tag("ITE-AC-002")
    void shouldAskForOneResponseAsSoonAsTheUtteranceIsOver() {
        rig.service.transcriptAfterMs = 50;
        rig.service.answers.add(Answer.say("It is ten past four. Anything else?", 0));
        rig.open(manual());
        long[] utterance = new long[1];
        assertThat(rig.utter(utterance)).endsWith("What time is it?");
        long turn = rig.respond(UserInput.Kind.SPEECH, "What time is it?");
        rig.playOut(turn);
        assertThat(rig.service.types()).containsSubsequence("input_audio_buffer.commit", "response.create");
        assertThat(rig.service.count("response.create")).isEqualTo(1);
        assertThat(rig.text()).isEqualTo("It is ten past four. Anything else?");
        countsFromZero("It is ten past four. Anything else?".length() * 60 * 24);
        assertThat(rig.service.last().appendedBytes).isEqualTo(400 * 48);
        assertThat(rig.meters.dialogue().outputTokens.sum()).isEqualTo(20);
    }

    @Test
    @Tag("ITE-REQ-010")
    void shouldAskForNoResponseTheCallDoesNotWantWhenItIsNotEager() {
        rig.open(Altered.with(manual(), "eager", false));
        long[] utterance = new long[1];
        rig.utter(utterance);
        assertThat(rig.service.count("response.create")).isZero();
        rig.playOut(rig.respond(UserInput.Kind.SPEECH, "What time is it?"));
        assertThat(rig.service.count("response.create")).isEqualTo(1);
        assertThat(rig.service.count("conversation.item.create")).isZero();
    }

    @Test
    @Tag("ITE-REQ-010")
    void shouldAskForNoResponseAheadThatTheCallDoesNotWant() {
        rig.open(manual());
        long utterance = rig.start();
        rig.talk(20);
        rig.end(utterance, false);
        rig.log.await("final " + utterance);
        assertThat(rig.service.count("response.create")).isZero();
        rig.playOut(rig.respond(UserInput.Kind.SPEECH, "What time is it?"));
        assertThat(rig.service.count("response.create")).isEqualTo(1);
    }

    @Test
    @Tag("ITE-REQ-002")
    void shouldLetTheServiceSayWhenTheCallerSpeaks() {
        rig.open(
                Altered.with(rig.service.settings(), "format", WireFormat.PCMU, "turnDetection", TurnDetection.SERVER));
        rig.talk(10);
        rig.log.await("evidence silence");
        rig.service.last().speechStarted();
        rig.log.await("evidence speech");
        rig.log.await("speech started");
        long utterance = rig.start();
        rig.talk(30);
        rig.service.last().speechStopped();
        rig.log.await("partial " + utterance + " What time is it?");
        rig.end(utterance);
        rig.log.await("final " + utterance + " What time is it?");
        rig.playOut(rig.respond(UserInput.Kind.SPEECH, "What time is it?"));
        assertThat(rig.service.count("input_audio_buffer.commit")).isZero();
        assertThat(rig.service.count("response.create")).isEqualTo(1);
        assertThat(rig.service.last().appendedBytes).isEqualTo(800 * 8);
        assertThat(rig.service
                        .find("session.update", 0)
                        .at("/session/audio/input/turn_detection/type")
                        .asText())
                .isEqualTo("server_vad");
        long evidences = rig.log.lines().stream()
                .filter(line -> line.startsWith("evidence"))
                .count();
        assertThat(evidences).isGreaterThanOrEqualTo(20);
    }

    @Test
    void shouldTellTheWordsAtAPauseAndCommitNoSilenceAfterIt() {
        rig.open(manual());
        long utterance = rig.start();
        rig.talk(20);
        rig.lane(() -> rig.stt.pauses(utterance));
        rig.log.await("partial " + utterance + " What time is it?");
        rig.talk(20);
        rig.end(utterance, false);
        rig.log.await("final " + utterance + " What time is it?");
        assertThat(rig.service.count("input_audio_buffer.commit")).isEqualTo(1);
        Eventually.holds("no silence stays", () -> rig.service.types().contains("input_audio_buffer.clear"));
        assertThat(rig.service.count("response.create")).isZero();
        rig.playOut(rig.respond(UserInput.Kind.SPEECH, "What time is it?"));
        assertThat(rig.service.count("conversation.item.create")).isZero();
    }

    @Test
    void shouldTellTheWordsBeforeAndAfterAPauseWhenTheCallerGoesOn() {
        rig.open(manual());
        long utterance = rig.start();
        rig.talk(20);
        rig.lane(() -> rig.stt.pauses(utterance));
        rig.log.await("partial " + utterance + " What time is it?");
        rig.service.transcript = "In Rome.";
        rig.talk(20);
        rig.lane(() -> rig.stt.goesOn(utterance));
        rig.end(utterance);
        rig.log.await("final " + utterance + " What time is it? In Rome.");
        assertThat(rig.service.count("input_audio_buffer.commit")).isEqualTo(2);
    }

    @Test
    void shouldDeleteWhatWasCommittedAtAPauseWhenTheUtteranceIsDropped() {
        rig.open(manual());
        long utterance = rig.start();
        rig.talk(20);
        rig.lane(() -> rig.stt.pauses(utterance));
        rig.lane(() -> rig.stt.cancel(utterance));
        Eventually.holds("deleted", () -> rig.service.count("conversation.item.delete") == 1);
    }

    @Test
    void shouldMakeNoWordsAtAPauseWhereTheServiceDecides() {
        rig.open(Altered.with(
                rig.service.settings(), "format", WireFormat.PCM, "turnDetection", TurnDetection.SEMANTIC));
        long utterance = rig.start();
        rig.talk(20);
        rig.lane(() -> rig.stt.pauses(utterance));
        rig.service.last().speechStarted();
        rig.log.await("evidence speech");
        rig.end(utterance);
        rig.log.await("final " + utterance + " What time is it?");
        assertThat(rig.service.count("input_audio_buffer.commit")).isEqualTo(1);
    }

    @Test
    void shouldAskOnceWhenTheAnswerWasAskedAheadOfTheEnd() {
        rig.open(manual());
        assertThat(rig.model.dialogue().capabilities().preemptible()).isTrue();
        long utterance = rig.start();
        rig.talk(20);
        rig.lane(() -> rig.stt.pauses(utterance));
        rig.log.await("partial " + utterance + " What time is it?");
        long turn = rig.prepare("What time is it?");
        rig.log.await("done " + turn);
        rig.end(utterance);
        rig.log.await("final " + utterance + " What time is it?");
        rig.lane(() -> rig.llm.adopted(turn));
        rig.playOut(turn);
        assertThat(rig.service.count("response.create")).isEqualTo(1);
        assertThat(rig.text()).isEqualTo("All right.");
    }

    @Test
    void shouldAnswerAllThatWasSaidWhenTheAnswerAskedAheadIsDiscarded() {
        rig.open(manual());
        long utterance = rig.start();
        rig.talk(20);
        rig.lane(() -> rig.stt.pauses(utterance));
        rig.log.await("partial " + utterance + " What time is it?");
        long early = rig.prepare("What time is it?");
        rig.log.await("done " + early);
        rig.lane(() -> rig.llm.discarded(early));
        rig.end(utterance, false);
        rig.log.await("final " + utterance + " What time is it?");
        rig.playOut(rig.respond(UserInput.Kind.SPEECH, "What time is it?"));
        assertThat(rig.service.count("response.create")).isEqualTo(2);
        assertThat(rig.service.count("conversation.item.create"))
                .as("it has the sound")
                .isZero();
        assertThat(rig.service.count("conversation.item.truncate"))
                .as("unheard")
                .isEqualTo(1);
    }

    @Test
    @Tag("ITE-REQ-002")
    void shouldCommitWhatTheServiceHasNotYetCommitted() {
        rig.open(Altered.with(
                rig.service.settings(), "format", WireFormat.PCM, "turnDetection", TurnDetection.SEMANTIC));
        long utterance = rig.start();
        rig.talk(20);
        rig.service.last().speechStarted();
        rig.log.await("evidence speech");
        rig.end(utterance);
        rig.log.await("final " + utterance + " What time is it?");
        assertThat(rig.service.count("input_audio_buffer.commit")).isEqualTo(1);
        rig.playOut(rig.respond(UserInput.Kind.SPEECH, "What time is it?"));
    }

    @Test
    void shouldTellEarlyWhatTheServiceTakesForComplete() {
        rig.open(Altered.with(
                rig.service.settings(), "format", WireFormat.PCM, "turnDetection", TurnDetection.SEMANTIC));
        long utterance = rig.start();
        rig.talk(20);
        rig.service.last().speechStarted();
        rig.log.await("evidence speech");
        rig.service.last().speechStopped();
        rig.log.await("final " + utterance + " What time is it?");
        rig.end(utterance);
        Eventually.holds("asked", () -> rig.service.count("response.create") == 1);
        rig.playOut(rig.respond(UserInput.Kind.SPEECH, "What time is it?"));
        assertThat(rig.log.lines().stream().filter(line -> line.startsWith("final")))
                .hasSize(1);
    }

    @Test
    void shouldSayInTheLogThatAnAnswerHadNoSound() {
        try (LogWatch logs = new LogWatch()) {
            rig.service.answers.add(Answer.silent());
            rig.service.answers.add(Answer.say("All right.", 0));
            rig.open(rig.service.settings());
            rig.respond(UserInput.Kind.TEXT, "Hello?");
            Eventually.holds(
                    "one WARN",
                    () -> logs.lines().stream()
                                    .filter(line -> line.contains("answered without sound")
                                            && line.contains("engines.voice.model"))
                                    .count()
                            == 1);
            rig.playOut(rig.respond(UserInput.Kind.TEXT, "Again?"));
            assertThat(logs.lines())
                    .filteredOn(line -> line.contains("answered without sound"))
                    .hasSize(1);
        }
    }

    @Test
    void shouldSetWhatElseTheSessionIsToldToHave() {
        rig.open(Altered.with(
                rig.service.settings(), "reasoningEffort", "low", "parallelToolCalls", Optional.of(false)));
        JsonNode session = rig.service.last().config;
        assertThat(session.path("reasoning").path("effort").asText()).isEqualTo("low");
        assertThat(session.path("parallel_tool_calls").isBoolean()).isTrue();
        assertThat(session.path("parallel_tool_calls").asBoolean()).isFalse();
        assertThatThrownBy(() -> RealtimeSettings.openAi(
                        Altered.with(rig.service.settings().access(), "body", Map.of("tools", List.of()))))
                .hasMessageContaining("engines.voice.body.tools: the engine sets it itself");
    }

    @Test
    void shouldTakeWhatWasCommittedOutsideOfUtterancesOutOfTheConversation() {
        rig.open(Altered.with(rig.service.settings(), "format", WireFormat.PCM, "turnDetection", TurnDetection.SERVER));
        rig.talk(20);
        rig.service.last().speechStarted();
        rig.service.last().speechStopped();
        Eventually.holds("committed", () -> rig.service.last().items.size() == 1);
        rig.log.await("evidence silence");
        Eventually.holds("deleted and cleared", () -> {
            long utterance = rig.start();
            rig.talk(10);
            rig.lane(() -> rig.stt.cancel(utterance));
            return rig.service.count("conversation.item.delete") >= 1
                    && rig.service.count("input_audio_buffer.clear") >= 1;
        });
    }

    @Test
    @Tag("ITE-REQ-002")
    void shouldTellTheWordsOfWhatTheCallNoticedLater() {
        rig.open(Altered.with(rig.service.settings(), "format", WireFormat.PCM, "turnDetection", TurnDetection.SERVER));
        rig.talk(20);
        rig.service.last().speechStarted();
        rig.log.await("evidence speech");
        rig.service.last().speechStopped();
        Eventually.holds("written down", () -> rig.service.last().transcribed == 1);
        rig.service.last().raw("{\"type\": \"afterwards\"}");
        Eventually.holds("taken", () -> rig.meters.dialogue().unexpected.sum() > 0);
        long utterance = rig.start();
        rig.log.await("partial " + utterance + " What time is it?");
        rig.end(utterance);
        rig.log.await("final " + utterance + " What time is it?");
        assertThat(rig.service.count("input_audio_buffer.commit")).isZero();
    }

    @Test
    @Tag("ITE-REQ-003")
    @Tag("ITE-REQ-011")
    @Tag("ITE-AC-001")
    void shouldCancelAndCutAtWhatWasHeardWhenInterrupted() {
        rig.service.lateDeltas = true;
        String text = "First I will tell you a long story. Then I will tell you another one. And then the third.";
        rig.service.answers.add(Answer.say(text, 4));
        rig.open(manual());
        long[] utterance = new long[1];
        rig.utter(utterance);
        long turn = rig.respond(UserInput.Kind.SPEECH, "Tell me.");
        rig.log.await("text " + turn + " story.");
        assertThat(rig.play(1_500)).isEqualTo(1_500);
        String heard = rig.interrupt(turn);
        assertThat(text).startsWith(heard);
        assertThat(heard).isNotEmpty();
        Eventually.holds("truncated", () -> rig.service.count("conversation.item.truncate") == 1);
        long cutMs = rig.service
                .find("conversation.item.truncate", 0)
                .path("audio_end_ms")
                .asLong();
        assertThat(cutMs).isBetween(heard.length() * 40L, 1_500L + 100);
        assertThat(rig.service.types()).containsSubsequence("response.cancel", "conversation.item.truncate");
        rig.service.answers.add(Answer.say("Yes?", 0));
        rig.utter(utterance);
        rig.playOut(rig.respond(UserInput.Kind.SPEECH, "Stop."));
        assertThat(rig.text()).isEqualTo("Yes?");
        assertThat(rig.meters.synthesizer().lateDropped.sum()).isPositive();
        assertThat(rig.log.lines()).noneMatch(line -> line.contains("Stale words"));
    }

    @Test
    void shouldOnlyCutWhenTheServiceHadSaidEverything() {
        rig.service.answers.add(Answer.say("One two three four five six seven eight nine ten.", 0));
        rig.open(manual());
        long[] utterance = new long[1];
        rig.utter(utterance);
        long turn = rig.respond(UserInput.Kind.SPEECH, "Count.");
        rig.log.await("done " + turn);
        rig.play(1_000);
        assertThat(rig.interrupt(turn)).startsWith("One two");
        Eventually.holds("truncated", () -> rig.service.count("conversation.item.truncate") == 1);
        assertThat(rig.service.count("response.cancel")).isZero();
        assertThat(rig.heardMs).isBetween(900L, 1_000L);
        assertThat(rig.service.last().truncated.values())
                .as("cut where it was heard, not where a word ends")
                .singleElement()
                .isEqualTo(rig.heardMs);
    }

    @Test
    void shouldDropTheAnswerWhenTheCallerGoesOn() {
        rig.service.answers.add(Answer.say("You want a", 20).hanging());
        rig.open(manual());
        long[] utterance = new long[1];
        rig.utter(utterance);
        Eventually.holds("asked", () -> rig.service.count("response.create") == 1);
        rig.service.answers.add(Answer.say("A table for two then.", 0));
        rig.utter(utterance);
        rig.playOut(rig.respond(UserInput.Kind.SPEECH, "A table. For two."));
        assertThat(rig.text()).isEqualTo("A table for two then.");
        assertThat(rig.service.count("response.cancel")).isEqualTo(1);
        assertThat(rig.service.count("response.create")).isEqualTo(2);
    }

    @Test
    void shouldGreetInTheConversationAndSpeakTheCallsOwnSentencesBesideIt() {
        rig.open(manual());
        long greeting = rig.beginTurn();
        rig.service.answers.add(Answer.say("Good day. How may I help?", 0));
        rig.lane(() -> rig.llm.announce(greeting, PromptReason.GREETING));
        rig.playOut(greeting);
        assertThat(rig.text()).isEqualTo("Good day. How may I help?");
        rig.service.answers.add(Answer.say("I can hear you again.", 0));
        rig.playOut(rig.say("I can hear you again."));
        JsonNode own = rig.service.find("response.create", 1).path("response");
        assertThat(own.path("conversation").asText()).isEqualTo("none");
        assertThat(own.path("instructions").asText()).contains("I can hear you again.");
        assertThat(rig.service
                        .find("response.create", 0)
                        .at("/response/instructions")
                        .asText())
                .contains("Good day. How may I help?");
        assertThat(rig.text()).isEqualTo("I can hear you again.");
        assertThat(rig.log.lines()).noneMatch(line -> line.startsWith("text") && line.contains("again"));
    }

    @Test
    void shouldAnswerTypedTextAndKeys() {
        rig.open(manual());
        rig.playOut(rig.respond(UserInput.Kind.TEXT, "Where are you?"));
        rig.playOut(rig.respond(UserInput.Kind.DIGITS, "42"));
        assertThat(rig.service.last().texts.values()).containsExactly("user: Where are you?", "user: Keys pressed: 42");
        assertThat(rig.service.count("response.create")).isEqualTo(2);
    }

    @Test
    void shouldGoOnWithoutWordsThatAreNotWrittenDownInTime() {
        rig.service.transcriptAfterMs = 60_000;
        rig.open(Altered.with(
                manual(), "limits", new RealtimeLimits(40, 100, 4_000, 8_000, 3_600_000, 300_000, 60_000)));
        long[] utterance = new long[1];
        assertThat(rig.utter(utterance)).endsWith(" …");
        rig.playOut(rig.respond(UserInput.Kind.SPEECH, "…"));
        assertThat(rig.text()).isEqualTo("All right.");
    }

    @Test
    void shouldSayNothingWasUnderstoodWhenTheServiceFoundNoWords() {
        rig.service.transcript = "";
        rig.service.answers.add(Answer.say("Hm", 50).hanging());
        rig.open(manual());
        long[] utterance = new long[1];
        assertThat(rig.utter(utterance)).isEqualTo("final " + utterance[0] + " ");
        Eventually.holds("cancelled", () -> rig.service.count("response.cancel") == 1);
        rig.service.transcriptFails = true;
        assertThat(rig.utter(utterance)).endsWith(" …");
    }

    @Test
    void shouldWaitForTheEndOfACancelledResponseBeforeTheNext() {
        rig.service.otherwise =
                create -> Answer.say("This goes on for a while.", 5).createdAfter(10);
        rig.open(manual());
        for (int i = 0; i < 5; i++) {
            long turn = rig.respond(UserInput.Kind.TEXT, "Go " + i);
            if (i % 2 == 0) {
                rig.log.await("text " + turn);
            }
            rig.interrupt(turn);
        }
        rig.service.otherwise = create -> Answer.say("All right.", 0);
        rig.playOut(rig.respond(UserInput.Kind.TEXT, "Done?"));
        assertThat(rig.text()).isEqualTo("All right.");
    }

    @Test
    void shouldLoseNothingAndRepeatNothingHoweverWordsAndAudioInterleave() {
        long seed = Long.getLong("sidetone.seed", 20_261_101L);
        System.out.println("interleaving seed " + seed);
        Random random = new Random(seed);
        rig.open(manual());
        for (int round = 0; round < 20; round++) {
            Answer answer = Answer.silent();
            StringBuilder said = new StringBuilder();
            int ms = 0;
            for (int i = 0; i < 4 + random.nextInt(20); i++) {
                if (random.nextBoolean()) {
                    String words = List.of("Well, ", "so it goes. ", "Is it? ", "no ", "a rather longer piece of text ")
                            .get(random.nextInt(5));
                    answer.words(words);
                    said.append(words);
                } else {
                    int piece = 10 * (1 + random.nextInt(60));
                    answer.audio(piece);
                    ms += piece;
                }
            }
            answer.words("End.").audio(200);
            said.append("End.");
            ms += 200;
            rig.service.answers.add(answer);
            rig.played.clear();
            long turn = rig.respond(UserInput.Kind.TEXT, "Go on.");
            rig.playOut(turn);
            countsFromZero(ms * 24);
            assertThat(rig.played.size()).isLessThanOrEqualTo(ms * 24 + 480);
            assertThat(rig.text()).isEqualTo(said.toString().strip().replaceAll(" +", " "));
            assertThat(rig.onLane(() -> rig.speaking.playout().spokenText()))
                    .as("round %d", round)
                    .isEqualTo(rig.text());
        }
    }

    @Test
    void shouldNotRunAheadOfItsCredit() {
        rig.service.answers.add(Answer.say("A sentence. ".repeat(20).strip(), 0));
        rig.open(manual());
        long turn = rig.respond(UserInput.Kind.TEXT, "Talk.");
        rig.log.await("done " + turn);
        rig.log.await("clause 3 done of " + turn);
        assertThat(rig.onLane(() -> rig.speaking.playout().bufferedMs())).isLessThanOrEqualTo(RealtimeRig.CREDIT_MS);
        rig.playOut(turn);
        countsFromZero(20 * 12 * 60 * 24 - 60 * 24);
    }

    @Test
    void shouldUnderstandTheNamesOfTheBeta() {
        rig.service.beta = true;
        rig.open(manual());
        rig.playOut(rig.respond(UserInput.Kind.TEXT, "Hello?"));
        assertThat(rig.text()).isEqualTo("All right.");
    }

    @Test
    void shouldTellANewSessionWhatWasSaidBeforeTheCallCameToIt() {
        rig.remember(History.Role.USER, 1, "I am Ann.");
        rig.remember(History.Role.ASSISTANT, 2, "Hello Ann.");
        rig.open(manual());
        rig.playOut(rig.respond(UserInput.Kind.TEXT, "Who am I?"));
        assertThat(rig.service.last().texts.values())
                .containsExactlyInAnyOrder("user: I am Ann.", "assistant: Hello Ann.", "user: Who am I?");
        assertThat(rig.service
                        .find("conversation.item.create", 0)
                        .path("previous_item_id")
                        .asText())
                .isEqualTo("root");
    }
}

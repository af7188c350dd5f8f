package io.sidetone.speech.chat;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.port.PromptReason;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.port.action.Instructions;
import io.sidetone.speech.embedded.Eventually;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Turns as a call makes them, with each kind of service. */
class ChatTurnsTest {
    private static ChatService.Call call(String id, String name, String arguments) {
        return new ChatService.Call(id, name, arguments);
    }

    @ParameterizedTest
    @EnumSource
    void shouldPassPiecesOnAsTheyComeAndCountTokens(ChatProvider provider) {
        try (ChatRig rig = new ChatRig(provider)) {
            rig.service.says("Good ", "morning", ". How are you?");
            rig.ask(10, "Hello");
            rig.end(10);
            assertThat(rig.log.lines())
                    .containsExactly("ready", "text 10 Good ", "text 10 morning", "text 10 . How are you?", "done 10");
            assertThat(rig.meter.inputTokens.sum()).isEqualTo(9);
            assertThat(rig.meter.outputTokens.sum()).isEqualTo(12);
            assertThat(rig.meter.firstAnswer.getTotalCount()).isEqualTo(1);
            assertThat(rig.meter.wholeAnswer.getTotalCount()).isEqualTo(1);
            String request = rig.service.lastRequest().toString();
            assertThat(request).contains("You are the desk of a dentist.", "Hello", "0.3", "200");
            // An answer is over for the model before it is for its connection.
            Eventually.holds("no connection is in use", () -> rig.net.openConnections() == rig.net.idleConnections());
            rig.ask(12, "And again");
            rig.end(12);
            assertThat(rig.said(12)).isEqualTo("You said: Hello\nAnd again.");
            // The first may have been asked while the warmed connection was still being made.
            assertThat(rig.server.accepted()).isLessThanOrEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldHaveAnotherConnectionReadyWhileOneIsInUse(ChatProvider provider) {
        try (ChatRig rig = new ChatRig(provider)) {
            Eventually.holds("one waits from the start", () -> rig.net.idleConnections() == 1);
            rig.service.next((seen, reply) -> {});
            rig.ask(10, "Hello");
            // Whoever asks next on this loop, another call as well, dials nothing in his turn.
            Eventually.holds(
                    "the question was asked", () -> rig.service.requests().size() == 1);
            Eventually.holds("one more waits", () -> rig.net.idleConnections() >= 1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldTellTheModelWhatTheCallerHeardSawAndKeyed(ChatProvider provider) {
        try (ChatRig rig = new ChatRig(provider)) {
            rig.session.narratedState("A form with the field 'name'.");
            rig.session.briefing(new Instructions(
                    "Speak like a pirate.",
                    List.of(new ActionDefinition("paint", "Paints.", Map.of("type", "object"), false, true, 0))));
            rig.history.agent(3, "Welcome to the desk.", false, "", 0);
            rig.history.user(4, "I want");
            rig.history.agent(5, "We have tea and", true, "We have tea and coffee.", 1);
            rig.history.user(9, "12");
            rig.session.respond(10, new UserInput(UserInput.Kind.DIGITS, "12"), rig.history.recent());
            rig.end(10);
            String request = rig.service.lastRequest().toString();
            assertThat(request)
                    .contains("We have tea and [interrupted by the caller]")
                    .doesNotContain("coffee")
                    .contains("[The caller pressed these keys on the telephone: 1 2]")
                    .contains("A form with the field 'name'.")
                    .contains("Speak like a pirate.")
                    .contains("paint")
                    .contains("^[0-9]+$");
            rig.session.narratedState("A map.");
            rig.ask(12, "Go");
            rig.end(12);
            assertThat(rig.service.lastRequest().toString()).contains("A map.").doesNotContain("A form");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldGoOnWhenAllActionsAreAnswered(ChatProvider provider) {
        try (ChatRig rig = new ChatRig(provider)) {
            rig.service.wants(
                    "Let me check.",
                    call("call_a", "lookup", "{\"id\":\"7\"}"),
                    call("call_b", "lookup", "{\"id\":\"8\"}"));
            rig.service.says("Seven is open, ", "eight is closed.");
            rig.ask(10, "Are seven and eight open?");
            rig.log.await("action 10 lookup {id=8}");
            assertThat(rig.log.lines())
                    .containsExactly(
                            "ready", "text 10 Let me check.", "action 10 lookup {id=7}", "action 10 lookup {id=8}");
            assertThat(rig.wanted.get(0).invocationId())
                    .isNotEqualTo(rig.wanted.get(1).invocationId());
            rig.session.actionResult(10, ActionResult.ok(rig.wanted.get(1).invocationId(), Map.of("open", false)));
            rig.session.actionResult(
                    10, ActionResult.failure(rig.wanted.get(0).invocationId(), ActionResult.TIMEOUT, "too slow"));
            rig.end(10);
            assertThat(rig.said(10)).isEqualTo("Let me check. Seven is open, eight is closed.");
            assertThat(rig.service.requests()).hasSize(2);
            assertThat(rig.service.lastRequest().toString())
                    .contains("open", "false", "timeout", "too slow", "Let me check.");
            rig.history.agent(10, rig.said(10), false, "", 0);
            rig.session.spoken(10);
            rig.ask(12, "Thanks");
            rig.end(12);
            String later = rig.service.lastRequest().toString();
            assertThat(later).contains("too slow");
            assertThat(later.indexOf("too slow")).isLessThan(later.indexOf("Seven is open"));
            assertThat(later.split("Let me check", -1)).hasSize(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotAskAgainWhereNothingIsToFollow(ChatProvider provider) {
        try (ChatRig rig = new ChatRig(provider)) {
            rig.service.wants("Noted.", call("call_n", "note", "{}"));
            rig.ask(10, "Note that");
            rig.log.await("action 10 note");
            rig.session.actionResult(10, ActionResult.ok(rig.wanted.get(0).invocationId(), null));
            rig.end(10);
            assertThat(rig.service.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldSpeakOnceOfAnActionAfterSpeechAndOfItsFailure(ChatProvider provider) {
        try (ChatRig rig = new ChatRig(provider)) {
            rig.service.wants("I connect you.", call("call_t", "transfer", "{}"));
            rig.ask(10, "An operator, please");
            rig.log.await("action 10 transfer {} after speech");
            String id = rig.wanted.get(0).invocationId();
            rig.session.actionResult(10, ActionResult.ok(id, Map.of("scheduled", "after speech")));
            rig.end(10);
            assertThat(rig.service.requests()).hasSize(1);
            rig.session.spoken(10);
            rig.service.says("Nobody is there.");
            rig.session.lateResult(14, ActionResult.failure(id, ActionResult.FAILED, "486 busy"));
            rig.end(14);
            assertThat(rig.said(14)).isEqualTo("Nobody is there.");
            assertThat(rig.service.lastRequest().toString()).contains("486 busy", "I connect you.", "Tell the caller");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldAskOnceMoreWhereAnActionAfterSpeechCameWithoutWords(ChatProvider provider) {
        try (ChatRig rig = new ChatRig(provider)) {
            rig.service.wants("", call("call_t", "transfer", "{}"));
            rig.service.says("One moment, I connect you.");
            rig.ask(10, "An operator, please");
            rig.log.await("action 10 transfer");
            rig.session.actionResult(
                    10, ActionResult.ok(rig.wanted.get(0).invocationId(), Map.of("scheduled", "after speech")));
            rig.end(10);
            assertThat(rig.said(10)).isEqualTo("One moment, I connect you.");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldSayGoodbyeBeforeItHangsUp(ChatProvider provider) {
        try (ChatRig rig = new ChatRig(provider)) {
            rig.service.wants("Have a nice day.", call("call_h", "hang_up", "{}"));
            rig.service.wants("", call("call_i", "hang_up", "{}"));
            rig.ask(10, "Bye");
            rig.end(10);
            assertThat(rig.said(10)).isEqualTo("Have a nice day.");
            assertThat(rig.log.lines()).contains("action 10 hang_up {} after speech");
            rig.ask(12, "Bye");
            rig.end(12);
            assertThat(rig.said(12)).isEqualTo("Goodbye.");
            rig.ask(14, "Wait");
            rig.end(14);
            assertThat(rig.service.lastRequest().toString()).contains("scheduled");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldRememberWhatAnActionBroughtAfterItsTurnWasCancelled(ChatProvider provider) {
        try (ChatRig rig = new ChatRig(provider)) {
            rig.service.wants("", call("call_a", "lookup", "{\"id\":\"7\"}"));
            rig.ask(10, "Find seven");
            rig.log.await("action 10 lookup");
            rig.fence.advance(11);
            rig.session.cancelled(10, "", 0);
            rig.session.actionResult(10, ActionResult.ok(rig.wanted.get(0).invocationId(), Map.of("case", "blue")));
            rig.ask(14, "What was it?");
            rig.end(14);
            assertThat(rig.service.requests()).hasSize(2);
            assertThat(rig.service.lastRequest().toString()).contains("blue");
            assertThat(rig.log.lines()).noneMatch(line -> line.startsWith("done 10"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldSayConfiguredSentencesWithoutTheModel(ChatProvider provider) {
        try (ChatRig rig = new ChatRig(
                provider,
                s -> ChatRig.with(
                        s, s.access().url(), s.access().key(), s.keyHeader(), true, "Welcome to the desk."))) {
            long token = 10;
            for (PromptReason occasion : PromptReason.values()) {
                rig.session.announce(token, occasion);
                rig.end(token);
                assertThat(rig.said(token)).isNotBlank();
                token += 2;
            }
            assertThat(rig.said(10)).isEqualTo("Welcome to the desk.");
            assertThat(rig.said(20)).isEqualTo("I am sorry, our time is up. Goodbye.");
            assertThat(rig.service.requests()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldHaveTheModelGreetAndGoOnUnasked(ChatProvider provider) {
        try (ChatRig rig = new ChatRig(provider)) {
            rig.service.says("Desk of the dentist, good morning.");
            rig.session.announce(10, PromptReason.GREETING);
            rig.end(10);
            assertThat(rig.said(10)).isEqualTo("Desk of the dentist, good morning.");
            rig.history.agent(10, rig.said(10), false, "", 0);
            rig.session.respond(12, new UserInput(UserInput.Kind.TEXT, ""), rig.history.recent());
            rig.end(12);
            assertThat(rig.said(12)).isEqualTo("You said: [Go on.].");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldCloseTheStreamBeforeTheFirstTokenWhenCancelled(ChatProvider provider) {
        try (ChatRig rig = new ChatRig(provider)) {
            boolean[] gone = new boolean[1];
            boolean[] asked = new boolean[1];
            rig.service.next((seen, reply) -> {
                asked[0] = true;
                reply.onGone(() -> gone[0] = true);
            });
            rig.ask(10, "Hello");
            Eventually.holds("the request arrived", () -> asked[0]);
            rig.fence.advance(11);
            rig.session.cancelled(10, "", 0);
            Eventually.holds("the connection is closed", () -> gone[0]);
            Eventually.holds("the cancellation is counted", () -> rig.meter.cancelled.sum() == 1);
            rig.ask(14, "Hello again");
            rig.end(14);
            assertThat(rig.log.lines()).noneMatch(line -> line.contains(" 10"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldDropWhatComesForADeadTurn(ChatProvider provider) {
        try (ChatRig rig = new ChatRig(provider)) {
            List<String> events = rig.service.words("One", "Two", "Three");
            rig.service.next((seen, reply) -> {
                reply.head(200, ChatService.SSE);
                int first = provider == ChatProvider.GEMINI ? 1 : provider == ChatProvider.OPENAI ? 2 : 4;
                events.subList(0, first).forEach(reply::chunk);
                reply.later(150, () -> {
                    rig.fence.advance(11);
                    events.subList(first, events.size()).forEach(reply::chunk);
                    reply.end();
                });
            });
            rig.ask(10, "Count");
            rig.log.await("text 10 One");
            Eventually.holds("dropped", () -> rig.meter.lateDropped.sum() > 0);
            assertThat(rig.said(10)).isEqualTo("One");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldSayWhyNothingWasSaid(ChatProvider provider) {
        try (ChatRig rig = new ChatRig(provider)) {
            rig.service.next(
                    (seen, reply) -> ChatService.send(reply, rig.service.wordsUntil(rig.service.tooLong(), "Half a")));
            rig.ask(10, "Tell me all");
            rig.end(10);
            assertThat(rig.said(10)).isEqualTo("Half a");
            assertThat(rig.log.lines()).contains("done 10");
            rig.service.next((seen, reply) -> ChatService.send(reply, rig.service.wordsUntil(rig.service.tooLong())));
            rig.ask(12, "Tell me all");
            assertThat(rig.failure(12))
                    .startsWith("failed 12 rejected declined")
                    .contains("max-tokens");
            rig.service.next((seen, reply) -> ChatService.send(reply, rig.service.wordsUntil(rig.service.filtered())));
            rig.ask(14, "Tell me worse");
            assertThat(rig.failure(14))
                    .startsWith("failed 14 rejected declined")
                    .contains("filter");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotAskForActionsWithoutEnd(ChatProvider provider) {
        try (ChatRig rig = new ChatRig(provider)) {
            for (int i = 0; i < 4; i++) {
                rig.service.wants("", call("call_" + i, "lookup", "{\"id\":\"7\"}"));
            }
            rig.ask(10, "Loop");
            for (int i = 0; i < 3; i++) {
                int n = i;
                Eventually.holds("action " + i, () -> rig.wanted.size() > n);
                rig.session.actionResult(10, ActionResult.ok(rig.wanted.get(i).invocationId(), null));
            }
            assertThat(rig.failure(10)).contains("broken", "without end");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldAnswerAProbe(ChatProvider provider) throws Exception {
        try (ChatRig rig = new ChatRig(provider)) {
            assertThat(rig.dialogue.probe().get().up()).isTrue();
            rig.service.next((seen, reply) ->
                    reply.whole(401, Map.of(), "{\"error\":{\"message\":\"bad key " + ChatService.KEY + "\"}}"));
            assertThat(rig.dialogue.probe().get().detail())
                    .contains("401", "engines.brain.key")
                    .doesNotContain(ChatService.KEY);
        }
    }
}

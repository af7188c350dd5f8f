package io.sidetone.speech.chat;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.port.action.ActionResult;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A model that says nothing is asked once more, and nothing is done twice for it. */
class EmptyAnswerTest {
    private static final ChatService.Call LOOKUP = new ChatService.Call("call_a", "lookup", "{\"id\":\"7\"}");
    private static final ChatService.Call AGAIN = new ChatService.Call("call_b", "lookup", "{\"id\":\"7\"}");
    private static final ChatService.Call OTHER = new ChatService.Call("call_c", "lookup", "{\"id\":\"8\"}");

    private static void nothing(ChatRig rig) {
        rig.service.next((seen, reply) -> ChatService.send(reply, rig.service.words("")));
    }

    private static void succeed(ChatRig rig, int number) {
        rig.session.actionResult(10, ActionResult.ok(rig.wanted.get(number).invocationId(), Map.of("case", "open")));
    }

    @ParameterizedTest
    @EnumSource(ChatProvider.class)
    void shouldAskAgainWhenThereWasNoAnswer(ChatProvider provider) {
        try (ChatRig rig = new ChatRig(provider)) {
            nothing(rig);
            rig.service.says("Hello.");
            rig.ask(10, "Hi");
            rig.end(10);
            assertThat(rig.said(10)).isEqualTo("Hello.");
            assertThat(rig.service.lastRequest().toString()).contains("You said nothing");
            rig.ask(12, "And now?");
            rig.end(12);
            assertThat(rig.service.lastRequest().toString()).doesNotContain("You said nothing");
        }
    }

    @ParameterizedTest
    @EnumSource(ChatProvider.class)
    void shouldSaySoWhenTheModelHasNoAnswerTwice(ChatProvider provider) {
        try (ChatRig rig = new ChatRig(provider)) {
            nothing(rig);
            nothing(rig);
            rig.ask(10, "Hi");
            rig.end(10);
            assertThat(rig.said(10)).isEqualTo(ChatSentences.ENGLISH.noAnswer());
        }
    }

    @ParameterizedTest
    @EnumSource(ChatProvider.class)
    void shouldSayThatItIsDoneWhenNothingIsSaidBehindAnAction(ChatProvider provider) {
        try (ChatRig rig = new ChatRig(provider)) {
            rig.service.wants("One moment.", LOOKUP);
            nothing(rig);
            nothing(rig);
            rig.ask(10, "Find it");
            rig.log.await("action 10 lookup");
            succeed(rig, 0);
            rig.end(10);
            assertThat(rig.said(10)).isEqualTo("One moment. " + ChatSentences.ENGLISH.done());
            assertThat(rig.wanted).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource(ChatProvider.class)
    void shouldCarryOutNothingTwiceBecauseTheModelSaidNothing(ChatProvider provider) {
        try (ChatRig rig = new ChatRig(provider)) {
            rig.service.wants("", LOOKUP);
            nothing(rig);
            rig.service.wants("", AGAIN, OTHER);
            rig.service.says("Both are open.");
            rig.ask(10, "Find it");
            rig.log.await("action 10 lookup {id=7}");
            succeed(rig, 0);
            rig.log.await("action 10 lookup {id=8}");
            succeed(rig, 1);
            rig.end(10);
            assertThat(rig.said(10)).isEqualTo("Both are open.");
            assertThat(rig.wanted)
                    .extracting(call -> call.parameters().get("id"))
                    .containsExactly("7", "8");
        }
    }

    @ParameterizedTest
    @EnumSource(ChatProvider.class)
    void shouldAskAgainWhenACallIsWrittenAsText(ChatProvider provider) {
        try (ChatRig rig = new ChatRig(provider)) {
            rig.service.says("One moment. ", "functions.lookup({\"id\"", ":\"7\"})");
            rig.service.wants("", LOOKUP);
            rig.service.says("It is open.");
            rig.ask(10, "Find it");
            rig.log.await("action 10 lookup");
            assertThat(rig.service.lastRequest().toString()).contains("as text");
            succeed(rig, 0);
            rig.end(10);
            assertThat(rig.said(10)).isEqualTo("One moment. It is open.");
        }
    }

    @ParameterizedTest
    @EnumSource(ChatProvider.class)
    void shouldDropACallWrittenBesideTheRealOne(ChatProvider provider) {
        try (ChatRig rig = new ChatRig(provider)) {
            rig.service.wants("lookup({\"id\":\"7\"})", LOOKUP);
            rig.service.says("It is open.");
            rig.ask(10, "Find it");
            rig.log.await("action 10 lookup");
            succeed(rig, 0);
            rig.end(10);
            assertThat(rig.said(10)).isEqualTo("It is open.");
            assertThat(rig.wanted).hasSize(1);
        }
    }
}

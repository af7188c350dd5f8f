package io.sidetone.speech.chat;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.port.PromptReason;
import io.sidetone.core.port.UserInput;
import io.sidetone.speech.embedded.Eventually;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests that are made while the caller may still go on, with each kind of service. */
class ChatPreemptionTest {
    private static void prepare(ChatRig rig, long token, String text) {
        rig.session.prepare(token, new UserInput(UserInput.Kind.SPEECH, text), rig.history.recentWith(token - 1, text));
    }

    @ParameterizedTest
    @EnumSource
    void shouldAnswerAheadAndGoOnLikeAfterAnyTurn(ChatProvider provider) {
        try (ChatRig rig = new ChatRig(provider)) {
            assertThat(rig.dialogue.capabilities().preemptible()).isTrue();
            rig.service.says("We are open.");
            prepare(rig, 10, "when are you open");
            rig.end(10);
            rig.session.adopted(10);
            rig.history.user(9, "When are you open?");
            rig.history.agent(10, "We are open.", false, "", 0);
            rig.ask(12, "And tomorrow?");
            rig.end(12);
            assertThat(rig.said(10)).isEqualTo("We are open.");
            assertThat(rig.service.lastRequest().toString())
                    .contains("When are you open?", "We are open.", "And tomorrow?")
                    .doesNotContain("when are you open");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldCloseTheConnectionOfWhatIsNotWantedBeforeTheFirstToken(ChatProvider provider) throws Exception {
        try (ChatRig rig = new ChatRig(provider)) {
            CountDownLatch asked = new CountDownLatch(1);
            CountDownLatch gone = new CountDownLatch(1);
            rig.service.next((seen, reply) -> {
                reply.onGone(gone::countDown);
                asked.countDown();
            });
            prepare(rig, 10, "book a");
            assertThat(asked.await(60, TimeUnit.SECONDS)).as("asked").isTrue();
            rig.session.discarded(10);
            assertThat(gone.await(60, TimeUnit.SECONDS)).as("closed").isTrue();
            rig.ask(12, "book a table");
            rig.end(12);
            assertThat(rig.said(12)).isEqualTo("You said: book a table.");
            assertThat(rig.meter.cancelled.sum()).isEqualTo(1);
            assertThat(rig.log.lines()).noneMatch(line -> line.contains(" 10 "));
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldForgetWhatItWasAskedAndWantedInVain(ChatProvider provider) {
        try (ChatRig rig = new ChatRig(provider)) {
            rig.history.user(3, "Hello");
            rig.history.agent(4, "Welcome.", false, "", 0);
            rig.service.wants("Looking. ", new ChatService.Call("call_1", "lookup", "{\"id\":\"17\"}"));
            prepare(rig, 10, "look for seventeen");
            rig.log.await(line -> line.startsWith("action 10 lookup"), "the action");
            rig.session.discarded(10);
            rig.history.user(9, "nothing");
            rig.ask(12, "no nothing at all");
            rig.end(12);
            assertThat(rig.service.lastRequest().toString())
                    .contains("Hello", "Welcome.", "no nothing at all")
                    .doesNotContain("seventeen", "call_1", "Looking");
            assertThat(rig.log.lines())
                    .filteredOn(line -> line.startsWith("failed"))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotTellTheModelOfItInASentenceThatNobodyAskedFor(ChatProvider provider) {
        try (ChatRig rig = new ChatRig(provider)) {
            rig.ask(6, "Good morning");
            rig.end(6);
            rig.service.says("A secret.");
            prepare(rig, 10, "tell me a secret");
            rig.end(10);
            rig.session.discarded(10);
            rig.session.announce(12, PromptReason.GREETING);
            rig.end(12);
            Eventually.holds("asked again", () -> rig.service.requests().size() == 3);
            assertThat(rig.service.lastRequest().toString())
                    .contains("Good morning", "You said: Good morning.")
                    .doesNotContain("secret.", "tell me a secret");
        }
    }
}

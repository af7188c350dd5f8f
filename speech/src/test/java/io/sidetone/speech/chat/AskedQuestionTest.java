package io.sidetone.speech.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.facts.CallOrigin;
import io.sidetone.core.facts.CallTerms;
import io.sidetone.core.facts.HandedOver;
import io.sidetone.speech.embedded.Eventually;
import io.sidetone.speech.loopback.Seen;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Questions to a model beside its conversations. */
class AskedQuestionTest {
    private static final CallFacts FACTS =
            new CallFacts("+4930123", "100", List.of(), 0, Map.of(), CallTerms.NONE, HandedOver.NONE, CallOrigin.NONE);
    private final List<Seen> seen = new CopyOnWriteArrayList<>();

    private static ChatQuestion question(int maxChars, String... said) {
        return new ChatQuestion("01CALL", "desk", FACTS, "Write it down.", List.of(said), maxChars);
    }

    @ParameterizedTest
    @EnumSource
    void shouldAskAndAnswerOnce(ChatProvider provider) throws Exception {
        try (ChatRig rig = new ChatRig(provider)) {
            rig.service.next((request, reply) -> {
                seen.add(request);
                ChatService.send(reply, rig.service.words("It was ", "an order."));
            });
            assertThat(rig.dialogue
                            .ask(question(100, "the transcript", "an answer", "once more"))
                            .get(20, TimeUnit.SECONDS))
                    .isEqualTo("It was an order.");
            assertThat(rig.service.lastRequest().toString())
                    .contains("Write it down.", "the transcript", "an answer", "once more")
                    .doesNotContain("dentist");
            assertThat(seen.get(0).header("X-Sidetone-Call")).isEqualTo("01CALL");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldFailWhereTheAnswerIsTooLongOrNothingOrRefused(ChatProvider provider) {
        try (ChatRig rig = new ChatRig(provider)) {
            rig.service.says("1234567", "8901");
            assertThatThrownBy(() -> rig.dialogue.ask(question(10, "x")).get(20, TimeUnit.SECONDS))
                    .hasMessageContaining("more than 10 characters");
            rig.service.says(" ");
            assertThatThrownBy(() -> rig.dialogue.ask(question(10, "x")).get(20, TimeUnit.SECONDS))
                    .hasMessageContaining("engine brain");
            rig.service.next(
                    (request, reply) -> ChatService.send(reply, rig.service.wordsUntil(rig.service.tooLong(), "cut")));
            assertThatThrownBy(() -> rig.dialogue.ask(question(10, "x")).get(20, TimeUnit.SECONDS))
                    .hasMessageContaining("max-tokens");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndTheRequestWhereNobodyWaitsAnyMore(ChatProvider provider) {
        try (ChatRig rig = new ChatRig(provider)) {
            rig.service.next((request, reply) -> {
                seen.add(request);
                reply.head(200, ChatService.SSE);
            });
            CompletableFuture<String> answer = rig.dialogue.ask(question(10, "x"));
            Eventually.holds("the request", () -> !seen.isEmpty());
            answer.cancel(false);
            Eventually.holds("one cancelled request", () -> rig.meter.cancelled.sum() == 1);
        }
    }
}

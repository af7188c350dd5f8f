package io.sidetone.speech.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.core.facts.CallFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class AlternativeQuestionsTest {
    private static final ChatQuestion QUESTION =
            new ChatQuestion("call", "desk", CallFacts.NONE, "", List.of("?"), 100);

    private final List<CompletableFuture<String>> asked = new ArrayList<>();
    private final QuestionModel model = question -> {
        assertThat(question).isSameAs(QUESTION);
        asked.add(new CompletableFuture<>());
        return asked.get(asked.size() - 1);
    };
    private final CompletableFuture<String> answer = new AlternativeQuestions(List.of(model, model)).ask(QUESTION);

    @Test
    void shouldAskTheFirstModelAloneWhenItAnswers() {
        assertThat(asked).hasSize(1);
        asked.get(0).complete("tea");
        assertThat(answer).isCompletedWithValue("tea");
        assertThat(asked).hasSize(1);
    }

    @Test
    void shouldAskTheNextModelWhenOneFails() {
        asked.get(0).completeExceptionally(new IllegalStateException("overloaded"));
        assertThat(answer).isNotDone();
        asked.get(1).complete("tea");
        assertThat(answer).isCompletedWithValue("tea");
    }

    @Test
    void shouldFailLikeTheLastWhenEveryModelFails() {
        asked.get(0).completeExceptionally(new IllegalStateException("overloaded"));
        asked.get(1).completeExceptionally(new IllegalStateException("unreachable"));
        assertThatThrownBy(answer::join).hasRootCauseMessage("unreachable");
    }

    @Test
    void shouldAskNobodyMoreWhenTheQuestionIsGivenUp() {
        answer.cancel(false);
        assertThat(asked).singleElement().matches(CompletableFuture::isCancelled);
    }

    @Test
    void shouldNeedAModel() {
        assertThatThrownBy(() -> new AlternativeQuestions(List.of())).isInstanceOf(IllegalArgumentException.class);
    }
}

package io.sidetone.speech.chat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Several models of one agent: when one fails, the same question goes to the next. Thread-safe; holds nothing of a question. */
public final class AlternativeQuestions implements QuestionModel {
    private final List<QuestionModel> models;

    /** Creates it of {@code models}, the preferred first; at least one. */
    public AlternativeQuestions(List<QuestionModel> models) {
        if (models.isEmpty()) {
            throw new IllegalArgumentException("no model to ask; give at least one");
        }
        this.models = List.copyOf(models);
    }

    /** As {@link QuestionModel#ask}; the failure is that of the last model. */
    @Override
    public CompletableFuture<String> ask(ChatQuestion question) {
        CompletableFuture<String> answer = new CompletableFuture<>();
        ask(question, 0, answer);
        return answer;
    }

    private void ask(ChatQuestion question, int number, CompletableFuture<String> answer) {
        CompletableFuture<String> asked = models.get(number).ask(question);
        answer.whenComplete((text, over) -> asked.cancel(false));
        asked.whenComplete((text, failure) -> {
            if (failure == null) {
                answer.complete(text);
            } else if (number + 1 < models.size() && !answer.isDone()) {
                ask(question, number + 1, answer);
            } else {
                answer.completeExceptionally(
                        failure instanceof CompletionException && failure.getCause() != null
                                ? failure.getCause()
                                : failure);
            }
        });
    }
}

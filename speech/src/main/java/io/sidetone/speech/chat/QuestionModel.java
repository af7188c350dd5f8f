package io.sidetone.speech.chat;

import java.util.concurrent.CompletableFuture;

/** A model that can be asked beside a conversation. Thread-safe. */
@FunctionalInterface
public interface QuestionModel {
    /**
     * Asks. Any thread; does not block. Who cancels the future, or gives it a limit, ends the request with it.
     *
     * @return the answer; or an exception whose message says why there is none, without secrets
     */
    CompletableFuture<String> ask(ChatQuestion question);
}

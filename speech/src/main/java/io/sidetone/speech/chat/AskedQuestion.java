package io.sidetone.speech.chat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.output.FinishReason;
import io.sidetone.core.port.EngineFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** One question under way. Its loop only; the future completes there. */
final class AskedQuestion implements ChatStream.Listener {
    private static final int RETRY_MS = 100;

    private final ChatStream.Line line;
    private final ChatQuestion question;
    private final CompletableFuture<String> answer;
    private final ChatStream stream;
    private int chars;

    /** Asks {@code question} over {@code line}; completes {@code answer}. */
    AskedQuestion(ChatStream.Line line, ChatQuestion question, CompletableFuture<String> answer) {
        this.line = line;
        this.question = question;
        this.answer = answer;
        this.stream = new ChatStream(
                line,
                ChatModels.request(line.settings(), messages(question), List.of()),
                new RequestEdits(line.settings().provider()),
                RETRY_MS,
                this);
    }

    private static List<ChatMessage> messages(ChatQuestion question) {
        List<ChatMessage> messages = new ArrayList<>();
        messages.add(SystemMessage.from(question.instructions()));
        for (int i = 0; i < question.said().size(); i++) {
            String text = question.said().get(i);
            messages.add(i % 2 == 0 ? UserMessage.from(text) : AiMessage.from(text));
        }
        return messages;
    }

    void begin() {
        if (!answer.isDone()) {
            line.http().about(CallHeaders.of(question, line.settings()));
            stream.begin();
        }
    }

    /** Nobody waits for the answer any more. */
    void cancel() {
        stream.cancel();
    }

    @Override
    public void text(String piece) {
        chars += piece.length();
        if (chars > question.maxChars()) {
            stream.cancel();
            fail("answers with more than " + question.maxChars() + " characters");
        }
    }

    @Override
    public void complete(AiMessage whole, FinishReason why, ChatEvents seen) {
        String text = whole.text() == null ? "" : whole.text().strip();
        if (text.isEmpty()) {
            fail("answers with nothing");
        } else if (why == FinishReason.LENGTH) {
            fail("was cut off at max-tokens");
        } else {
            answer.complete(text);
        }
    }

    @Override
    public void failed(EngineFailure failure) {
        answer.completeExceptionally(new IllegalStateException(failure.message()));
    }

    private void fail(String what) {
        answer.completeExceptionally(
                new IllegalStateException("engine " + line.settings().access().name() + " " + what));
    }
}

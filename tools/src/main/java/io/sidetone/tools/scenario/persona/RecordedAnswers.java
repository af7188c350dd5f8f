package io.sidetone.tools.scenario.persona;

import io.sidetone.speech.chat.ChatQuestion;
import io.sidetone.speech.chat.QuestionModel;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Stands in for a model: says what it said before, whatever is heard now. For one call; one thread. */
final class RecordedAnswers implements QuestionModel {
    private final Recording recording;
    private final List<String> notes;
    private int next;
    private boolean strayed;

    /** Plays {@code recording}; what is strange about it goes to {@code notes}. */
    RecordedAnswers(Recording recording, List<String> notes) {
        this.recording = recording;
        this.notes = notes;
    }

    @Override
    public CompletableFuture<String> ask(ChatQuestion question) {
        if (next == recording.exchanges().size()) {
            return CompletableFuture.failedFuture(new IllegalStateException("its recording " + recording.file()
                    + " ends after " + next + " answers; record it anew: test --record"));
        }
        Recording.Exchange exchange = recording.exchanges().get(next++);
        String heard = question.said().get(question.said().size() - 1);
        if (!strayed && !exchange.heard().isEmpty() && !exchange.heard().equals(heard)) {
            strayed = true;
            notes.add("turn " + next + ": the agent does not say what it said when "
                    + recording.file().getFileName()
                    + " was recorded; record it anew where the caller no longer fits: test --record");
        }
        return CompletableFuture.completedFuture(exchange.said());
    }
}

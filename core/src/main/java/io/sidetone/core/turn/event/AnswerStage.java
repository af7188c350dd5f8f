package io.sidetone.core.turn.event;

import java.util.Locale;
import java.util.function.ToIntFunction;

/** Stages that an answer passes, in order. The time of a stage is what it adds to those before it. */
public enum AnswerStage {
    /** The end of the caller's turn is awaited. */
    ENDPOINT(AnswerTimes::decidedMs),
    /** The recognizer's final words are awaited. */
    WORDS(AnswerTimes::wordsMs),
    /** The dialogue is asked. */
    REQUEST(AnswerTimes::requestMs),
    /** The dialogue thinks. */
    DIALOGUE(AnswerTimes::textMs),
    /** The first clause is not complete. */
    CLAUSE(AnswerTimes::clauseMs),
    /** The voice makes its first sound. */
    VOICE(AnswerTimes::voiceMs),
    /** The first frame waits for its turn. */
    PLAYOUT(AnswerTimes::audioMs);

    private static final AnswerStage[] ALL = values();

    private final String wireName = name().toLowerCase(Locale.ROOT);
    private final ToIntFunction<AnswerTimes> reachedMs;

    AnswerStage(ToIntFunction<AnswerTimes> reachedMs) {
        this.reachedMs = reachedMs;
    }

    /** Its name in metrics, logs and the API. */
    public String wireName() {
        return wireName;
    }

    /** Returns what this stage added in {@code answer}, in ms: 0 when it was passed beside an earlier one, or not at all. */
    public int addedMs(AnswerTimes answer) {
        int before = 0;
        for (int i = 0; i < ordinal(); i++) {
            before = Math.max(before, ALL[i].reachedMs.applyAsInt(answer));
        }
        int reached = reachedMs.applyAsInt(answer);
        return reached <= before ? 0 : reached - before;
    }

    /** Returns the stage that added most to {@code answer}; the earlier one of two. */
    public static AnswerStage slowest(AnswerTimes answer) {
        AnswerStage slowest = ENDPOINT;
        for (AnswerStage stage : ALL) {
            slowest = stage.addedMs(answer) > slowest.addedMs(answer) ? stage : slowest;
        }
        return slowest;
    }
}

package io.sidetone.core.conversation;

import io.sidetone.core.fence.Token;
import io.sidetone.core.turn.event.AnswerTimes;

/**
 * Notes when the answer to the caller's last turn reaches each stage. The first time of each counts, and nothing of a filler does. Lane
 * thread only.
 */
final class AnswerClock {
    private static final long MS = 1_000_000L;
    private static final long NOT_YET = Long.MIN_VALUE;

    private boolean open;
    private long token = Token.NONE;
    private String endedBy = "";
    private long speechEndedNs;
    private long decidedNs;
    private long wordsNs;
    private long requestNs;
    private long textNs;
    private long clauseNs;
    private long voiceNs;

    /** The caller's turn is over; the times of an answer that was not heard are dropped. */
    void ended(long speechEnded, String by, long nowNs) {
        open = true;
        token = Token.NONE;
        endedBy = by;
        speechEndedNs = speechEnded;
        decidedNs = nowNs;
        wordsNs = NOT_YET;
        requestNs = NOT_YET;
        textNs = NOT_YET;
        clauseNs = NOT_YET;
        voiceNs = NOT_YET;
    }

    /** The caller's words are final. */
    void words(long nowNs) {
        wordsNs = first(wordsNs, nowNs);
    }

    /** The dialogue was asked at {@code atNs} for what the turn {@code of} says. */
    void asked(long of, long atNs) {
        if (open && token == Token.NONE) {
            token = of;
            requestNs = atNs;
        }
    }

    /** The turn {@code of} has words of the answer, and the voice was asked for some of them if {@code clause}. */
    void text(long of, boolean clause, long nowNs) {
        if (of == token) {
            textNs = first(textNs, nowNs);
            clauseNs = clause ? first(clauseNs, nowNs) : clauseNs;
        }
    }

    /** The turn {@code of} has sound of the answer. */
    void voice(long of, long nowNs) {
        if (of == token) {
            voiceNs = first(voiceNs, nowNs);
        }
    }

    /** Returns whether nothing was sent yet of the answer that the turn {@code of} gives. */
    boolean awaits(long of) {
        return open && of == token && token != Token.NONE;
    }

    /** The first frame of the answer was sent; returns its times. */
    AnswerTimes sent(long nowNs) {
        open = false;
        return new AnswerTimes(
                token,
                speechEndedNs,
                endedBy,
                after(decidedNs),
                after(wordsNs),
                after(requestNs),
                after(textNs),
                after(clauseNs),
                after(voiceNs),
                after(nowNs));
    }

    private static long first(long known, long nowNs) {
        return known == NOT_YET ? nowNs : known;
    }

    private int after(long atNs) {
        return atNs == NOT_YET ? AnswerTimes.NONE : (int) ((atNs - speechEndedNs) / MS);
    }
}

package io.sidetone.core.playout;

import io.sidetone.core.dialogue.ClauseSplitter;
import io.sidetone.core.fence.Token;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.SynthesisSession;
import java.util.List;

/**
 * The agent's side of one call: response text → clauses → synthesizer → playout, with credit.
 *
 * <p>Lane thread only. One turn at a time; {@link #token} says which.
 */
public final class SpeechOutput {
    private static final int CREDIT_STEP_MS = 500;

    private final ClauseSplitter splitter = new ClauseSplitter();
    private final Playout playout;
    private SynthesisSession session;
    private long token = Token.NONE;
    private boolean announcement;
    private boolean textComplete;
    private int creditMs;
    private long creditedMs;
    private long aheadToken = Token.NONE;
    private int aheadCreditMs;

    /** Creates the voice of a call whose frames go out at {@code mediaRateHz}. */
    public SpeechOutput(int mediaRateHz) {
        this.playout = new Playout(mediaRateHz);
    }

    /** The synthesizer's session is open; what remains of the present turn is its business from now on. */
    public void session(SynthesisSession opened) {
        session = opened;
        if (active()) {
            creditedMs = playout.positionMs() + creditMs;
            session.credit(token, creditMs);
        }
    }

    /**
     * The synthesizer's session is gone: what it had still to deliver will not come.
     *
     * @param standIn takes its place
     * @return whether a turn lost something by it
     */
    public boolean lost(SynthesisSession standIn) {
        session = standIn;
        boolean rest = playout.failRest();
        return rest || active() && !textComplete;
    }

    /**
     * Asks the voice for the first clause of a turn that may never begin. Its sound comes at once, with the token of that turn, and is
     * the asker's to hold until {@link #begin} or to drop after {@link #dropAhead}.
     *
     * @param clause the one that {@link #text} will cut first from the text of the turn
     */
    public void ahead(long turnToken, int turnCreditMs, String clause) {
        aheadToken = turnToken;
        aheadCreditMs = turnCreditMs;
        session.credit(turnToken, turnCreditMs);
        session.speak(turnToken, 0, clause);
    }

    /** The turn that the voice was asked for ahead does not begin. */
    public void dropAhead() {
        if (aheadToken != Token.NONE) {
            session.cancel(aheadToken);
            aheadToken = Token.NONE;
        }
    }

    /** Returns whether the voice was asked for a turn that has not begun. */
    public boolean askedAhead() {
        return aheadToken != Token.NONE;
    }

    /** Sets whether turns begin with a few words where no clause is complete: the voice goes on with the rest as with one text. */
    public void beginsEarly(boolean yes) {
        splitter.beginsEarly(yes);
    }

    /** Begins the turn granted at {@code turnToken}. */
    public void begin(long turnToken, boolean isAnnouncement, int turnCreditMs) {
        token = turnToken;
        announcement = isAnnouncement;
        textComplete = false;
        splitter.clear();
        playout.begin();
        creditMs = turnCreditMs;
        if (turnToken == aheadToken) {
            creditedMs = aheadCreditMs;
        } else {
            creditedMs = turnCreditMs;
            session.credit(turnToken, turnCreditMs);
        }
    }

    /** Adds a piece of the response. */
    public void text(String piece) {
        splitter.add(piece);
        for (String clause = splitter.next(); clause != null; clause = splitter.next()) {
            ask(clause);
        }
    }

    /** A sound follows what was said so far. */
    public void sound(List<PcmChunk> sound) {
        flush();
        playout.addSound(sound);
    }

    /** The text is complete. */
    public void textComplete() {
        for (String clause = splitter.rest(); clause != null; clause = splitter.rest()) {
            ask(clause);
        }
        textComplete = true;
        playout.end();
    }

    private void ask(String clause) {
        int number = playout.addClause(clause);
        if (token == aheadToken) {
            aheadToken = Token.NONE;
        } else {
            session.speak(token, number, clause);
        }
    }

    /**
     * Speaks what was given of a sentence as far as it goes: an action follows it.
     *
     * @return whether there is anything to be heard before the action
     */
    public boolean flush() {
        for (String clause = splitter.rest(); clause != null; clause = splitter.rest()) {
            ask(clause);
        }
        return playout.hasAudio() || !playout.allClausesDone();
    }

    /** Notes that what was given so far covers the wait for the answer; it is spoken as far as it goes. */
    public void fillerComplete() {
        flush();
        playout.answerFollows();
    }

    /** Returns whether none of what was asked for so far can be heard. */
    public boolean silenced() {
        return !playout.hasAudio() && playout.allClausesDone();
    }

    /** Returns whether all that was asked for so far was played, or cannot be heard. */
    public boolean drained() {
        return playout.drained();
    }

    /** Takes audio; false if it fits no clause of the turn. */
    public boolean audio(int clause, PcmChunk chunk) {
        return playout.add(clause, chunk);
    }

    /** A clause is complete. */
    public void clauseDone(int clause) {
        playout.clauseDone(clause);
    }

    /** A clause could not be spoken, or not to its end. */
    public void clauseFailed(int clause) {
        playout.clauseFailed(clause);
    }

    /** Fills one frame and lets the synthesizer run on by what was played. */
    public int fill(short[] out, long nowNs) {
        int samples = playout.fill(out, nowNs);
        if (samples > 0 && playout.positionMs() + creditMs - creditedMs >= CREDIT_STEP_MS) {
            session.credit(token, CREDIT_STEP_MS);
            creditedMs += CREDIT_STEP_MS;
        }
        return samples;
    }

    /** Stops everything the turn caused. */
    public void cancel(long throughToken) {
        session.cancel(throughToken);
        aheadToken = Token.NONE;
        splitter.clear();
        playout.begin();
        token = Token.NONE;
    }

    /** The turn is over by itself. */
    public void finish() {
        playout.dropSound();
        token = Token.NONE;
    }

    /** Returns whether a turn is under way. */
    public boolean active() {
        return token != Token.NONE;
    }

    /** Returns whether the turn has been spoken to its end, or never had anything to say. */
    public boolean complete() {
        return textComplete && playout.complete();
    }

    /** Returns whether the text is complete and there was none, or none of it made a sound. */
    public boolean mute() {
        return textComplete && !playout.hasAudio() && playout.allClausesDone();
    }

    /** An action answered: the text goes on. */
    public void reopen() {
        textComplete = false;
        playout.reopen();
    }

    /** Returns whether more text is to come. */
    public boolean textDue() {
        return !textComplete;
    }

    /** Returns whether the turn is no answer to the caller (T04). */
    public boolean announcement() {
        return announcement;
    }

    /** The present turn, or none. */
    public long token() {
        return token;
    }

    /** The present turn as sound. */
    public Playout playout() {
        return playout;
    }
}

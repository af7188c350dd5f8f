package io.sidetone.core.dialogue.preempt;

import io.sidetone.core.dialogue.Phrases;
import io.sidetone.core.fence.Token;

/**
 * The request of one call that may be made while its caller still has the floor: what the recognizer understands so far,
 * when that is worth a request, and what comes back. Lane thread only, no clock.
 *
 * <p>A request has a token of its own, later than the utterance it rests on. Nothing of it leaves the lane before it is
 * adopted, so that giving it up needs no fence: its events are known by their token, and dropped and counted like those of
 * any turn that is over. The fence could not pass it either without killing the utterance, which is still being spoken; it
 * does when the turn begins.
 */
public final class Preemption {
    private static final long MS = 1_000_000L;

    private static final long NEVER = Long.MIN_VALUE;

    /** Time by which words of a recognizer that does not say how far it has heard are behind the sound. */
    private static final int LAG_MS = 100;

    /** Recognizers report words this often: what has not changed for so long misses none. */
    private static final int REPORT_MS = 200;

    private long utterance = Token.NONE;
    private String words = "";
    private String normalWords = "";
    private long wordsNs;
    private long coveredNs = NEVER;
    private String doubtedWords = "";
    private boolean sure;
    private boolean closed;
    private int starts;

    private long token = Token.NONE;
    private long before = Token.NONE;
    private long givenUp = Token.NONE;
    private String askedWords = "";
    private String asked = "";
    private long askedNs;
    private long spokenMs;
    private HeldAnswer held = new HeldAnswer();
    private final FirstClause firstClause = new FirstClause();
    private int spokenChars;

    private int requests;
    private int adoptions;
    private int lost;
    private int lostChars;
    private long savedMs;

    /** Outcome of an event of the model. */
    public enum Taken {
        /** It belongs to no request of this kind. */
        NOT_OURS,
        /** It is held. */
        HELD,
        /** There is no room for it: the request is to be given up. */
        TOO_MUCH
    }

    // ---- the utterance ----------------------------------------------------------------------------------------------

    /**
     * The recognizer understands {@code text} of the utterance {@code ofToken} so far.
     *
     * @param complete whether it takes that for the whole of it
     */
    public void heard(long ofToken, String text, boolean complete, long nowNs) {
        if (ofToken != utterance) {
            utterance = ofToken;
            normalWords = "";
            coveredNs = NEVER;
            doubtedWords = "";
            closed = false;
            starts = 0;
        }
        String normal = text.isEmpty() ? "" : Phrases.normal(text);
        if (normal.isEmpty()) {
            return;
        }
        if (normal.equals(normalWords)) {
            sure |= complete;
            return;
        }
        words = text;
        normalWords = normal;
        wordsNs = nowNs;
        sure = complete;
    }

    /** The words reported last were made with all sound of the utterance {@code ofToken} until {@code untilNs}. */
    public void covers(long ofToken, long untilNs) {
        if (ofToken == utterance) {
            coveredNs = untilNs;
        }
    }

    /** No request is made any more while {@code ofToken} is the utterance. */
    public void close(long ofToken) {
        heard(ofToken, "", false, 0);
        closed = true;
    }

    /** Sets whether answers begin with a few words where no clause is complete. */
    public void beginsEarly(boolean yes) {
        firstClause.beginsEarly(yes);
    }

    /** Returns what the recognizer understands of the utterance. */
    public String words() {
        return words;
    }

    /**
     * Returns whether it is time for a request.
     *
     * @param ofToken the present utterance
     * @param afterMs for how long its words have to be unchanged and the caller silent, unless they are taken for the whole
     * @param most requests per utterance
     * @param stoppedNs when the caller stopped, if he has
     */
    public boolean due(long ofToken, int afterMs, int most, long stoppedNs, long nowNs) {
        if (active() || closed || ofToken != utterance || normalWords.isEmpty() || starts >= most) {
            return false;
        }
        long afterNs = afterMs * MS;
        return sure || nowNs - stoppedNs >= afterNs && whole(afterNs, stoppedNs, nowNs);
    }

    /** Returns whether the words were made with all of the sound. */
    private boolean whole(long afterNs, long stoppedNs, long nowNs) {
        boolean unchanged = nowNs - wordsNs >= Math.max(afterNs, REPORT_MS * MS);
        boolean covered = coveredNs == NEVER ? wordsNs - stoppedNs >= LAG_MS * MS : coveredNs >= stoppedNs;
        return unchanged || covered;
    }

    /** The caller has gone on after the words of the request. */
    public void wentOn() {
        doubtedWords = askedWords;
    }

    /** Returns whether the caller has gone on after just these words. */
    public boolean doubted() {
        return doubtedWords.equals(normalWords);
    }

    /** Returns whether the words the request rests on are not what the recognizer understands any more. */
    public boolean contradicted() {
        return active() && !askedWords.equals(normalWords);
    }

    // ---- the request ------------------------------------------------------------------------------------------------

    /**
     * A request is made for {@code whole}.
     *
     * @param ofToken the request's
     * @param mark the token just before it: fenced there, what was given up before is dead and the request is not
     * @param callerSpokeMs how much the caller has spoken so far
     */
    public void asked(long ofToken, long mark, String whole, long callerSpokeMs, long nowNs) {
        token = ofToken;
        before = mark;
        askedWords = normalWords;
        asked = Phrases.normal(whole);
        askedNs = nowNs;
        spokenMs = callerSpokeMs;
        held = new HeldAnswer();
        firstClause.clear();
        spokenChars = 0;
        starts++;
        requests++;
    }

    /** Returns whether a request is under way or answered, and neither adopted nor given up. */
    public boolean active() {
        return token != Token.NONE;
    }

    /** The request, or none. */
    public long token() {
        return token;
    }

    /** Returns when it was made. */
    public long askedNs() {
        return askedNs;
    }

    /** Returns how much the caller has spoken since, where he has spoken {@code inAllMs}. */
    public long spokenSinceMs(long inAllMs) {
        return inAllMs - spokenMs;
    }

    /** Returns whether {@code ofToken} is the request's. */
    public boolean owns(long ofToken) {
        return token != Token.NONE && ofToken == token;
    }

    /** Returns whether the request was made for just these words. */
    public boolean answers(String whole) {
        return active() && asked.equals(Phrases.normal(whole));
    }

    /** Takes a piece of the answer, or of its sound. */
    public Taken take(long ofToken, HeldAnswer.Kind kind, Object what, long nowNs) {
        if (!owns(ofToken)) {
            return Taken.NOT_OURS;
        }
        firstClause.add(kind, what);
        return held.add(kind, what, nowNs) ? Taken.HELD : Taken.TOO_MUCH;
    }

    /** Returns the first clause of the answer once, when it is complete and has at most {@code mostChars} characters; else null. */
    public String clauseToSpeak(int mostChars) {
        String clause = firstClause.take();
        if (clause == null || clause.length() > mostChars) {
            return null;
        }
        spokenChars = clause.length();
        return clause;
    }

    /** Returns how many characters the voice was asked for of the present request. */
    public int spokenChars() {
        return spokenChars;
    }

    /** The request is the turn's, which would be made now; returns what was answered so far. */
    public HeldAnswer adopted(long nowNs) {
        adoptions++;
        savedMs += (nowNs - askedNs) / MS;
        HeldAnswer answer = held;
        end();
        return answer;
    }

    /** Drops the answer; returns how many characters it had. */
    public int givenUp() {
        givenUp = token;
        int chars = held.chars();
        lost++;
        lostChars += chars + spokenChars;
        end();
        return chars;
    }

    private void end() {
        token = Token.NONE;
        held = new HeldAnswer();
        spokenChars = 0;
    }

    /** Requests of the call so far. */
    public int requests() {
        return requests;
    }

    /** Of these, those that were adopted. */
    public int adoptions() {
        return adoptions;
    }

    /** Returns whether those that were given up stay below {@code mostLost} requests and {@code mostChars} characters. */
    public boolean affordable(int mostLost, int mostChars) {
        return lost < mostLost && lostChars < mostChars;
    }

    /** By how much these were made earlier, in all. */
    public long savedMs() {
        return savedMs;
    }

    // ---- the fence --------------------------------------------------------------------------------------------------

    /** The last request that was given up and is not fenced yet, or none. */
    public long unfenced() {
        return givenUp;
    }

    /** The token to fence at so that the present request lives. */
    public long before() {
        return before;
    }

    /** The fence has passed what was given up. */
    public void fenced() {
        givenUp = Token.NONE;
    }
}

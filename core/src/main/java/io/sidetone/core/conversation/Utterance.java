package io.sidetone.core.conversation;

import io.sidetone.core.fence.Fence;
import io.sidetone.core.fence.Token;
import io.sidetone.core.fence.Tokens;

/**
 * The caller's present utterance: its token, granted when the caller takes the floor or provisionally at a yield, what is known of its
 * words, and what was said before it in the same turn. Lane thread only.
 */
final class Utterance {
    private final Tokens tokens;
    private final Fence fence;
    private final Listening listening;
    private long token = Token.NONE;
    private String earlyFinal;
    private String shown = "";
    private long shownOf = Token.NONE;
    private String before = "";
    private long beforeDue = Token.NONE;
    private boolean interrupts;
    private long endedNs;
    private long speechEndedNs;

    Utterance(TurnContext context, Listening listening) {
        this.tokens = context.tokens();
        this.fence = context.fence();
        this.listening = listening;
    }

    /** The present utterance, or none. */
    long token() {
        return token;
    }

    /** Returns whether there is one that no fence has passed. */
    boolean alive() {
        return token != Token.NONE && !fence.isDead(token);
    }

    /** Grants the next one. The recognizer is not asked for it yet: an input by keys needs no more than this. */
    void grant() {
        token = tokens.grant();
        earlyFinal = null;
    }

    /** Feeds it to the recognizer, where there is one. */
    void listen(long nowNs) {
        if (!listening.keysOnly()) {
            listening.start(token, nowNs);
        }
    }

    /** Nothing more of it is wanted of the recognizer. */
    void cancel() {
        listening.cancel(token);
    }

    /** There is none. */
    void forget() {
        token = Token.NONE;
    }

    /**
     * Goes on with what was kept as utterance {@code kept}; {@code wordsDue} is the one of its turn whose words are still to come, or none.
     */
    void become(long kept, String finalWords, String wordsBefore, long wordsDue) {
        token = kept;
        earlyFinal = finalWords;
        follows(wordsBefore, wordsDue);
    }

    // ---- its words --------------------------------------------------------------------------------------------------

    /** Utterance {@code of} is shown as {@code words} so far. */
    void shows(long of, String words) {
        shown = words;
        shownOf = of;
    }

    /** Returns what was shown last of utterance {@code of}; empty where nothing was. */
    String shown(long of) {
        return of == shownOf ? shown.strip() : "";
    }

    /** The final transcript came before the end of input. */
    void finalCame(String words) {
        earlyFinal = words;
    }

    /** The final transcript that came before the end of input, or null. */
    String earlyFinal() {
        return earlyFinal;
    }

    /** Returns all that was said in the turn, where {@code words} are the utterance's. */
    String whole(String words) {
        return PendingTurn.join(before, words);
    }

    /** The final transcript is used. */
    String take(String words) {
        earlyFinal = null;
        return whole(words);
    }

    // ---- the turn it belongs to -------------------------------------------------------------------------------------

    /** Nothing was said before it in its turn. */
    void standsAlone() {
        follows("", Token.NONE);
    }

    /** {@code words} were said before it in its turn, and what utterance {@code due} brings, unless that is none. */
    void follows(String words, long due) {
        before = words;
        beforeDue = due;
    }

    /** The next one goes on with the turn of this one, whose words are still to come if {@code due}. */
    void goesOn(boolean due) {
        beforeDue = due ? token : Token.NONE;
    }

    /** The whole turn so far has been said in {@code words}. */
    void answered(String words) {
        before = words;
    }

    /** Returns whether words said before it in its turn are still to come. */
    boolean wordsDue() {
        return beforeDue != Token.NONE;
    }

    /** Takes the words of the utterance before it in its turn; false when {@code of} is not that. */
    boolean wordsBefore(long of, String words) {
        if (of == Token.NONE || of != beforeDue) {
            return false;
        }
        before = PendingTurn.join(before, words);
        beforeDue = Token.NONE;
        return true;
    }

    /** Notes whether it interrupts the agent: what does never ends the call. */
    void interrupts(boolean on) {
        interrupts = on;
    }

    /** Returns whether the turn interrupted the agent. */
    boolean interrupts() {
        return interrupts;
    }

    // ---- its end ----------------------------------------------------------------------------------------------------

    /** It is complete: noticed now, and over for the ear since {@code speechEnded}. */
    void ended(long speechEnded, long nowNs) {
        endedNs = nowNs;
        speechEndedNs = speechEnded;
    }

    /** Returns when the last input was complete. */
    long endedNs() {
        return endedNs;
    }

    /** Returns when the last input ended for the ear: a response is measured from here. */
    long speechEndedNs() {
        return speechEndedNs;
    }
}

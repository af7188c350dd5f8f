package io.sidetone.core.conversation;

import io.sidetone.core.fence.Token;

/**
 * What the caller said, keyed or typed where the agent could not be interrupted: hands-free, protection, cooldown, an
 * action. It is heard like any utterance and becomes the caller's next turn (ITE-AC-003, VIP-T22). Lane thread only.
 *
 * <p>Like a yield it reserves a fence token before its own, so that a stop of the agent spares the words that are kept.
 */
final class PendingTurn {
    private static final int MAX_DIGITS = 32;
    private static final int MAX_TEXT = 4_000;

    private final TurnState s;
    private long mark = Token.NONE;
    private long token = Token.NONE;
    private long earlier = Token.NONE;
    private boolean open;
    private boolean due;
    private String words = "";
    private String digits = "";
    private String typed = "";

    PendingTurn(TurnState state) {
        this.s = state;
    }

    /** The caller begins to speak; the recogniser is fed from the pre-roll on. */
    void speech(long nowNs) {
        if (s.keysOnly() || s.asleep()) {
            return;
        }
        earlier = due ? token : Token.NONE;
        mark = s.tokens.grant();
        token = s.tokens.grant();
        open = true;
        due = true;
        s.hearing.startUtterance(token, s.hint, s.turn.burstMs());
        s.turn.activity(nowNs);
        tell("speech", nowNs);
    }

    private void tell(String kind, long nowNs) {
        s.effects.note("pending", kind + " is kept until the agent has finished");
        s.listener.pendingTurn(kind, nowNs);
    }

    /** The caller has finished; the transcript follows. */
    void silence() {
        if (open) {
            open = false;
            s.hearing.endUtterance(token, s.standing.atOnce());
        }
    }

    void digit(char digit, long nowNs) {
        if (digits.length() < MAX_DIGITS) {
            digits += digit;
            tell("digits", nowNs);
        }
    }

    void text(String text, long nowNs) {
        if (typed.length() + text.length() < MAX_TEXT) {
            typed = join(typed, text);
            tell("text", nowNs);
        }
    }

    /** Whether {@code ofToken} is an utterance that is kept. */
    boolean owns(long ofToken) {
        return ofToken != Token.NONE && (ofToken == token || ofToken == earlier);
    }

    void transcript(long ofToken, String text) {
        words = join(words, text);
        if (ofToken == token) {
            due = false;
            open = false;
        } else {
            earlier = Token.NONE;
        }
    }

    /** The recogniser failed an utterance that is kept: nothing more comes of it. */
    void failed(long ofToken) {
        transcript(ofToken, "");
    }

    /** The recogniser is gone: no more words come for what is kept. */
    void unheard() {
        if (open || due) {
            transcript(token, "");
        }
        earlier = Token.NONE;
    }

    /** Returns the token at which {@code cancelled} can be fenced without fencing what is kept; none if there is none. */
    long spareMark(long cancelled) {
        return token != Token.NONE && mark > cancelled && !s.fence.isDead(mark) ? mark : Token.NONE;
    }

    boolean waiting() {
        return token != Token.NONE || !digits.isEmpty() || !typed.isEmpty() || !words.isEmpty();
    }

    String takeDigits() {
        String taken = digits;
        digits = "";
        return taken;
    }

    String takeText() {
        String taken = typed;
        typed = "";
        return taken;
    }

    boolean speechOpen() {
        return open;
    }

    /** Whether there may be words: an utterance that turned out to be none is forgotten. */
    boolean hasSpeech() {
        if (token != Token.NONE && !open && !due && words.isEmpty()) {
            forget();
        }
        return token != Token.NONE;
    }

    /**
     * The floor is the caller's now: what was kept is the beginning of the turn.
     *
     * @return whether the utterance is still being spoken and goes on under its own token
     */
    boolean takeOver() {
        s.continuedText = words;
        digits = "";
        typed = "";
        boolean goesOn = open && !s.fence.isDead(token);
        if (goesOn) {
            s.userToken = token;
            s.earlyFinal = null;
            s.continuedToken = earlier;
        } else if (open) {
            s.hearing.cancelUtterance(token);
        } else if (due) {
            s.continuedToken = token;
        }
        forget();
        return goesOn;
    }

    /** Begins the turn under the utterance's own token; its transcript is here or will come. */
    void become() {
        boolean dead = s.fence.isDead(token);
        if (dead) {
            s.hearing.cancelUtterance(open ? token : Token.NONE);
            s.grantUser();
            s.earlyFinal = words;
            s.continuedText = "";
            s.continuedToken = Token.NONE;
        } else {
            s.userToken = token;
            s.earlyFinal = due ? null : words;
            s.continuedText = due ? words : "";
            s.continuedToken = earlier;
        }
        forget();
    }

    /** What was said is not wanted any more: hold, the end. */
    void drop() {
        if (open) {
            s.hearing.cancelUtterance(token);
        }
        forget();
        digits = "";
        typed = "";
    }

    private void forget() {
        mark = Token.NONE;
        token = Token.NONE;
        earlier = Token.NONE;
        open = false;
        due = false;
        words = "";
    }

    static String join(String first, String second) {
        String a = first.strip();
        String b = second.strip();
        return a.isEmpty() ? b : b.isEmpty() ? a : a + " " + b;
    }
}

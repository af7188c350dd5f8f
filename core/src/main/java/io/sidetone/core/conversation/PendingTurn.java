package io.sidetone.core.conversation;

import io.sidetone.core.fence.Fence;
import io.sidetone.core.fence.Token;
import io.sidetone.core.fence.Tokens;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.secret.SecretPlaceholders;
import io.sidetone.core.turn.TurnListener;

/**
 * Input that the caller said, keyed or typed where the agent could not be interrupted: hands-free, protection, cooldown, an
 * action. It is heard like any utterance and becomes the caller's next turn (ITE-AC-003, VIP-T22). Lane thread only.
 *
 * <p>Like a yield it reserves a fence token before its own, so that a stop of the agent spares the words that are kept.
 */
final class PendingTurn {
    private static final int MAX_DIGITS = 32;
    private static final int MAX_TEXT = 4_000;

    private final Tokens tokens;
    private final Fence fence;
    private final Effects effects;
    private final TurnListener listener;
    private final Listening listening;
    private final Utterance utterance;
    private final FloorGrant grant;
    private long mark = Token.NONE;
    private long token = Token.NONE;
    private long earlier = Token.NONE;
    private boolean open;
    private boolean due;
    private String words = "";
    private String digits = "";
    private String typed = "";

    PendingTurn(TurnContext context, Listening listening, Utterance utterance, FloorGrant grant) {
        this.tokens = context.tokens();
        this.fence = context.fence();
        this.effects = context.effects();
        this.listener = context.listener();
        this.listening = listening;
        this.utterance = utterance;
        this.grant = grant;
    }

    /** The caller begins to speak; the recognizer is fed from the pre-roll on. */
    void speech(long nowNs) {
        if (listening.keysOnly() || listening.asleep()) {
            return;
        }
        earlier = due ? token : Token.NONE;
        mark = tokens.grant();
        token = tokens.grant();
        open = true;
        due = true;
        listening.start(token, nowNs);
        kept("speech", nowNs);
    }

    private void kept(String kind, long nowNs) {
        effects.note("pending", kind + " is kept until the agent has finished");
        listener.pendingTurn(kind, nowNs);
    }

    /** The caller has finished; the transcript follows. */
    void silence() {
        if (open) {
            open = false;
            listening.end(token, grant.unasked());
        }
    }

    void digit(char digit, long nowNs) {
        if (digits.length() < MAX_DIGITS) {
            digits += digit;
            kept("digits", nowNs);
        }
    }

    void text(String text, long nowNs) {
        if (typed.length() + text.length() < MAX_TEXT) {
            typed = join(typed, text);
            kept("text", nowNs);
        }
    }

    /** Returns whether {@code ofToken} is an utterance that is kept. */
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

    /** The recognizer failed an utterance that is kept: nothing more comes of it. */
    void failed(long ofToken) {
        transcript(ofToken, "");
    }

    /** The recognizer is gone: no more words come for what is kept. */
    void unheard() {
        if (open || due) {
            transcript(token, "");
        }
        earlier = Token.NONE;
    }

    /** Returns a token that kills {@code cancelled} and spares what is kept. */
    long fenceFor(long cancelled) {
        boolean spares = token != Token.NONE && mark > cancelled && !fence.isDead(mark);
        return spares ? mark : tokens.grant();
    }

    boolean waiting() {
        return token != Token.NONE || !digits.isEmpty() || !typed.isEmpty() || !words.isEmpty();
    }

    /** Returns the keys for a question that expects {@code hint}; keys that might have been a secret are none where it asks for no secret. */
    String takeDigits(ListenHint hint) {
        String taken = digits;
        digits = "";
        return !hint.secret() && taken.chars().anyMatch(key -> SecretPlaceholders.is((char) key)) ? "" : taken;
    }

    /** Returns what was typed, as {@link #takeDigits}: of what might have been a secret only the other words are left. */
    String takeText(ListenHint hint) {
        String taken = typed;
        typed = "";
        return hint.secret()
                ? taken
                : SecretPlaceholders.shown(taken)
                        .replace(SecretPlaceholders.MASK, "")
                        .strip();
    }

    boolean speechOpen() {
        return open;
    }

    /** Returns whether there may be words: an utterance that turned out to be none is forgotten. */
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
        digits = "";
        typed = "";
        boolean goesOn = open && !fence.isDead(token);
        if (goesOn) {
            utterance.become(token, null, words, earlier);
        } else {
            if (open) {
                listening.cancel(token);
            }
            utterance.follows(words, due && !open ? token : Token.NONE);
        }
        forget();
        return goesOn;
    }

    /** Begins the turn under the utterance's own token; its transcript is here or will come. */
    void become() {
        boolean dead = fence.isDead(token);
        if (dead) {
            listening.cancel(open ? token : Token.NONE);
            utterance.grant();
            utterance.become(utterance.token(), words, "", Token.NONE);
        } else {
            utterance.become(token, due ? null : words, due ? words : "", earlier);
        }
        forget();
    }

    /** Drops what was said, which is not wanted any more: hold, the end. */
    void drop() {
        if (open) {
            listening.cancel(token);
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

package io.sidetone.core.call;

import io.sidetone.core.fence.Token;
import io.sidetone.core.floor.CallEvent;

/**
 * Text that the agent says in one turn and how much of it the caller has heard. Immutable.
 *
 * @param token the turn
 * @param text the turn's whole text so far
 * @param heardChars characters of it that were heard, up to the end of a word; never decreases within a turn
 */
public record Caption(long token, String text, int heardChars) implements CallEvent {
    /** Nothing was said yet. */
    public static final Caption NONE = new Caption(Token.NONE, "", 0);

    /** Returns the words that were heard. */
    public String heard() {
        return text.substring(0, heardChars).strip();
    }
}

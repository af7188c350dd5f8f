package io.sidetone.speech.deepgram;

/**
 * A clause to be spoken.
 *
 * @param token of its turn
 * @param index within the turn
 * @param text what is to be said
 */
record SpokenClause(long token, int index, String text) {
    /** Whether there is anything to be heard of it: a letter or a digit. */
    boolean audible() {
        return text.codePoints().anyMatch(Character::isLetterOrDigit);
    }
}

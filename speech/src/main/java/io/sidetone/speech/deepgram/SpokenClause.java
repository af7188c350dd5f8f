package io.sidetone.speech.deepgram;

/**
 * A clause to be spoken.
 *
 * @param token of its turn
 * @param index within the turn
 * @param text text to speak
 */
record SpokenClause(long token, int index, String text) {
    /** Returns whether the clause contains anything audible: a letter or a digit. */
    boolean audible() {
        return text.codePoints().anyMatch(Character::isLetterOrDigit);
    }
}

package io.sidetone.speech.embedded.flow;

import io.sidetone.core.secret.SecretPlaceholders;

/**
 * A number that a caller keys in one state; its digits are stored under the name of the intent.
 *
 * @param least fewest digits
 * @param most digits that complete it
 * @param secret whether nobody may keep it: what stands for its digits is stored, and only actions get the digits
 */
record KeyedNumber(int least, int most, boolean secret) {
    /** Longest that can be asked for: what is keyed ahead is kept up to here. */
    static final int MAX_DIGITS = 32;

    /** Returns whether {@code keys} are such a number. */
    boolean fits(String keys) {
        boolean digits =
                secret ? SecretPlaceholders.only(keys) : keys.chars().allMatch(key -> key >= '0' && key <= '9');
        return digits && keys.length() >= least && keys.length() <= most;
    }

    /** Returns how an agent says {@code keys}: one digit after another. */
    static String spoken(String keys) {
        return String.join(" ", keys.split(""));
    }
}

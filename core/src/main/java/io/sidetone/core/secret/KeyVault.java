package io.sidetone.core.secret;

import java.util.Arrays;

/**
 * The secret keys of one call, by their stand-ins. It is no part of what a journal holds: a replay has stand-ins only, and takes the same
 * way. Lane thread only; owned by the call, which empties it at the end.
 */
public final class KeyVault {
    private static final char NONE = 0;

    private static final int AT_FIRST = 32;

    /** Grows with the keys: most calls have none. */
    private char[] keys = {};

    private int count;

    /** Keeps {@code key}; returns what stands for it. After 4,096 keys the oldest is forgotten. */
    public char put(char key) {
        char standIn = SecretPlaceholders.of(count++);
        int index = SecretPlaceholders.index(standIn);
        if (index >= keys.length) {
            char[] larger =
                    Arrays.copyOf(keys, Math.max(AT_FIRST, Math.min(SecretPlaceholders.COUNT, 2 * keys.length)));
            clear();
            keys = larger;
        }
        keys[index] = key;
        return standIn;
    }

    /** Returns {@code text} with the true keys in place of stand-ins; the same object where it has none that is known. */
    String revealed(String text) {
        int first = SecretPlaceholders.first(text);
        if (first < 0) {
            return text;
        }
        StringBuilder revealed = new StringBuilder(text);
        boolean any = false;
        for (int i = first; i < text.length(); i++) {
            char each = text.charAt(i);
            char key = SecretPlaceholders.is(each) ? key(SecretPlaceholders.index(each)) : NONE;
            if (key != NONE) {
                revealed.setCharAt(i, key);
                any = true;
            }
        }
        return any ? revealed.toString() : text;
    }

    private char key(int index) {
        return index < keys.length ? keys[index] : NONE;
    }

    /** Forgets every key: what stands for one means nothing any more. */
    public void clear() {
        Arrays.fill(keys, NONE);
    }
}

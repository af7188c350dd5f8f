package io.sidetone.core.call.life;

import io.sidetone.core.lane.LaneEvent;
import io.sidetone.core.port.ListenHint.Secrecy;
import io.sidetone.core.secret.KeyVault;
import io.sidetone.core.secret.SecretPlaceholders;

/**
 * Takes what a caller keys, types and says while a secret is asked for out of the call's events, before the call itself, its journal and
 * its recording see them: keys become stand-ins and go to the vault, sound becomes silence. A replay sees the stand-ins and does the
 * same with them. Lane thread only; allocates nothing per frame.
 */
final class SecretKeys {
    private final KeyVault vault = new KeyVault();
    private boolean silent;

    /** Covers {@code event} as {@code secrecy} wants it. */
    void cover(LaneEvent event, Secrecy secrecy) {
        silent = secrecy == Secrecy.SECRET;
        if (secrecy == Secrecy.NONE) {
            return;
        }
        switch (event.type()) {
            case DIGIT -> event.coverKey(covered((char) event.a()));
            case TEXT_INPUT -> event.coverText(typed((String) event.ref()));
            case AUDIO -> {
                if (silent) {
                    event.silence();
                }
            }
            default -> {}
        }
    }

    /** Returns whether what the caller says now is for nobody. */
    boolean silent() {
        return silent;
    }

    /** Keys that end or take back an input are no secret. */
    private char covered(char key) {
        return Character.isLetterOrDigit(key) && !SecretPlaceholders.is(key) ? vault.put(key) : key;
    }

    /**
     * Typed digits are keys, however they are spaced. Other words may hold a number and are for nobody where a secret is asked for; where
     * one may follow they are kept unless there is a digit in them.
     */
    private String typed(String text) {
        StringBuilder keys = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            if (SecretPlaceholders.is(each) || each == '*') {
                keys.append(each);
            } else if (each >= '0' && each <= '9') {
                keys.append(vault.put(each));
            } else if (!Character.isWhitespace(each) && each != '-' && each != '#') {
                return silent || text.chars().anyMatch(Character::isDigit) ? SecretPlaceholders.MASK : text;
            }
        }
        return keys.toString();
    }

    KeyVault vault() {
        return vault;
    }
}

package io.sidetone.transport.vip.token;

/**
 * A key that was just made; it is not kept anywhere in this form.
 *
 * @param text what the client presents
 * @param expiresAtMs wall time after which it opens nothing, in ms since 1970
 * @param livesMs how long it lives, in ms
 */
public record IssuedKey(String text, long expiresAtMs, long livesMs) {
    @Override
    public String toString() {
        return "IssuedKey[" + livesMs + " ms]";
    }
}

package io.sidetone.tools.softphone.script;

import io.sidetone.tools.softphone.sound.CallerSound;

/** The action of a script line. */
public sealed interface CallerAction {
    /**
     * Plays a sound; done when its last voiced frame is sent.
     *
     * @param sound the sound
     */
    record Play(CallerSound sound) implements CallerAction {}

    /**
     * Presses keys (RFC 4733).
     *
     * @param digits one or more of {@code 0–9 * # A–D}
     */
    record Dial(String digits) implements CallerAction {}

    /** Ends the call. */
    record HangUp() implements CallerAction {}
}

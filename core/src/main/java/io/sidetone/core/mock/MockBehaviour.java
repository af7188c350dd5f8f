package io.sidetone.core.mock;

/**
 * What the mock model does with every input.
 *
 * @param greeting sentence at the start of the call; empty for none
 * @param reply fixed reply; {@code %s} is replaced by what the caller said
 * @param action name of an action to invoke before the reply; empty for none
 * @param error code of an error to fail with instead of replying; empty for none
 * @param delayMs how long it thinks
 */
public record MockBehaviour(String greeting, String reply, String action, String error, int delayMs) {
    /** Greets, and repeats what it heard in a reply long enough to be interrupted. */
    public static final MockBehaviour DEFAULT = new MockBehaviour(
            "Hello, this is the mock agent. How can I help you?",
            "You said: %s. This is a fixed reply, long enough to be interrupted by somebody who is in a hurry.",
            "",
            "",
            0);
}

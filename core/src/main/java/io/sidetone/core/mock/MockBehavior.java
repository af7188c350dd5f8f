package io.sidetone.core.mock;

import java.util.List;
import java.util.Map;

/**
 * What the mock model does with every input.
 *
 * @param greeting sentence at the start of the call; empty for none
 * @param reply fixed reply; {@code %s} is replaced by what the caller said, {@code %i} by a client's instructions
 * @param actions names of actions to invoke, all at once, before the reply; empty for none
 * @param parameters of these actions, {@code %s} replaced as above; empty for {@code input}, what the caller said
 * @param error code of an error to fail with instead of replying; empty for none
 * @param delayMs how long it thinks
 */
public record MockBehavior(
        String greeting,
        String reply,
        List<String> actions,
        Map<String, String> parameters,
        String error,
        int delayMs) {
    /** The usual greeting. */
    public static final String GREETING = "Hello, this is the mock agent. How can I help you?";

    /** The usual reply: it repeats what was heard, and is long enough to be interrupted. */
    public static final String REPLY =
            "You said: %s. This is a fixed reply, long enough to be interrupted by somebody who is in a hurry.";

    /** How long it usually thinks. */
    public static final int DELAY_MS = 0;

    /** Greets and replies as usual. */
    public static final MockBehavior DEFAULT = new MockBehavior(GREETING, REPLY, "", "", DELAY_MS);

    /** Copies the list and the map. */
    public MockBehavior {
        actions = List.copyOf(actions);
        parameters = Map.copyOf(parameters);
    }

    /** With one action, or none where its name is empty. */
    public MockBehavior(String greeting, String reply, String action, String error, int delayMs) {
        this(greeting, reply, action.isEmpty() ? List.of() : List.of(action), Map.of(), error, delayMs);
    }
}

package io.sidetone.core.mock;

import io.sidetone.core.setting.Key;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Behavior of the mock model with every input.
 *
 * @param greeting sentence at the start of the call; empty for none
 * @param reply fixed reply; {@code %s} is replaced by what the caller said, {@code %i} by a client's instructions
 * @param actions names of actions to invoke, all at once, before the reply; empty for none
 * @param parameters of these actions, {@code %s} replaced as above; empty for {@code input}, what the caller said
 * @param error code of an error to fail with instead of replying; empty for none
 * @param delay how long it thinks; empty for not at all
 */
public record MockBehavior(
        @Key(
                        unit = "text",
                        why = "What a mock dialogue says first; empty says nothing.",
                        derived = MockBehavior.GREETING,
                        example = "\"Hello.\"")
                String greeting,
        @Key(
                        unit = "text",
                        why = "What a mock dialogue answers; %s is replaced by what the caller said.",
                        derived = MockBehavior.REPLY,
                        example = "\"You said: %s.\"")
                String reply,
        @Key(
                        name = "action",
                        unit = "names of actions",
                        why = "What a mock dialogue does before it answers, all at the same time.",
                        example = "transfer")
                List<String> actions,
        @Key(
                        unit = "names and values",
                        why =
                                "What it gives these actions; %s is replaced by what the caller said, and without this key"
                                        + " that is their one parameter, input.",
                        example = "{to: \"sip:desk@192.0.2.7\"}")
                Map<String, String> parameters,
        @Key(unit = "error code", why = "What a mock dialogue fails with instead of answering.", example = "timeout")
                String error,
        @Key(
                        why = "How long a mock dialogue thinks.",
                        min = 0,
                        max = 120_000,
                        derived = MockBehavior.DELAY_MS + "ms",
                        example = "0ms")
                Optional<Duration> delay) {
    /** The usual greeting. */
    public static final String GREETING = "Hello, this is the mock agent. How can I help you?";

    /** The usual reply: it repeats what was heard, and is long enough to be interrupted. */
    public static final String REPLY =
            "You said: %s. This is a fixed reply, long enough to be interrupted by somebody who is in a hurry.";

    /** Time for which it usually thinks. */
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
        this(
                greeting,
                reply,
                action.isEmpty() ? List.of() : List.of(action),
                Map.of(),
                error,
                Optional.of(Duration.ofMillis(delayMs)));
    }

    /** Returns how long it thinks, in ms. */
    int delayMs() {
        return (int) delay.orElse(Duration.ZERO).toMillis();
    }
}

package io.sidetone.tools.scenario.file;

import io.sidetone.config.binding.Section;
import io.sidetone.core.setting.Key;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Conditions that must be true of a part of a call: of all of it, or from one step of the caller to the next.
 *
 * @param said what the agent says and the caller hears; case and punctuation do not count
 * @param notSaid what must not be heard
 * @param actions what the agent asks for, in this order; others may come between
 * @param notActions what it must not ask for
 * @param states what the floor goes through, in this order; others may come between
 * @param interrupted whether something of the agent is cut short
 * @param hungUpBy who ends the call
 * @param within of a step: from the end of what the caller does to the first sound of the answer; of a call: its length
 */
@Section("What must be true.")
public record Expectation(
        @Key(unit = "words", why = "What the agent says and the caller hears. Case and punctuation do not count.")
                List<String> said,
        @Key(unit = "words", why = "What the caller must not hear.") List<String> notSaid,
        @Section("What the agent must ask for, in this order; other actions may come between.")
                List<ExpectedAction> actions,
        @Key(unit = "names of actions", why = "What the agent must not ask for.") List<String> notActions,
        @Key(
                        unit = "floor states",
                        why = "What the call must go through, in this order; other states may come between.")
                List<String> states,
        @Key(unit = "true or false", why = "Whether something that the agent says is cut short.")
                Optional<Boolean> interrupted,
        @Key(
                        words = {"caller", "agent", "nobody"},
                        why = "Who ends the call; nobody: it must still go on.")
                Optional<String> hungUpBy,
        @Key(
                        why =
                                "At a step: the longest time from the end of what the caller does to the first sound of the answer."
                                        + " For the whole call: its longest length. Both in the time of the call.",
                        min = 20,
                        max = 3_600_000)
                Optional<Duration> within) {
    /** Nothing is expected. */
    static final Expectation NONE = new Expectation(
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    /** Copies the lists. */
    public Expectation {
        said = List.copyOf(said);
        notSaid = List.copyOf(notSaid);
        actions = List.copyOf(actions);
        notActions = List.copyOf(notActions);
        states = List.copyOf(states);
    }
}

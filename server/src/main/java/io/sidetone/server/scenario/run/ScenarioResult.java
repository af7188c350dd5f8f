package io.sidetone.server.scenario.run;

import io.sidetone.server.scenario.file.ScenarioCase;
import java.util.List;

/**
 * What became of a scenario.
 *
 * @param played the scenario, with the seed it was played with
 * @param failures what was expected in vain; empty when all is well
 * @param lengthMs of the call, in its own time
 * @param turns how often the agent spoke
 * @param conversation what happened, in order
 */
public record ScenarioResult(
        ScenarioCase played, List<Failure> failures, long lengthMs, int turns, List<ConversationLine> conversation) {
    /** Copies the lists. */
    public ScenarioResult {
        failures = List.copyOf(failures);
        conversation = List.copyOf(conversation);
    }

    /** Whether everything was as expected. */
    public boolean passed() {
        return failures.isEmpty();
    }
}
